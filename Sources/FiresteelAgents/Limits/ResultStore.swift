package import FiresteelBase
import Synchronization

/// Results that were too long to return whole, so that callers can fetch the rest.
package final class ResultStore: Sendable {
    /// A part of a stored result.
    package struct Part: Sendable {
        package let text: String
        /// The offset of the next part, in bytes, or `nil` at the end.
        package let next: Int?
        /// The size of the whole, in bytes.
        package let bytes: Int
    }

    private struct Stored {
        let identifier: String
        let caller: String
        let group: String
        let content: String
    }

    private struct State {
        /// The stored results, the oldest first.
        var stored: [Stored] = []
        var bytes = 0
        var bytesByGroup: [String: Int] = [:]

        /// The index of the oldest result of the group that has the most bytes.
        var next: Int? {
            let largest = bytesByGroup.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
            // The last one was stored just now.
            return stored.dropLast().firstIndex { $0.group == largest } ?? (stored.count > 1 ? 0 : nil)
        }

        mutating func add(_ result: Stored) {
            stored.append(result)
            count(result, 1)
        }

        mutating func remove(at index: Int) { count(stored.remove(at: index), -1) }

        private mutating func count(_ result: Stored, _ sign: Int) {
            bytes += sign * result.content.utf8.count
            bytesByGroup[result.group, default: 0] += sign * result.content.utf8.count
            if bytesByGroup[result.group] == 0 { bytesByGroup[result.group] = nil }
        }
    }

    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter limit: The size of all results, in bytes, beyond which the oldest of the largest group are removed.
    package init(limit: Int) { self.limit = limit }

    /// Stores a result for a caller of a group, and returns its identifier.
    package func store(_ content: String, for caller: String, of group: String = "") -> String {
        var generator = SystemRandomNumberGenerator()
        let identifier = Hexadecimal.text((0..<12).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
        state.withLock { state in
            state.add(Stored(identifier: identifier, caller: caller, group: group, content: content))
            while state.bytes > limit, state.stored.count > 1, let next = state.next { state.remove(at: next) }
        }
        return identifier
    }

    /// Returns a part of a caller's result, or `nil` if it isn't stored, or belongs to another caller.
    ///
    /// - Parameters:
    ///   - offset: Where the part begins, in bytes.
    ///   - length: The maximum size, in bytes.
    package func part(of identifier: String, for caller: String, from offset: Int, length: Int) -> Part? {
        let content = state.withLock { state in
            state.stored.first { $0.identifier == identifier && $0.caller == caller }?.content
        }
        guard let content else { return nil }
        let bytes = content.utf8.count
        var begin = content.utf8.index(content.startIndex, offsetBy: min(max(offset, 0), bytes))
        while begin > content.startIndex, content.utf8.isInsideCharacter(begin) {
            begin = content.utf8.index(before: begin)
        }
        let text = content[begin...].beginning(upTo: max(length, 4))
        let end = content.utf8.distance(from: content.startIndex, to: begin) + text.utf8.count
        return Part(text: text, next: end < bytes ? end : nil, bytes: bytes)
    }
}

extension ResultStore.Part {
    /// The part as JSON.
    package var json: JSONValue {
        var members: [String: JSONValue] = ["text": .string(text), "bytes": .int(bytes)]
        if let next { members["next"] = .int(next) }
        return .object(members)
    }
}
