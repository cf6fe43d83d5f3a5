import ArgumentParser
import DocumentsCore
import Firesteel
import FiresteelAutomation
import FiresteelFlags
import FiresteelPurchases
import FiresteelReplay
import Foundation

/// Replays a report or a run in a copy of the documents.
struct ReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Perform the steps of a recorded failure again: documents replay report.json",
        discussion: """
            The options of the app come before it: documents --folder Notes replay report.json. It works in a copy of the \
            folder. documents replay --help shows what can be changed.
            """)

    @Argument(parsing: .captureForPassthrough, help: "The report and the options.")
    var arguments: [String] = []

    /// The parent command, with the folders.
    @ParentCommand var app: DocumentsCommand

    func run() async throws {
        do {
            throw ExitCode(try await replay())
        } catch let error where !(error is ExitCode) {
            // 1 says that it failed as it was recorded.
            let message =
                switch error {
                case let error as DocumentError: "\(error.problem) \(error.remedy)"
                case let error as CommandError: error.description
                default: error.localizedDescription
                }
            FileHandle.standardError.write(Data("\(message)\n".utf8))
            throw ExitCode(2)
        }
    }

    private func replay() async throws -> Int32 {
        guard app.flagValues.isEmpty else {
            throw CommandError("--flag doesn’t change a replay. Use --with key=value after “replay”.")
        }
        let paths = try WorkingPaths(folder: app.folder, runs: app.runs, flags: app.flags)
        // The attempts of these have their own copies.
        let isParent = !Set(arguments).isDisjoint(with: ["--bisect", "--shortest", "--write-test"])
        let copy = try FolderCopy(of: paths.documents, isEmpty: isParent)
        defer { copy.remove() }
        let (store, purchases) = try (
            DocumentStore(at: copy.documents), FilePurchaseStore(URL(fileURLWithPath: copy.path + "/purchases.json"))
        )
        app.beginRehearsal()
        return await RunReplayer.runCommand(arguments, program: "documents replay") {
            replayer, flags, hidden, observe in
            try await replayer.replay(
                AppFeatures.self, flags: flags, hidden: hidden, presentedBy: UnseenPresentation(),
                prepare: { runtime in
                    _ = try runtime.flags.register(DocumentsFlags.self)
                    ServedFolder.set(store, purchases, of: runtime)
                }, observe: observe)
        }
    }
}

/// Presents actions nowhere.
private struct UnseenPresentation: PresentationRouter {
    func presentation<Presented: ActionDefinition>(
        of action: Presented.Type, for request: ExternalRequest
    ) async -> Presentation<Presented.Presenter> {
        guard let presenter = OutputPresenter(output: ActionOutput()) as? Presented.Presenter else {
            return .declined("it is shown on a page")
        }
        return .ready(presenter)
    }
}

/// A copy of the documents in a private folder, which is removed at the end, or at the next replay after a crash.
private struct FolderCopy {
    let path: String
    var documents: String { path + "/documents" }

    private static let prefix = "documents-replay-"

    init(of folder: String, isEmpty: Bool) throws {
        Self.removeOld()
        let files = FileManager.default
        path = files.temporaryDirectory.path + "/\(Self.prefix)\(getpid())-\(UUID())"
        try files.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        if isEmpty {
            try files.createDirectory(atPath: documents, withIntermediateDirectories: false)
        } else {
            // A link would be copied as such, and the replay would write to what it leads to.
            let source = URL(fileURLWithPath: folder).resolvingSymlinksInPath()
            try files.copyItem(at: source, to: URL(fileURLWithPath: documents))
        }
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: path)
        Self.removeOld()
    }

    /// Removes the copies of processes that a replay ended.
    private static func removeOld() {
        let files = FileManager.default
        let folder = files.temporaryDirectory.path
        for name in (try? files.contentsOfDirectory(atPath: folder)) ?? [] where name.hasPrefix(prefix) {
            let owner = try? files.attributesOfItem(atPath: "\(folder)/\(name)")[.ownerAccountID] as? UInt32
            guard let process = Int32(name.dropFirst(prefix.count).prefix { $0 != "-" }), process > 0,
                owner == geteuid(),
                kill(process, 0) != 0
            else { continue }
            try? files.removeItem(atPath: "\(folder)/\(name)")
        }
    }
}
