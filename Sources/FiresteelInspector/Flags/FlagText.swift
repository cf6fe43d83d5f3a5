import FiresteelFlags
import Foundation

/// Values as the pages and the files have them: JSON in a text.
enum FlagText {
    /// How deep values that are sent may be nested.
    static let deepest = 100

    /// Reads a value that was sent.
    ///
    /// - Parameters:
    ///   - text: JSON.
    ///   - name: What it is called in the message.
    /// - Throws: `APIError` with the place where it stops being JSON.
    static func read(_ text: String, as name: String) throws(APIError) -> FlagValue {
        do {
            return try FlagValue(json: text.utf8, limits: JSONLimits(bytes: 64 << 10, depth: deepest))
        } catch {
            throw .badRequest("\(name) is no JSON. \(error)")
        }
    }

    /// All values of a moment as a file: by key, each with where it came from.
    static func write(_ snapshot: FlagSnapshot) -> [UInt8] {
        let flags = snapshot.entries.mapValues { entry in
            var parts: [String: FlagValue] = ["value": entry.value, "reason": .string(entry.reason.rawValue)]
            parts["variant"] = entry.variant.map { .string($0) }
            parts["provider"] = entry.provider.map { .string($0) }
            return FlagValue.object(parts)
        }
        let taken = Date(timeIntervalSince1970: snapshot.taken).formatted(.iso8601)
        let all: FlagValue = [
            "environment": .string(snapshot.environment.rawValue), "taken": .string(taken), "flags": .object(flags),
        ]
        return Array("\(all.json(pretty: true))\n".utf8)
    }
}
