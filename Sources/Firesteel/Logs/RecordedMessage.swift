import FiresteelTimeline
import Logging

/// The recorded form of a line on the timeline: the message, then the metadata as fields.
enum RecordedMessage {
    static func bytes(of event: LogEvent, _ metadata: [String: String]) -> [UInt8] {
        var bytes: [UInt8] = []
        append(event.message.description, to: &bytes)
        guard !metadata.isEmpty else { return bytes }
        bytes.append(SummaryCoding.record)
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
            append(key, to: &bytes)
            bytes.append(SummaryCoding.unit)
            append(value, to: &bytes)
            bytes.append(SummaryCoding.record)
        }
        return bytes
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 { bytes.append(SummaryCoding.harmless(byte)) }
    }
}
