import CBenchmarkSupport
import Firesteel
import FiresteelAutomation
import Foundation

/// Calls over HTTP and by agents, on one connection, beside requests that the same server answers without one; and lists.
enum AutomationCosts: BenchmarkGroup {
    static let name = "automation"
    static let title = "Calls over HTTP and by agents, of a program with 1,000 published actions, timeline in memory"

    static func measure() async throws -> [Measurement] {
        let runtime = try FeatureRuntime.setUp(Published.self, RuntimeConfiguration(storage: .memory))
        let automation = Automation(runtime)
        let token = String(repeating: "0123456789abcdef", count: 2)
        guard let configuration = AutomationServerConfiguration(token: token) else { throw AutomationCostsError() }
        let server = try await AutomationServer.start(automation, configuration)
        let client = try LoopbackClient(port: server.port)
        func request(_ method: String, _ path: String, _ body: String = "", _ fields: String = "") -> [UInt8] {
            Array(
                """
                \(method) \(path) HTTP/1.1\r
                Host: 127.0.0.1:\(server.port)\r
                Authorization: Bearer \(token)\r
                Content-Type: application/json\r
                \(fields)Content-Length: \(body.utf8.count)\r
                \r
                \(body)
                """.utf8)
        }
        func tool(_ method: String, _ name: String?) -> [UInt8] {
            let meta = """
                "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", \
                "io.modelcontextprotocol/clientCapabilities": {}}
                """
            let parameters =
                name.map { #""name": "perform-action", "arguments": {"name": "\#($0)", "input": {}}, "# } ?? ""
            let body = #"{"jsonrpc": "2.0", "id": 1, "method": "\#(method)", "params": {\#(parameters)\#(meta)}}"#
            let named = name == nil ? "" : "Mcp-Name: perform-action\r\n"
            return request(
                "POST", "/mcp", body, "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: \(method)\r\n\(named)")
        }
        let feature = "Published/Area0/Part0"
        let subjects = [
            ("request for a path that there isn't", request("POST", "/nothing/here", "{}"), 404),
            ("call over HTTP", request("POST", "/actions/\(feature)/Step0", "{}"), 200),
            ("call by an agent", tool("tools/call", "\(feature)/#Step0"), 200),
            ("list of 1,000 actions over HTTP", request("GET", "/actions"), 200),
            ("list of tools for an agent", tool("tools/list", nil), 200),
        ]
        for (name, request, status) in subjects {
            guard try client.exchange(request) == status, !client.text.contains(#""isError":true"#) else {
                throw AutomationCostsError(request: name)
            }
        }
        var measurements = await Rounds(counted: 0).measure(
            [Subject("perform") { count in for _ in 0..<count { await Part<N0, N0>.first.perform() } }]
                + subjects.map { name, request, status in
                    Subject(name) { count in
                        for _ in 0..<count where (try? client.exchange(request)) != status {
                            fatalError("The server of actions doesn't answer.")
                        }
                    }
                })
        await server.stop()
        if let call = measurements["call over HTTP"], let bare = measurements["request for a path that there isn't"] {
            measurements.append(Measurement.difference("call over HTTP, more than a request", call, bare))
        }
        return measurements
    }

    private struct AutomationCostsError: Error {
        var request = "The configuration"
    }
}

/// A connection to this machine that sends a request and waits for the whole response.
private final class LoopbackClient {
    private let descriptor: Int32
    private var buffer = [UInt8](repeating: 0, count: 1 << 20)
    private var filled = 0

    /// The beginning of the last response.
    var text: String { String(decoding: buffer[..<min(filled, 1 << 12)], as: UTF8.self) }

    init(port: UInt16) throws {
        #if canImport(Glibc)
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw POSIXError(.ECONNREFUSED) }
        var on: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit { close(descriptor) }

    /// Returns the status of the response to a request.
    func exchange(_ request: [UInt8]) throws -> Int {
        guard send(descriptor, request, request.count, 0) == request.count else {
            throw POSIXError(.EPIPE)
        }
        filled = 0
        var length: Int?
        while length.map({ filled < $0 }) ?? true {
            let received = buffer.withUnsafeMutableBytes { bytes in
                let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[filled...])
                return recv(descriptor, rest.baseAddress, rest.count, 0)
            }
            guard received > 0 else { throw POSIXError(.ECONNRESET) }
            filled += received
            length = length ?? Self.length(buffer[..<filled])
        }
        return Int(String(decoding: buffer[9..<12], as: UTF8.self)) ?? 0
    }

    /// Returns the size of a response, `nil` as long as its head isn't there.
    private static func length(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
        let field = head.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
        return end.upperBound + (field.flatMap { Int($0.dropFirst(16)) } ?? 0)
    }
}

/// A program of 1,000 published actions: ten groups of ten features with ten actions each.
private enum Published: FeatureGroup {
    static let subfeatures = features(
        Area<N0>.self, Area<N1>.self, Area<N2>.self, Area<N3>.self, Area<N4>.self, Area<N5>.self, Area<N6>.self,
        Area<N7>.self, Area<N8>.self, Area<N9>.self)
}

private protocol Digit: SendableMetatype { static var digit: Int { get } }
private enum N0: Digit { static let digit = 0 }
private enum N1: Digit { static let digit = 1 }
private enum N2: Digit { static let digit = 2 }
private enum N3: Digit { static let digit = 3 }
private enum N4: Digit { static let digit = 4 }
private enum N5: Digit { static let digit = 5 }
private enum N6: Digit { static let digit = 6 }
private enum N7: Digit { static let digit = 7 }
private enum N8: Digit { static let digit = 8 }
private enum N9: Digit { static let digit = 9 }

private enum Area<First: Digit>: FeatureGroup {
    static var identifier: String { "Area\(First.digit)" }
    static var subfeatures: FeatureList {
        features(
            Part<First, N0>.self, Part<First, N1>.self, Part<First, N2>.self, Part<First, N3>.self,
            Part<First, N4>.self, Part<First, N5>.self, Part<First, N6>.self, Part<First, N7>.self,
            Part<First, N8>.self, Part<First, N9>.self)
    }
}

private enum Part<First: Digit, Second: Digit>: Feature {
    static var identifier: String { "Part\(Second.digit)" }
    static var first: ActionBinding<Part<First, Second>, Step<First, Second, N0>> {
        action(Step<First, Second, N0>.self, .published)
    }
    static var actions: DeclaredActions {
        declare(
            first, action(Step<First, Second, N1>.self, .published),
            action(Step<First, Second, N2>.self, .published), action(Step<First, Second, N3>.self, .published),
            action(Step<First, Second, N4>.self, .published), action(Step<First, Second, N5>.self, .published),
            action(Step<First, Second, N6>.self, .published), action(Step<First, Second, N7>.self, .published),
            action(Step<First, Second, N8>.self, .published), action(Step<First, Second, N9>.self, .published))
    }
}

private enum Step<First: Digit, Second: Digit, Third: Digit>: Action {
    static var identifier: String { "Step\(Third.digit)" }
    static var name: String { "Take step \(Third.digit) of part \(Second.digit) in area \(First.digit)" }
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}
