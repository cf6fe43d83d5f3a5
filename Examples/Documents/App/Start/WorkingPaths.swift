import DocumentsCore
import Foundation

/// The paths of documents, runs, logs and settings.
struct WorkingPaths {
    let documents: String
    let runs: String
    /// The folder of the runs of commands, which are many and short, so that they displace no run of the app.
    let commandRuns: String
    let logs: String
    /// The file of the user's choices.
    let choices: String
    /// The file of overrides.
    let overrides: String
    /// The file of purchases.
    let purchases: String
    /// The file of recent activities: one for each folder of documents.
    let activities: String
    /// The cache of flags in flagd's format.
    let remoteFlags: String
    /// The cache of a Firesteel server's flags.
    let serverFlags: String
    /// The folder of usage figures, which are written only with consent.
    let usage: String
    /// The folder of debug reports.
    let reports: String
    /// The file with the address of the running app.
    let running: String
    /// The file of the inspector's token, in the folder of runs.
    let inspectorToken: String
    /// The file of the app's token, in the folder of runs.
    let appToken: String
    /// The file of the token of scripts and agents, in the folder of runs.
    let automationToken: String
    /// The flags file, which can be edited while the program runs.
    let flags: String
    /// Whether the documents are samples.
    let isSample: Bool
    /// A sample folder to import, or `nil` for the user's own documents.
    let importSuggestion: String?

    /// Determines the paths and creates missing samples.
    ///
    /// - Parameters:
    ///   - folder: The user's folder. By default samples, copied once to the working folder.
    ///   - runs: The folder of runs. By default in the working folder.
    ///   - flags: The flags file. By default a sample, copied once to the working folder.
    /// - Throws: ``CommandError`` if other users can change one of the folders, and the file manager's error if the
    ///   working folder can't be created.
    init(folder: String?, runs: String?, flags: String? = nil) throws {
        let working = Self.working
        if folder == nil || runs == nil || flags == nil { try PrivateFolder.make(working) }
        if let runs { try PrivateFolder.check(Self.absolute(runs)) }
        self.runs = runs.map(Self.absolute) ?? working + "/runs"
        let kept = runs.map(Self.absolute) ?? working
        commandRuns = self.runs + "/commands"
        logs = kept + "/logs"
        choices = kept + "/choices.json"
        overrides = kept + "/overrides.json"
        purchases = kept + "/purchases.json"
        usage = kept + "/usage"
        remoteFlags = kept + "/server-flags"
        serverFlags = kept + "/firesteel-flags"
        reports = kept + "/reports"
        running = Self.running(runs: runs)
        inspectorToken = self.runs + "/inspector-token"
        appToken = self.runs + "/app-token"
        automationToken = self.runs + "/automation-token"
        self.flags = flags.map(Self.absolute) ?? working + "/flags.json"
        if flags == nil { try Self.write("flags.json", to: working + "/flags.json") }
        isSample = folder == nil
        guard folder == nil else {
            documents = Self.absolute(folder ?? "")
            activities = kept + "/folders" + documents + "/activities.jsonl"
            importSuggestion = nil
            return
        }
        documents = working + "/folder"
        activities = kept + "/activities.jsonl"
        importSuggestion = working + "/logbook"
        try Self.bring("Documents", to: documents)
        try Self.bring("Logbook", to: working + "/logbook")
    }

    /// Returns the path of the file with the address of the running app.
    static func running(runs: String?) -> String { (runs.map(absolute) ?? working) + "/running.json" }

    /// The working folder.
    private static var working: String { working(ProcessInfo.processInfo.environment) }

    /// Returns the working folder: `FIRESTEEL_DEMO` of an environment, as for `scripts/run-demo`, by default a folder in the
    /// build folder of a checkout, otherwise in the system's temporary folder, which other users may share.
    static func working(_ environment: [String: String]) -> String {
        if let given = environment["FIRESTEEL_DEMO"], !given.isEmpty {
            return URL(fileURLWithPath: absolute(given)).resolvingSymlinksInPath().path
        }
        let here = FileManager.default.currentDirectoryPath
        if FileManager.default.fileExists(atPath: here + "/Package.swift") { return here + "/.build/documents-demo" }
        return FileManager.default.temporaryDirectory.path + "/documents-demo-\(geteuid())"
    }

    /// The folder of the program's samples.
    static var samples: URL? { Bundle.module.url(forResource: "Samples", withExtension: nil) }

    private static func absolute(_ path: String) -> String {
        URL(fileURLWithPath: path).standardizedFileURL.path
    }

    /// Copies samples to a folder unless it exists, to preserve the user's changes.
    private static func bring(_ name: String, to folder: String) throws {
        guard !FileManager.default.fileExists(atPath: folder) else { return }
        let parent = URL(fileURLWithPath: folder).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: sample(name), to: URL(fileURLWithPath: folder))
    }

    /// Copies a sample file unless it exists.
    private static func write(_ name: String, to file: String) throws {
        guard !FileManager.default.fileExists(atPath: file) else { return }
        let parent = URL(fileURLWithPath: file).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        try Data(contentsOf: sample(name)).write(to: URL(fileURLWithPath: file), options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    }

    private static func sample(_ name: String) throws -> URL {
        guard let samples else {
            throw CommandError(
                "The samples are missing. Build the program again, or specify --folder and --flags.")
        }
        return samples.appendingPathComponent(name)
    }
}
