import FiresteelBase
import FiresteelTimeline

/// The forms that a log can be saved in.
enum LogExport: String {
    case text
    case jsonl

    var fileExtension: String { self == .text ? "txt" : "jsonl" }

    var mediaType: String { self == .text ? "text/plain; charset=utf-8" : "application/jsonl; charset=utf-8" }

    /// Returns the lines as a document, each on one line.
    func document(of lines: [PageData.Line]) throws -> [UInt8] {
        var bytes: [UInt8] = []
        for line in lines {
            switch self {
            case .text: bytes += Self.text(line).utf8
            case .jsonl: bytes += try JSONLine.encode(line)
            }
            bytes.append(0x0A)
        }
        return bytes
    }

    private static func text(_ line: PageData.Line) -> String {
        let origin = [line.feature?.path, line.action.map { "#\($0.identifier)" }].compactMap { $0 }
        let parts = [
            CivilTime(microseconds: line.at).rfc3339, line.level, line.session?.name ?? "-",
            origin.isEmpty ? line.label : origin.joined(separator: "/"), "|", line.message,
        ]
        let metadata = (line.metadata ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        return TimelineTextExport.plain((parts + metadata).joined(separator: " "))
    }
}
