/// Puts begins and completions together as they come.
///
/// Feed it the events of a run in order; it gives each perform when it completes, and those that are still in flight
/// when asked. It remembers no more than what is in flight.
public struct PerformAssembler: Sendable {
    private var begins: [UInt64: TimelineEvent] = [:]
    /// Completions at the very reading of the clock at which their perform began, whose begin may be still to come:
    /// events of two threads at one reading have no order.
    ///
    /// Only a clock that stands still makes them.
    private var early: [UInt64: TimelineEvent] = [:]

    /// One that has seen nothing yet.
    public init() {}

    /// Starts with what a run remembers of performs in flight.
    init(inFlight: [TimelineEvent]) {
        for event in inFlight { begins[event.perform] = event }
    }

    /// Takes an event.
    /// - Returns: The perform that it completes, or begins; nil for other events.
    public mutating func add(_ event: TimelineEvent, names: NameIndex) -> PerformRecord? {
        switch event.kind {
        case .begin:
            if let completion = early.removeValue(forKey: event.perform) {
                return PerformRecord(begin: event, completion: completion, names: names)
            }
            begins[event.perform] = event
            return PerformRecord(begin: event, names: names)
        case .completion:
            if let begin = begins.removeValue(forKey: event.perform) {
                return PerformRecord(begin: begin, completion: event, names: names)
            }
            guard event.began != event.time else {
                early[event.perform] = event
                return nil
            }
            return PerformRecord(completion: event, names: names)
        default:
            return nil
        }
    }

    /// Takes an event as ``add(_:names:)`` does, and gives the perform only when it completes.
    mutating func complete(_ event: TimelineEvent, names: NameIndex) -> PerformRecord? {
        if event.kind == .begin, early[event.perform] == nil {
            begins[event.perform] = event
            return nil
        }
        return event.kind == .begin || event.kind == .completion ? add(event, names: names) : nil
    }

    /// The performs whose begin never came, once all events are in.
    mutating func takeLeftOver(names: NameIndex) -> [PerformRecord] {
        defer { early = [:] }
        return early.values.sorted { ($0.time, $0.sequence) < ($1.time, $1.sequence) }
            .map { PerformRecord(completion: $0, names: names) }
    }

    /// The performs that have begun and not completed, the oldest first.
    public func inFlight(names: NameIndex) -> [PerformRecord] {
        begins.values.sorted { ($0.time, $0.sequence) < ($1.time, $1.sequence) }
            .map { PerformRecord(begin: $0, names: names) }
    }
}
