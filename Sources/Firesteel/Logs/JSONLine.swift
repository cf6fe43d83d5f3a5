import FiresteelBase
import FiresteelTimeline
import Logging

/// Writes a line of the log for programs, as ``LogFormat`` describes it.
enum JSONLine {
    static func write(_ line: LogLine, to buffer: inout LineBuffer) {
        buffer.append("{\"time\":\"")
        buffer.append(CivilTime(microseconds: line.time), .microseconds)
        buffer.append("\",\"level\":")
        buffer.append(json: line.level.rawValue)
        buffer.append(",\"label\":")
        buffer.append(json: line.label)
        buffer.append(",\"message\":")
        buffer.append(json: line.message)
        if let context = line.context { write(context, to: &buffer) }
        if !line.metadata.isEmpty { write(line.metadata, to: &buffer) }
        buffer.append("}\n")
    }

    private static func write(_ context: LogContext, to buffer: inout LineBuffer) {
        buffer.append(",\"feature\":")
        buffer.append(json: context.feature.text)
        guard let action = context.action else { return }
        buffer.append(",\"action\":")
        buffer.append(json: action.identifier)
        if action.perform != 0 {
            buffer.append(",\"perform\":")
            buffer.append(decimal: action.perform)
        }
        buffer.append(",\"session\":{\"id\":")
        buffer.append(decimal: UInt64(action.session))
        buffer.append(",\"name\":")
        buffer.append(json: action.sessionName)
        buffer.append("}")
        if action.stack != 0 {
            buffer.append(",\"stack\":")
            buffer.append(decimal: UInt64(action.stack))
        }
        if let input = action.input {
            buffer.append(",\"input\":")
            buffer.append(json: input)
        }
        if !action.flags.isEmpty {
            buffer.append(",\"flags\":{")
            write(action.flags.map { ($0.key, $0.value) }, to: &buffer)
        }
    }

    private static func write(_ metadata: [String: String], to buffer: inout LineBuffer) {
        buffer.append(",\"metadata\":{")
        write(metadata.sorted(by: { $0.key < $1.key }), to: &buffer)
    }

    private static func write(_ members: [(key: String, value: String)], to buffer: inout LineBuffer) {
        var isFirst = true
        for (key, value) in members {
            if !isFirst { buffer.append(",") }
            isFirst = false
            buffer.append(json: key)
            buffer.append(":")
            buffer.append(json: value)
        }
        buffer.append("}")
    }
}
