import Crypto
import Dispatch
import FiresteelDatabase
import FiresteelFlags
import FiresteelGzip
import FiresteelHTTP
import FiresteelHTTPServer
import FiresteelInsight
import Foundation
import HTTPTypes
import Synchronization

@testable import FiresteelServer
@testable import FiresteelStore

/// A request to one of the endpoints to which programs send messages, without a server around it.
struct IngestRequest {
    enum Outcome: Equatable {
        /// All or some of its messages reached the database.
        case stored
        /// Each message was refused.
        case results([JSONValue])
        /// The request was refused.
        case refused(status: Int, code: String, details: [String: JSONValue])
    }

    private let endpoint: String
    private let wire: Int
    private var request = APIRequest()

    private init(_ endpoint: String, wire: Int, body: [UInt8]) {
        self.endpoint = endpoint
        self.wire = wire
        request.caller = .token(
            AccessToken(
                id: "t", hint: "fs_ingest", program: "documents", environment: "development", kind: .ingest, role: nil,
                name: "Fuzz", created: 0, creator: "", createdBy: "", expires: nil, revoked: nil, lastUsed: nil))
        set(body)
    }

    /// A request with one message.
    init(_ kind: InsightMessage.Kind, run: String, number: Int, body: [UInt8]) {
        switch kind {
        case .segment: self.init("storeSegment", wire: 512 << 10, body: body)
        case .report: self.init("storeReport", wire: ReportLimits.compressedBytes, body: body)
        }
        request.parameters = ["run": run, "number": "\(number)"]
    }

    /// A request with many messages.
    init(batch body: [UInt8]) { self.init("storeBatch", wire: 4 << 20, body: body) }

    private mutating func set(_ body: [UInt8]) {
        request.body = body
        request.fields[HTTPField.Name(literal: "Content-Digest")] = "sha-256=:\(Data(Self.digest(body)).base64EncodedString()):"
    }

    /// The request with gzip, or `nil` if it is too large on the wire.
    var compressed: IngestRequest? {
        var other = self
        other.set(Gzip.compressed(request.body))
        other.request.fields[.contentEncoding] = "gzip"
        return other.request.body.count <= wire ? other : nil
    }

    /// Returns the SHA-256 of bytes.
    static func digest(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }

    /// Sends the request, and checks that a refusal names its reason.
    func send() -> Outcome {
        let result = Completion()
        let (endpoint, request) = (endpoint, request)
        Task.detached {
            let outcome = await Self.outcome(request, endpoint)
            result.outcome.withLock { $0 = outcome }
            result.isDone.signal()
        }
        result.isDone.wait()
        guard let outcome = result.outcome.withLock({ $0 }) else { preconditionFailure("A request without an outcome") }
        return outcome
    }

    private final class Completion: Sendable {
        let outcome = Mutex<Outcome?>(nil)
        let isDone = DispatchSemaphore(value: 0)
    }

    private static func outcome(_ request: APIRequest, _ endpoint: String) async -> Outcome {
        let clock = ServerClock { 1_800_000_000_000 }
        let endpoints = IngestEndpoints(
            writer: IngestWriter(Refusing(), hash: PersonHash(secret: "a secret"), clock: clock),
            rates: IngestRates(clock: clock), counts: IngestCounts(), clock: clock)
        guard let endpoint = endpoints.all.first(where: { $0.id == endpoint }) else {
            preconditionFailure("There is no endpoint \(endpoint)")
        }
        do {
            let response = try await endpoint.handle(request)
            guard case .bytes(let bytes) = response.body, response.status == .ok,
                case .array(let results)? = try JSONValue(json: bytes).objectValue?["results"]
            else { preconditionFailure("A response without results: \(response.status)") }
            return .results(results)
        } catch let error as HTTPProblem {
            check(error.status.code, error.code, error.message, error.details)
            return .refused(status: error.status.code, code: error.code, details: error.details)
        } catch is Refusing.Reached {
            return .stored
        } catch {
            preconditionFailure("An error without a reason: \(error)")
        }
    }

    /// Checks that a refusal says why: the member that is wrong, or the limit that is exceeded.
    static func check(_ status: Int, _ code: String, _ message: String, _ details: [String: JSONValue]) {
        precondition(!message.isEmpty, "\(status) \(code) without a message")
        switch (status, code) {
        case (400, "bad-request"), (400, "wrong-digest"): break
        case (400, "invalid"): precondition(details["member"]?.stringValue != nil, "\(message) without a member")
        case (413, "too-large"):
            let limits = ["wire", "inflated"] + InsightMessageError.Limit.allCases.map(\.rawValue)
            precondition(limits.contains(details["limit"]?.stringValue ?? ""), "\(message) without a limit")
        default: preconditionFailure("A refusal with \(status) \(code): \(message)")
        }
    }
}

/// A database that ends each transaction before it begins: what messages are stored as is tested elsewhere.
private struct Refusing: Database {
    /// A transaction was begun.
    struct Reached: Error {}

    var dialect: DatabaseDialect { .sqlite }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
    ) async throws -> Value { throw Reached() }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any DatabaseConnection) throws -> Value
    ) async throws -> Value { throw Reached() }

    func migrate(to schema: DatabaseSchema) async throws -> [Int] { [] }

    func close() async {}
}
