import DocumentsCore
import Foundation

/// Where documents, runs, logs and choices are.
struct WorkingPlace {
    let documents: String
    let runs: String
    let logs: String
    /// The file that keeps what people chose.
    let choices: String
    /// The file that keeps what flags were set to by hand.
    let overrides: String
    /// The file that keeps what was bought.
    let purchases: String
    /// The file that keeps what can be continued: one for each folder of documents.
    let activities: String
    /// The file that keeps what a server said of flags.
    let serverFlags: String
    /// The folder of usage figures, which are written only where somebody agreed.
    let usage: String
    /// The folder that debug reports are made in.
    let reports: String
    /// The file that says where the app listens, while it does.
    let running: String
    /// The file that keeps the inspector's token, as long as the runs that it shows.
    let inspectorToken: String
    /// The file that says what flags are; it may be edited while the program runs.
    let flags: String
    /// Whether the documents are samples of ours.
    let isSample: Bool
    /// A folder to import, where we brought one.
    let importSuggestion: String?

    /// - Parameters:
    ///   - folder: the user's folder. Without it, samples are copied, once, into the working folder.
    ///   - runs: where runs go; else into the working folder.
    ///   - flags: the file of flags; else a sample is written, once, into the working folder.
    /// - Throws: ``CommandError`` if other users can change one of the folders, and what the file manager says where the
    ///   working folder can't be made.
    init(folder: String?, runs: String?, flags: String? = nil) throws {
        let working = Self.working
        if folder == nil || runs == nil || flags == nil { try PrivateFolder.make(working) }
        if let runs { try PrivateFolder.check(Self.absolute(runs)) }
        self.runs = runs.map(Self.absolute) ?? working + "/runs"
        let kept = runs.map(Self.absolute) ?? working
        logs = kept + "/logs"
        choices = kept + "/choices.json"
        overrides = kept + "/overrides.json"
        purchases = kept + "/purchases.json"
        usage = kept + "/usage"
        serverFlags = kept + "/server-flags"
        reports = kept + "/reports"
        running = Self.running(runs: runs)
        inspectorToken = self.runs + "/inspector-token"
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

    /// The file that says where the app listens, for whoever looks for it.
    static func running(runs: String?) -> String { (runs.map(absolute) ?? working) + "/running.json" }

    /// Below the build folder of a checkout, else below the system's temporary folder, which other users may share.
    private static var working: String {
        let here = FileManager.default.currentDirectoryPath
        if FileManager.default.fileExists(atPath: here + "/Package.swift") { return here + "/.build/documents-demo" }
        return FileManager.default.temporaryDirectory.path + "/documents-demo-\(geteuid())"
    }

    /// The samples that are built into the program.
    static var samples: URL? { Bundle.module.url(forResource: "Samples", withExtension: nil) }

    private static func absolute(_ path: String) -> String {
        URL(fileURLWithPath: path).standardizedFileURL.path
    }

    /// Copies samples to a folder unless it is there already: what people did with them stays.
    private static func bring(_ name: String, to folder: String) throws {
        guard !FileManager.default.fileExists(atPath: folder) else { return }
        let parent = URL(fileURLWithPath: folder).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: sample(name), to: URL(fileURLWithPath: folder))
    }

    /// Writes a sample to a file that can be edited, unless there is one already.
    private static func write(_ name: String, to file: String) throws {
        guard !FileManager.default.fileExists(atPath: file) else { return }
        let parent = URL(fileURLWithPath: file).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        try Data(contentsOf: sample(name)).write(to: URL(fileURLWithPath: file), options: .atomic)
    }

    private static func sample(_ name: String) throws -> URL {
        guard let samples else {
            throw CommandError(
                "The samples aren’t beside the program. Build it again, or specify --folder and --flags.")
        }
        return samples.appendingPathComponent(name)
    }
}
