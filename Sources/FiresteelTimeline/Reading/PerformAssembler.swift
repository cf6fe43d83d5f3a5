/// Combines begins and completions into performs.
///
/// Add the events of a run in order. Each perform is returned when it completes, and those in flight on request. Memory
/// is limited to the performs in flight.
public struct PerformAssembler: Sendable {
    private var begins: [UInt64: TimelineEvent] = [:]
    /// Completions at exactly the clock reading at which their perform began, whose begin may follow, because events of
    /// two threads at one reading have no order.
    ///
    /// Only a stopped clock produces them.
    private var early: [UInt64: TimelineEvent] = [:]
    private var parts = KeptInputParts()
    /// The retained inputs of performs in flight.
    private var inputs: [UInt64: KeptInput] = [:]

    /// Creates an empty assembler.
    public init() {}

    /// Starts with the performs in flight that a run stores.
    init(inFlight: [TimelineEvent]) {
        for event in inFlight { begins[event.perform] = event }
    }

    /// Takes an event.
    /// - Returns: The perform that it completes, or begins; nil for other events.
    public mutating func add(_ event: TimelineEvent, names: NameIndex) -> PerformRecord? {
        switch event.kind {
        case .begin:
            if let completion = early.removeValue(forKey: event.perform) {
                return withInput(PerformRecord(begin: event, completion: completion, names: names))
            }
            begins[event.perform] = event
            return PerformRecord(begin: event, names: names)
        case .completion:
            if let begin = begins.removeValue(forKey: event.perform) {
                return withInput(PerformRecord(begin: begin, completion: event, names: names))
            }
            guard event.began != event.time else {
                early[event.perform] = event
                return nil
            }
            return withInput(PerformRecord(completion: event, names: names))
        case .inputKept:
            if let input = parts.add(event) { inputs[event.perform] = input }
            return nil
        default:
            return nil
        }
    }

    /// Returns a perform that has ended, with its retained input.
    private mutating func withInput(_ perform: PerformRecord) -> PerformRecord {
        guard let input = inputs.removeValue(forKey: perform.id) else { return perform }
        var perform = perform
        perform.keptInput = input
        return perform
    }

    /// Takes an event as ``add(_:names:)`` does, and returns the perform only when it completes.
    mutating func complete(_ event: TimelineEvent, names: NameIndex) -> PerformRecord? {
        if event.kind == .begin, early[event.perform] == nil {
            begins[event.perform] = event
            return nil
        }
        switch event.kind {
        case .begin, .completion, .inputKept: return add(event, names: names)
        default: return nil
        }
    }

    /// Returns the performs whose begin was not found, once all events were added.
    mutating func takeLeftOver(names: NameIndex) -> [PerformRecord] {
        defer { early = [:] }
        return early.values.sorted { ($0.time, $0.sequence) < ($1.time, $1.sequence) }
            .map { PerformRecord(completion: $0, names: names) }
    }

    /// The begins without a completion.
    var openBegins: [TimelineEvent] { Array(begins.values) }

    /// Returns the performs that have begun and not completed, the oldest first.
    public func inFlight(names: NameIndex) -> [PerformRecord] {
        begins.values.sorted { ($0.time, $0.sequence) < ($1.time, $1.sequence) }
            .map { begin in
                var perform = PerformRecord(begin: begin, names: names)
                perform.keptInput = inputs[begin.perform]
                return perform
            }
    }
}
