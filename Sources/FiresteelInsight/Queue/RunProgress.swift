import FiresteelBase

/// The progress of a run's messages: what a server has of it, what was dropped, and what is queued.
///
/// The file of a run has what left the queue. The names of queued files complete it, so that storing a message is one step:
/// a process that is killed leaves the message with its progress, or neither.
package struct RunProgress: Sendable, Hashable {
    /// The number of the last segment, 0 for none.
    package var segment = 0
    /// The end of that segment's period, as a reading of the run's clock.
    package var until: UInt64 = 0
    /// The number of the last report, 0 for none.
    package var report = 0
    /// The time of the last reported failure, as a reading of the run's clock.
    package var failure: UInt64 = 0
    /// Whether the abnormal end was reported.
    package var hasCrash = false
    /// Whether the run ended, and all its messages were stored.
    package var isClosed = false
    /// A digest of the program's catalogue in this run.
    package var catalogue = ""
    /// The class of the device in this run.
    package var device = ""
    /// The system in this run, if the program declares it.
    package var system = ""
    /// The path of the folder of the run, empty if it is in memory.
    package var folder = ""

    package init() {}

    mutating func add(_ message: QueuedMessage) {
        if message.kind.isReport {
            report = max(report, message.number)
            if message.kind == .crash { hasCrash = true }
            if message.kind == .failure { failure = max(failure, message.until) }
        } else if message.number >= segment {
            segment = message.number
            until = max(until, message.until)
            if message.kind == .end { hasEnd = true }
        }
    }

    /// Whether the last segment of an abnormal end was stored.
    package var hasEnd = false
}

extension RunProgress {
    /// Reads the progress; what can't be read has its initial value.
    init(_ value: JSONValue) {
        guard case .object(let members) = value else { return }
        func int(_ name: String) -> Int? {
            if case .int(let number)? = members[name], number >= 0 { return number }
            return nil
        }
        func number(_ name: String) -> Int {
            guard let number = int(name), number <= QueuedMessage.maximumNumber else { return 0 }
            return number
        }
        func text(_ name: String) -> String {
            if case .string(let text)? = members[name] { return text }
            return ""
        }
        segment = number("segment")
        until = UInt64(int("until") ?? 0)
        report = number("report")
        failure = UInt64(int("failure") ?? 0)
        hasCrash = members["crash"] == .bool(true)
        hasEnd = members["end"] == .bool(true)
        isClosed = members["closed"] == .bool(true)
        catalogue = text("catalogue")
        device = text("device")
        system = text("system")
        folder = text("folder")
    }

    var value: JSONValue {
        [
            "segment": .int(segment), "until": .int(Int(clamping: until)), "report": .int(report),
            "failure": .int(Int(clamping: failure)), "crash": .bool(hasCrash), "end": .bool(hasEnd),
            "closed": .bool(isClosed), "catalogue": .string(catalogue), "device": .string(device),
            "system": .string(system), "folder": .string(folder),
        ]
    }
}
