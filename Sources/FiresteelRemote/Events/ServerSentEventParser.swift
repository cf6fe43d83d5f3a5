/// An event of a server-sent event stream.
public struct ServerSentEvent: Sendable, Hashable {
    /// The type of the event; `message` unless the server specifies another.
    public var event: String
    /// The data of the event.
    public var data: String
    /// The identifier of the newest event that had one, to resume from.
    public var lastEventID: String?

    /// Creates an event.
    public init(event: String = "message", data: String, lastEventID: String? = nil) {
        self.event = event
        self.data = data
        self.lastEventID = lastEventID
    }
}

/// Parses a stream of server-sent events by the HTML standard, from pieces of any size.
public struct ServerSentEventParser: Sendable {
    /// An error in a stream.
    public enum ParseError: Error, Sendable, Hashable, CustomStringConvertible {
        /// An event, or a line of one, is larger than the limit in bytes.
        case eventTooLarge(limit: Int)

        /// A message with the cause.
        public var description: String {
            switch self {
            case .eventTooLarge(let limit): "An event of the stream is larger than \(limit) bytes."
            }
        }
    }

    /// The time to wait before reconnecting, in milliseconds, if the server specified one.
    public private(set) var retryMilliseconds: Int?

    private let limit: Int
    private var line: [UInt8] = []
    private var endedWithReturn = false
    private var isFirstLine = true
    private var event = ""
    private var data: [UInt8]?
    /// The identifier of the newest event that had one; empty if the server reset it.
    package private(set) var lastEventID: String?

    /// Creates a parser.
    ///
    /// - Parameter limit: The maximum size of an event, in bytes. 64 KiB by default.
    public init(limit: Int = 64 << 10) {
        self.limit = limit
    }

    /// Parses a piece of the stream, and returns the events that it completes.
    ///
    /// - Throws: ``ParseError``; the bytes read so far are then lost, and the stream must be opened again.
    public mutating func read(_ bytes: [UInt8]) throws(ParseError) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\n") where endedWithReturn:
                endedWithReturn = false
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                endedWithReturn = byte == UInt8(ascii: "\r")
                if let event = endLine() { events.append(event) }
            default:
                endedWithReturn = false
                line.append(byte)
                guard line.count + (data?.count ?? 0) <= limit else { throw .eventTooLarge(limit: limit) }
            }
        }
        return events
    }

    private mutating func endLine() -> ServerSentEvent? {
        defer { line.removeAll(keepingCapacity: true) }
        if isFirstLine {
            isFirstLine = false
            if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        }
        if line.isEmpty { return dispatch() }
        let colon = line.firstIndex(of: UInt8(ascii: ":"))
        // A comment, which servers send as a keep-alive.
        if colon == 0 { return nil }
        var value = colon.map { line[($0 + 1)...] } ?? []
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        switch String(decoding: line[..<(colon ?? line.count)], as: UTF8.self) {
        case "data":
            if data == nil {
                data = Array(value)
            } else {
                data?.append(UInt8(ascii: "\n")); data?.append(contentsOf: value)
            }
        case "event": event = String(decoding: value, as: UTF8.self)
        case "id" where !value.contains(0): lastEventID = String(decoding: value, as: UTF8.self)
        case "retry":
            if !value.isEmpty, value.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
                retryMilliseconds = Int(String(decoding: value, as: UTF8.self)) ?? retryMilliseconds
            }
        default: break
        }
        return nil
    }

    private mutating func dispatch() -> ServerSentEvent? {
        defer {
            event = ""
            data = nil
        }
        guard let data else { return nil }
        return ServerSentEvent(
            event: event.isEmpty ? "message" : event, data: String(decoding: data, as: UTF8.self),
            lastEventID: lastEventID)
    }
}
