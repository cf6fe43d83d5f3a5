import FiresteelFlags
import FiresteelHTTPServer
import Foundation

/// Values in the format of pages and files: JSON as text.
enum FlagText {
    /// The maximum nesting of received values.
    static let deepest = 100

    /// Parses a received value.
    ///
    /// - Parameters:
    ///   - text: The JSON.
    ///   - name: The name in the error message.
    /// - Throws: `HTTPProblem` with the position of the error.
    static func read(_ text: String, as name: String) throws(HTTPProblem) -> JSONValue {
        do {
            return try JSONValue(json: text.utf8, limits: JSONLimits(bytes: 64 << 10, depth: deepest))
        } catch {
            throw .badRequest("\(name) isn't JSON. \(error)")
        }
    }

    /// Returns the values of a snapshot as a file: by key, each with its source.
    static func write(_ snapshot: FlagSnapshot) -> [UInt8] {
        let flags = snapshot.entries.mapValues { entry in
            var parts: [String: JSONValue] = ["value": entry.value, "reason": .string(entry.reason.rawValue)]
            parts["variant"] = entry.variant.map { .string($0) }
            parts["provider"] = entry.provider.map { .string($0) }
            return JSONValue.object(parts)
        }
        let taken = Date(timeIntervalSince1970: snapshot.taken).formatted(.iso8601)
        let all: JSONValue = [
            "environment": .string(snapshot.environment.rawValue), "taken": .string(taken), "flags": .object(flags),
        ]
        return Array("\(all.json(pretty: true))\n".utf8)
    }
}
