import ArgumentParser
import FiresteelTimeline
import Foundation

/// Where runs are looked for.
struct FolderOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The folder of runs. Without it FIRESTEEL_RUNS says where, and without that it is “runs”.",
            valueName: "folder"),
        completion: .directory)
    var folder: String?

    /// The folder, whether or not it is there.
    var path: String {
        let told = ProcessInfo.processInfo.environment["FIRESTEEL_RUNS"].flatMap { $0.isEmpty ? nil : $0 }
        return folder ?? told ?? "runs"
    }

    /// The runs of the folder, the newest first.
    func runs() throws -> [RunSummary] { try Self.runs(in: path) }

    /// The runs of a folder, the newest first.
    static func runs(in path: String) throws -> [RunSummary] {
        do {
            return try RunFolder(path: path).runs()
        } catch {
            throw CommandError(.noInput, "\(error) Name the folder of runs with --folder or FIRESTEEL_RUNS.")
        }
    }
}

extension FolderOptions {
    /// The run that a person means.
    func open(_ name: String) throws -> Run {
        let path = try file(of: name)
        do {
            return try Run(path: path)
        } catch {
            throw CommandError(error, of: name)
        }
    }

    /// The file of the run that a person means.
    func file(of name: String) throws -> String {
        switch name {
        case "last":
            guard let run = try runs().first else { throw none("no run") }
            return run.path
        case "last-crash":
            let crash = try runs().first { if case .success(let state) = $0.state { state.end.isCrash } else { false } }
            guard let crash else { throw none("no run that ended other than in good order") }
            return crash.path
        default: break
        }
        if name.contains("/") || FileManager.default.fileExists(atPath: name) { return name }
        let found = try runs().filter { $0.id.hasPrefix(name) }
        guard let run = found.first else {
            throw CommandError(
                .noInput,
                "There is neither a file “\(name)” nor a run that is called so in “\(path)”. "
                    + "“firesteel runs” lists those that there are.")
        }
        guard found.count == 1 || run.id == name else {
            throw CommandError(
                .noInput, "\(found.count) runs begin with “\(name)”, such as \(found[0].id). Say more of it.")
        }
        return run.path
    }

    private func none(_ what: String) -> CommandError {
        CommandError(
            .noInput, "There is \(what) in “\(path)”. Name the folder of runs with --folder or FIRESTEEL_RUNS.")
    }
}
