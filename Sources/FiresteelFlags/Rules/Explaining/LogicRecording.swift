/// The recorded evaluation of a rule: a tree of the nodes that were evaluated, in order.
struct LogicRecording: LogicTrace {
    /// The evaluation of a node.
    struct Event {
        enum Result {
            /// The evaluation ended with an error.
            case none
            case value(JSONValue)
            case truth(Bool)
        }

        let node: Int
        fileprivate(set) var result = Result.none
        /// The events of its operands, in order.
        fileprivate(set) var children: [Int] = []
        /// The result of a share, `nil` if nothing was drawn.
        fileprivate(set) var draw: (names: [JSONValue], draw: LogicDraw)?
    }

    /// The maximum number of events: more than an explanation shows, whose limit is lower.
    private static let limit = 10_000

    static var records: Bool { true }

    private(set) var events: [Event] = []
    /// The events that began and haven't ended; `nil` for those that aren't recorded.
    private var open: [Int?] = []

    mutating func begin(_ node: Int, isRepeated: Bool) {
        let isRecorded = events.count < Self.limit && open.last != .some(nil) && !isRepeated
        if isRecorded, case .some(let parent?) = open.last { events[parent].children.append(events.count) }
        open.append(isRecorded ? events.count : nil)
        if isRecorded { events.append(Event(node: node)) }
    }

    mutating func end(_ value: JSONValue) { finish(.value(value)) }

    mutating func end(_ truth: Bool) { finish(.truth(truth)) }

    mutating func draw(_ names: [JSONValue], _ draw: LogicDraw) {
        if case .some(let event?) = open.last { events[event].draw = (names, draw) }
    }

    mutating func draw(_ shares: LogicShares, in code: LogicTables, bucket: Int64, hit: Int) {
        let range = Int(shares.first)..<Int(shares.first) + Int(shares.count)
        let names = code.names[range].map { code.constants[Int(code.nodes[Int($0)].detail)] }
        draw(names, .share(bucket: bucket, ends: Array(code.ends[range]), hit: hit))
    }

    private mutating func finish(_ result: Event.Result) {
        if case .some(let event?) = open.popLast() { events[event].result = result }
    }
}
