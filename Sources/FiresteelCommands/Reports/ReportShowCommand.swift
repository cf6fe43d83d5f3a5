import ArgumentParser
import FiresteelBase
import FiresteelInsight
import FiresteelTimeline
import Foundation

struct ReportShowCommand: FiresteelSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Shows the messages that wait to be sent, and why.",
        discussion: """
            Messages are in the folder “insight” beside the runs, unless --insight names another one. With a message, \
            shows what it contains, byte for byte as it is sent.
            """)

    @Argument(
        help: ArgumentHelp("A message, or the beginning of its name, to show its contents.", valueName: "message"))
    var message: String?

    @Option(
        help: ArgumentHelp("The folder of messages. By default “insight” in the folder of runs.", valueName: "folder"),
        completion: .directory)
    var insight: String?

    @OptionGroup var folder: FolderOptions
    @OptionGroup var output: OutputOptions

    func run(_ terminal: Terminal) async throws {
        let folder = insight.map { InsightFolder(path: $0) } ?? InsightFolder(of: RunFolder(path: self.folder.path))
        guard FileManager.default.fileExists(atPath: folder.path) else {
            throw CommandError(
                .noInput,
                "There is no folder “\(folder.path)”. Name the folder of runs with --folder or FIRESTEEL_RUNS, or that of "
                    + "messages with --insight.")
        }
        let messages = folder.messages()
        if let message { return try show(message, of: messages, in: folder, terminal) }
        let listing = ReportListing(messages: messages, folder: folder)
        if output.json { return try terminal.line(listing.json.json(pretty: true)) }
        for line in listing.lines(terminal.style) { try terminal.line(line) }
    }

    private func show(
        _ name: String, of messages: [QueuedMessage], in folder: InsightFolder, _ terminal: Terminal
    ) throws {
        let found = messages.filter { $0.id.hasPrefix(name) }
        guard let message = found.first, found.count == 1 else {
            throw CommandError(
                .noInput,
                found.isEmpty
                    ? "No message begins with “\(name)”. “firesteel report show” lists them."
                    : "\(found.count) messages begin with “\(name)”. Specify more characters.")
        }
        guard let data = folder.data(of: message) else {
            throw CommandError(.noInput, "The message “\(name)” was sent meanwhile.")
        }
        if output.json { return try terminal.line(String(decoding: data, as: UTF8.self)) }
        guard let value = try? JSONValue(json: Array(data)) else {
            throw CommandError(.data, "The message “\(name)” is damaged. The program sets it aside when it sends.")
        }
        for line in value.json(pretty: true).split(separator: "\n", omittingEmptySubsequences: false) {
            try terminal.line(PlainText.line(String(line)))
        }
    }
}

/// The queued messages of a folder, and what became of others.
struct ReportListing {
    let messages: [QueuedMessage]
    let status: InsightStatus
    let hasConsent: Bool
    let path: String
    /// The runs that ended, and weren't read since.
    let unread: [String]

    init(messages: [QueuedMessage], folder: InsightFolder) {
        self.messages = messages
        status = folder.status
        hasConsent = folder.hasConsent
        path = folder.path
        unread = folder.unreadRuns()
    }

    /// The reason why messages wait.
    var reason: String {
        if !hasConsent { return "The user has not consented: nothing is stored or sent." }
        if let error = status.error { return error }
        if messages.isEmpty {
            guard !unread.isEmpty else { return "Everything is sent." }
            let runs = unread.count == 1 ? "A run ended and wasn't" : "\(unread.count) runs ended and weren't"
            return "What is stored is sent. \(runs) read yet: the program stores the rest when it runs again."
        }
        if let next = status.next {
            return "\(status.answer ?? "The server didn't accept them") Next attempt at \(Self.moment(next))."
        }
        return "They are sent when the program runs."
    }

    var json: JSONValue {
        var members: [String: JSONValue] = [
            "folder": .string(path), "consent": .bool(hasConsent), "reason": .string(reason), "sent": .int(status.sent),
            "bytes": .int(messages.reduce(0) { $0 + $1.bytes }),
            "dropped": .object(
                Dictionary(uniqueKeysWithValues: status.dropped.map { ($0.key.rawValue, JSONValue.int($0.value)) })),
            "unread": .array(unread.map { .string($0) }),
            "damaged": .array(status.damaged.map { .string($0) }),
            "messages": .array(
                messages.map { message in
                    [
                        "name": .string(message.id), "kind": .string(message.kind.rawValue),
                        "run": .string(message.run),
                        "number": .int(message.number), "bytes": .int(message.bytes), "time": .int(Int(message.time)),
                    ]
                }),
        ]
        members["answer"] = status.answer.map { .string($0) }
        members["answered"] = status.answered.map { .int(Int($0)) }
        members["next"] = status.next.map { .int(Int($0)) }
        members["error"] = status.error.map { .string($0) }
        return .object(members)
    }

    func lines(_ style: TextStyle) -> [String] {
        var lines: [String] = []
        if !messages.isEmpty {
            var table = TextTable()
            let heads = ["MESSAGE", "KIND", "STORED (UTC)", "BYTES", "RUN"]
            table.add(heads.map { TextTable.Cell(text: $0, mark: .dim, isNumber: $0 == "BYTES") })
            for message in messages {
                table.add([
                    .init(text: PlainText.line(message.id), mark: .bold),
                    .init(text: message.kind.rawValue, mark: message.kind == .crash ? .red : .plain),
                    .init(text: Self.moment(message.time)), .init(text: "\(message.bytes)", isNumber: true),
                    .init(text: PlainText.line(message.run)),
                ])
            }
            lines = table.lines(style) + [""]
        }
        let bytes = messages.reduce(0) { $0 + $1.bytes }
        lines.append("\(messages.count) waiting, \(bytes) bytes. \(status.sent) sent, \(status.droppedCount) dropped.")
        for (reason, count) in status.dropped.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            lines.append("  \(reason.rawValue): \(count)")
        }
        for name in status.damaged { lines.append("  set aside: \(PlainText.line(name))") }
        lines.append(PlainText.line(reason))
        if let answer = status.answer, let answered = status.answered {
            lines.append(PlainText.line("Last response at \(Self.moment(answered)): \(answer)"))
        }
        return lines
    }

    private static func moment(_ milliseconds: Int64) -> String {
        CivilTime(microseconds: milliseconds.multipliedReportingOverflow(by: 1_000).partialValue).rfc3339
    }
}
