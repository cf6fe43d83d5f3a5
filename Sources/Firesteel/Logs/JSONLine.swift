import FiresteelTimeline
import Logging

/// Writes a line of the log for programs, as ``LogFormat`` describes it.
enum JSONLine {
    static func write(_ line: LogLine, to bytes: inout [UInt8]) {
        bytes.append("{\"time\":\"")
        CivilTime(microseconds: line.time).write(.microseconds, to: &bytes)
        bytes.append("\",\"level\":")
        bytes.append(json: line.level.rawValue)
        bytes.append(",\"label\":")
        bytes.append(json: line.label)
        bytes.append(",\"message\":")
        bytes.append(json: line.message)
        if let context = line.context { write(context, to: &bytes) }
        if !line.metadata.isEmpty { write(line.metadata, to: &bytes) }
        bytes.append("}\n")
    }

    private static func write(_ context: LogContext, to bytes: inout [UInt8]) {
        bytes.append(",\"feature\":")
        bytes.append(json: context.feature.text)
        guard let action = context.action else { return }
        bytes.append(",\"action\":")
        bytes.append(json: action.identifier)
        if action.perform != 0 {
            bytes.append(",\"perform\":")
            bytes.append(decimal: action.perform)
        }
        bytes.append(",\"session\":{\"id\":")
        bytes.append(decimal: UInt64(action.session))
        bytes.append(",\"name\":")
        bytes.append(json: action.sessionName)
        bytes.append("}")
        if action.stack != 0 {
            bytes.append(",\"stack\":")
            bytes.append(decimal: UInt64(action.stack))
        }
        if let input = action.input {
            bytes.append(",\"input\":")
            bytes.append(json: input)
        }
    }

    private static func write(_ metadata: [String: String], to bytes: inout [UInt8]) {
        bytes.append(",\"metadata\":{")
        var isFirst = true
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
            if !isFirst { bytes.append(",") }
            isFirst = false
            bytes.append(json: key)
            bytes.append(":")
            bytes.append(json: value)
        }
        bytes.append("}")
    }
}
