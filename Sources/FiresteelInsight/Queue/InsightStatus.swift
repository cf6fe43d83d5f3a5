import FiresteelBase

/// The counts of sent and dropped messages so far, and the last response of the server.
public struct InsightStatus: Sendable, Hashable {
    /// The reasons for which a message is dropped.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// The queue was full; the oldest segments are dropped first, then the oldest reports.
        case full
        /// The server has other bytes for the same message (status 409).
        case conflict
        /// The server doesn't accept a message of this size (status 413).
        case tooLarge
        /// The server doesn't accept the message (status 400).
        case refused
        /// The file was damaged, and was set aside.
        case damaged
        /// A run was deleted before it was read, so that the number of its messages isn't known.
        case deleted
    }

    /// The number of messages that the server has.
    public var sent = 0
    /// The numbers of dropped messages.
    public var dropped: [Reason: Int] = [:]
    /// The names of the damaged files that were set aside last.
    public var damaged: [String] = []
    /// The last response of the server, or the error that prevented one.
    public var answer: String?
    /// The time of that response, in milliseconds since 1970.
    public var answered: Int64?
    /// The earliest time of the next attempt, in milliseconds since 1970, if the last one failed or the server asked to wait.
    public var next: Int64?
    /// The error that prevents messages from being stored, or `nil`.
    public var error: String?
    /// The number of dropped messages that a segment has reported.
    package var reported = 0

    /// Creates the status of a new folder.
    public init() {}

    /// The number of dropped messages.
    public var droppedCount: Int { dropped.values.reduce(0, +) }
}

extension InsightStatus {
    /// The largest count that is read; sums of a few don't overflow.
    private static let maximumCount = 1 << 40

    /// Reads a status; what can't be read has its initial value.
    init(_ value: JSONValue) {
        guard case .object(let members) = value else { return }
        func count(_ number: Int) -> Int { min(max(0, number), Self.maximumCount) }
        func int(_ name: String) -> Int? {
            if case .int(let number)? = members[name] { return number }
            return nil
        }
        func text(_ name: String) -> String? {
            if case .string(let text)? = members[name] { return text }
            return nil
        }
        sent = count(int("sent") ?? 0)
        reported = count(int("reported") ?? 0)
        if case .object(let counts)? = members["dropped"] {
            for (name, value) in counts {
                guard let reason = Reason(rawValue: name), case .int(let number) = value else { continue }
                dropped[reason] = count(number)
            }
        }
        if case .array(let names)? = members["damaged"] {
            damaged = names.compactMap { if case .string(let name) = $0 { name } else { nil } }
        }
        answer = text("answer")
        answered = int("answered").map(Int64.init)
        next = int("next").map(Int64.init)
        error = text("error")
    }

    var value: JSONValue {
        var members: [String: JSONValue] = ["sent": .int(sent), "reported": .int(reported)]
        members["dropped"] = .object(
            Dictionary(uniqueKeysWithValues: dropped.map { ($0.key.rawValue, JSONValue.int($0.value)) }))
        members["damaged"] = .array(damaged.map { .string($0) })
        members["answer"] = answer.map { .string($0) }
        members["answered"] = answered.map { .int(Int($0)) }
        members["next"] = next.map { .int(Int($0)) }
        members["error"] = error.map { .string($0) }
        return .object(members)
    }
}
