import ArgumentParser
import FiresteelTimeline
import Foundation

/// The folder of runs.
struct FolderOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The folder of runs. By default the value of FIRESTEEL_RUNS, otherwise “runs”.",
            valueName: "folder"),
        completion: .directory)
    var folder: String?

    /// The path of the folder, which may not exist.
    var path: String {
        let variable = ProcessInfo.processInfo.environment["FIRESTEEL_RUNS"].flatMap { $0.isEmpty ? nil : $0 }
        return folder ?? variable ?? "runs"
    }

    /// Returns the runs of the folder, the newest first.
    func runs() throws -> [RunSummary] { try Self.runs(in: path) }

    /// Returns the runs of a folder, the newest first.
    static func runs(in path: String) throws -> [RunSummary] {
        do {
            return try RunFolder(path: path).runs()
        } catch {
            throw CommandError(.noInput, "\(error) Name the folder of runs with --folder or FIRESTEEL_RUNS.")
        }
    }
}

extension FolderOptions {
    /// Returns the run with a name.
    func open(_ name: String) throws -> Run {
        let path = try file(of: name)
        do {
            return try Run(path: path)
        } catch {
            throw CommandError(error, of: name)
        }
    }

    /// Returns the file of the run with a name.
    func file(of name: String) throws -> String {
        switch name {
        case "last":
            guard let run = try runs().first else { throw none("no run") }
            return run.path
        case "last-crash":
            let crash = try runs().first { if case .success(let state) = $0.state { state.end.isCrash } else { false } }
            guard let crash else { throw none("no run that ended abnormally") }
            return crash.path
        default: break
        }
        if name.contains("/") || FileManager.default.fileExists(atPath: name) { return name }
        // A run whose file was renamed has no identifier.
        let inFolder = path + "/" + name
        if FileManager.default.fileExists(atPath: inFolder) { return inFolder }
        let found = try runs().filter { $0.id.hasPrefix(name) }
        guard let run = found.first else {
            throw CommandError(
                .noInput,
                "There is neither a file “\(name)” nor a run with this name in “\(path)”. "
                    + "“firesteel runs” lists the existing runs.")
        }
        guard found.count == 1 || run.id == name else {
            throw CommandError(
                .noInput, "\(found.count) runs begin with “\(name)”, such as \(found[0].id). Specify more characters.")
        }
        return run.path
    }

    private func none(_ what: String) -> CommandError {
        CommandError(
            .noInput, "There is \(what) in “\(path)”. Name the folder of runs with --folder or FIRESTEEL_RUNS.")
    }
}
