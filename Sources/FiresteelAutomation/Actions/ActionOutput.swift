import FiresteelBase
import Foundation
import Synchronization

/// Collects what an action shows, as text and as JSON.
///
/// A presenter of an ``AutomationPresenter`` writes to it. It is bounded: see ``AutomationLimits/resultBytes``.
public final class ActionOutput: Sendable {
    /// The collected output.
    struct Collected: Sendable {
        /// The text, in lines.
        var text = ""
        /// The values, as JSON.
        var values: [String] = []
        /// The size of the values, in bytes.
        fileprivate var valueBytes = 0
        /// Whether some of the output was dropped because of its size.
        var isCut = false
    }

    private let limit: Int
    private let state = Mutex(Collected())

    /// Creates an empty output.
    ///
    /// - Parameter limit: The maximum size in bytes.
    public init(limit: Int = 1 << 20) { self.limit = limit }

    /// Adds a text.
    public func write(_ text: String) { add(text, value: nil) }

    /// Adds a text for people, and the same as a value for programs.
    ///
    /// A value that can't be encoded as JSON is dropped. Dates are ISO 8601.
    public func write(_ text: String, _ value: some Encodable) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        add(text, value: (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) })
    }

    func add(_ text: String, value: String?) {
        state.withLock { state in
            var room = max(limit - state.text.utf8.count - state.valueBytes, 0)
            let part = text.beginning(upTo: room)
            room -= part.utf8.count
            if part.utf8.count < text.utf8.count { state.isCut = true }
            if !part.isEmpty { state.text += state.text.isEmpty ? part : "\n" + part }
            guard let value else { return }
            guard value.utf8.count <= room else { return state.isCut = true }
            state.values.append(value)
            state.valueBytes += value.utf8.count
        }
    }

    func collected() -> Collected { state.withLock { $0 } }
}
