import ArgumentParser
import FiresteelFlags
import FiresteelHTTP
import FiresteelOTLP
import FiresteelTimeline
import FiresteelWeb
import Foundation
import HTTPTypes

/// The format of an export.
enum ExportFormat: String, ExpressibleByArgument, CaseIterable {
    case text
    case jsonl
    case otlp
    case html

    /// Returns the export of a run.
    func export(of run: Run, at path: String) throws -> any TimelineExport {
        switch self {
        case .text: return TimelineTextExport()
        case .jsonl: return TimelineJSONLinesExport()
        case .otlp: return OTLPExport()
        case .html:
            let folder = RunFolder(path: URL(fileURLWithPath: path).deletingLastPathComponent().path)
            do {
                return try TimelineHTMLExport(crash: folder.crashDetails(of: run))
            } catch {
                throw CommandError(.unavailable, error.description)
            }
        }
    }
}

/// The OTLP protocol, as named in OpenTelemetry's settings.
enum ProtocolArgument: String, ExpressibleByArgument, CaseIterable {
    case protobuf = "http/protobuf"
    case json = "http/json"

    var encoding: OTLPEncoding { self == .protobuf ? .protobuf : .json }
}

/// A field of a request's head, `name=value`.
struct HeaderArgument: ExpressibleByArgument {
    let name: HTTPField.Name
    let value: String

    init?(argument: String) {
        guard let equals = argument.firstIndex(of: "=") else { return nil }
        guard let name = HTTPField.Name(argument[..<equals].trimmingCharacters(in: .whitespaces)) else { return nil }
        self.name = name
        value = argument[argument.index(after: equals)...].trimmingCharacters(in: .whitespaces)
        guard !value.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
        else { return nil }
    }
}

struct ExportCommand: FiresteelSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes a run as text, JSON Lines, OTLP or one HTML page, or sends it by OTLP.",
        discussion: """
            With --endpoint it sends the run to an OpenTelemetry collector: performs as spans, log lines, flags and \
            changes of availability as logs. Without it, --format otlp writes what the collector's file receiver reads.
            """)

    @Argument(help: ArgumentHelp("The run: a file, an identifier, last or last-crash.", valueName: "run"))
    var reference = "last"

    @Option(help: "The output format: text, jsonl, otlp or html.")
    var format: ExportFormat

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("The output file. By default standard output.", valueName: "file"),
        completion: .file())
    var outputFile: String?

    @Option(
        help: ArgumentHelp(
            "With otlp: the collector's address, without /v1/traces, such as http://localhost:4318.", valueName: "url"))
    var endpoint: String?

    @Option(name: .customLong("protocol"), help: "With --endpoint: http/protobuf or http/json.")
    var wire = ProtocolArgument.protobuf

    @Option(
        help: ArgumentHelp(
            "With --endpoint: a field to send with each request, such as credentials.", valueName: "name=value"))
    var header: [HeaderArgument] = []

    @Option(help: ArgumentHelp("With --endpoint: the timeout of a request in seconds.", valueName: "seconds"))
    var timeout = 10.0

    @Option(help: ArgumentHelp("With --endpoint: the maximum number of attempts for each request.", valueName: "count"))
    var attempts = 5

    @OptionGroup(title: "Filters") var filter: FilterOptions
    @OptionGroup var folder: FolderOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard endpoint != nil else {
            if !header.isEmpty { throw ValidationError("--header requires --endpoint.") }
            return
        }
        if format != .otlp { throw ValidationError("--endpoint requires --format otlp.") }
        if outputFile != nil { throw ValidationError("Use either --endpoint or --output.") }
        if address == nil { throw ValidationError("--endpoint must be an address such as http://localhost:4318.") }
        if !(timeout > 0 && timeout <= 3_600) {
            throw ValidationError("--timeout must be more than 0 and at most 3600 seconds.")
        }
        if attempts < 1 { throw ValidationError("--attempts must be at least 1.") }
    }

    private var address: URL? {
        guard let url = endpoint.flatMap({ URL(string: $0) }), let host = url.host(), !host.isEmpty,
            ["http", "https"].contains(url.scheme?.lowercased())
        else { return nil }
        return url
    }

    func run(_ terminal: Terminal) async throws {
        let run = try folder.open(reference)
        let query = filter.query(for: run)
        if let address { return try await send(run, query, to: address, terminal) }
        let export = try format.export(of: run, at: folder.file(of: reference))
        let file = try OutputFile(outputFile, terminal)
        try export.write(run, matching: query, to: file.put)
        try file.finish()
        if output.json, let outputFile {
            try terminal.line(
                JSONValue.object(["run": .string(run.header.identifier), "output": .string(outputFile)]).json())
        }
    }

    private func send(_ run: Run, _ query: TimelineQuery?, to address: URL, _ terminal: Terminal) async throws {
        let fields = HTTPFields(header.map { HTTPField(name: $0.name, value: $0.value) })
        var sender = OTLPSender(to: address, encoding: wire.encoding, headers: fields)
        sender.timeout = .seconds(timeout)
        sender.attempts = attempts
        let report: OTLPReport
        do {
            report = try await sender.send(run, matching: query)
        } catch {
            throw CommandError(.unavailable, error.description)
        }
        if output.json {
            try terminal.line(json(report, run, address).json(pretty: true))
        } else {
            let again = report.retries > 0 ? ", \(report.retries) of them retries" : ""
            try terminal.line(
                "Sent \(report.spans) spans and \(report.logs) log records of \(run.header.identifier) "
                    + "in \(report.requests) requests\(again).")
            for message in report.messages {
                Terminal.printLine("firesteel: The endpoint says: \(PlainText.line(message))")
            }
        }
        guard report.rejectedSpans == 0, report.rejectedLogs == 0 else {
            throw CommandError(
                .findings,
                "The endpoint rejected \(report.rejectedSpans) spans and \(report.rejectedLogs) log records.")
        }
    }

    private func json(_ report: OTLPReport, _ run: Run, _ address: URL) -> JSONValue {
        [
            "run": .string(run.header.identifier), "endpoint": .string(address.withoutSecrets),
            "protocol": .string(wire.rawValue), "spans": .int(report.spans), "logs": .int(report.logs),
            "requests": .int(report.requests), "retries": .int(report.retries),
            "rejected-spans": .int(Int(report.rejectedSpans)), "rejected-logs": .int(Int(report.rejectedLogs)),
            "messages": .array(report.messages.map { .string($0) }),
        ]
    }
}
