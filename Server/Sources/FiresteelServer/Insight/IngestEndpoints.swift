import FiresteelFlags
import FiresteelHTTPServer
import FiresteelInsight
import FiresteelStore
import HTTPTypes

/// The endpoints to which programs send summaries and reports.
///
/// A token decides program and environment. No address is stored.
struct IngestEndpoints: Sendable {
    let writer: IngestWriter
    let rates: IngestRates
    let counts: IngestCounts
    let clock: ServerClock
    /// Called when messages of a program are stored.
    var onStored: @Sendable (AccessToken) -> Void = { _ in }

    /// The bytes of a compressed segment.
    private static let segmentWire = 512 << 10
    /// The bytes of a compressed batch.
    private static let batchWire = 4 << 20
    /// The bytes of a batch.
    private static let batchInflated = 8 << 20
    private static let maximumItems = 100
    /// The bytes up to which a message is read where it arrives.
    private static let brief = 16 << 10
    /// The time until a program with nothing urgent is to send again, in seconds.
    private static let next = 900

    var all: [Endpoint] {
        [
            Endpoint(
                method: .put, path: "/ingest/v1/runs/{run}/segments/{number}", id: "storeSegment",
                summary:
                    "Stores the summary of a part of a run. “Content-Digest” has the SHA-256 of the body as it is sent",
                access: .program([.server, .ingest]), request: ["type": "object"], response: "IngestReceipt",
                status: .created, bodyLimit: SegmentLimits.bytes, acceptsGzip: true
            ) { try await store($0, .segment, wire: Self.segmentWire, inflated: SegmentLimits.bytes) },
            Endpoint(
                method: .put, path: "/ingest/v1/runs/{run}/reports/{number}", id: "storeReport",
                summary: "Stores a report. “Content-Digest” has the SHA-256 of the body as it is sent",
                access: .program([.server, .ingest]), request: ["type": "object"], response: "IngestReceipt",
                status: .created, bodyLimit: ReportLimits.bytes, acceptsGzip: true
            ) { try await store($0, .report, wire: ReportLimits.compressedBytes, inflated: ReportLimits.bytes) },
            Endpoint(
                method: .post, path: "/ingest/v1/batch", id: "storeBatch",
                summary: "Stores up to \(Self.maximumItems) summaries and reports, with a result for each",
                access: .program([.server, .ingest]),
                request: Schema.object([
                    "items": Schema.list(
                        Schema.object([
                            "run": Schema.string, "kind": Schema.word(["segment", "report"]),
                            "number": Schema.integer, "sha256": Schema.string, "body": Schema.string,
                        ]))
                ]), response: "IngestResults", bodyLimit: Self.batchInflated, acceptsGzip: true,
                handle: storeBatch),
        ]
    }

    // MARK: One message

    private func store(
        _ request: APIRequest, _ kind: InsightMessage.Kind, wire: Int, inflated: Int
    ) async throws -> HTTPServerResponse {
        do {
            guard case .token(let token) = request.caller else { throw HTTPProblem.unauthorized }
            let number = try MessageReader.number(request.parameter("number"))
            try admit(token, run: request.parameter("run"))
            try MessageReader.checkDigest(of: request)
            let scope = InsightScope(program: token.program, environment: token.environment)
            let correction = MessageReader.correction(of: request, now: clock.now())
            let message = try await read(request) {
                let body = try MessageReader.body(of: request, wire: wire, inflated: inflated)
                return try MessageReader.message(
                    MessageReader.Sent(
                        scope: scope, run: request.parameter("run"), kind: kind, number: number, body: body,
                        correction: correction))
            }
            let receipt = try await writer.store([message], of: scope)[0]
            onStored(token)
            return try response(to: receipt, of: scope)
        } catch {
            counts.add((error as? HTTPProblem)?.code ?? "unavailable")
            throw error
        }
    }

    private func admit(_ token: AccessToken, run: String) throws(HTTPProblem) {
        // Others may have megabytes.
        let isRun = MessageReader.isRun(run)
        try rates.admit(environment: "\(token.program)\t\(token.environment)", run: isRun ? run : nil)
    }

    /// Reads a message, on another thread if that may take long.
    private func read<Value: Sendable>(
        _ request: APIRequest, _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        if request.body.count <= Self.brief, request.fields[.contentEncoding] == nil { return try work() }
        return try await Offload.receive { Result { try work() } }.get()
    }

    private func response(to receipt: InsightReceipt, of scope: InsightScope) throws(HTTPProblem) -> HTTPServerResponse
    {
        switch receipt.outcome {
        case .other: throw Self.otherBytes
        case .same:
            counts.add("repeated")
            return HTTPServerResponse(json: json(receipt, of: scope))
        case .stored:
            counts.add("stored")
            return HTTPServerResponse(status: .created, json: json(receipt, of: scope))
        }
    }

    private static let otherBytes = HTTPProblem(
        status: .conflict, code: "other-bytes",
        message: "Another message is stored under this number of the run. Send this one under another number.")

    private func json(_ receipt: InsightReceipt, of scope: InsightScope) -> JSONValue {
        [
            "has": Self.has(receipt), "mayFollow": .int(mayFollow(scope)), "next": .int(Self.next),
        ]
    }

    private static func has(_ receipt: InsightReceipt) -> JSONValue {
        func list(_ ranges: [ClosedRange<Int64>]) -> JSONValue {
            .array(ranges.map { [.int(Int($0.lowerBound)), .int(Int($0.upperBound))] })
        }
        return ["segments": list(receipt.segments), "reports": list(receipt.reports)]
    }

    /// The bytes that a program may send before it waits: fewer while much waits.
    private func mayFollow(_ scope: InsightScope) -> Int {
        max(64 << 10, Int(Double(1 << 20) * (1 - writer.load(of: scope))))
    }

    // MARK: Many messages

    private struct Item: Sendable {
        let run: String
        let message: Result<InsightMessage, HTTPProblem>
    }

    private func storeBatch(_ request: APIRequest) async throws -> HTTPServerResponse {
        guard case .token(let token) = request.caller else { throw HTTPProblem.unauthorized }
        if request.fields[.contentDigest] != nil { try MessageReader.checkDigest(of: request) }
        let scope = InsightScope(program: token.program, environment: token.environment)
        let correction = MessageReader.correction(of: request, now: clock.now())
        let items: [Item]
        do {
            items = try await read(request) {
                let body = try MessageReader.body(of: request, wire: Self.batchWire, inflated: Self.batchInflated)
                return try Self.items(of: body, scope: scope, correction: correction)
            }
        } catch {
            counts.add((error as? HTTPProblem)?.code ?? "unavailable")
            throw error
        }
        var results = [JSONValue](repeating: .null, count: items.count)
        var accepted: [(index: Int, message: InsightMessage)] = []
        for (index, item) in items.enumerated() {
            do throws(HTTPProblem) {
                // Invalid ones count as well: reading them cost as much.
                try admit(token, run: item.run)
                let message = try item.message.get()
                accepted.append((index, message))
            } catch {
                results[index] = refusal(error)
            }
        }
        if !accepted.isEmpty {
            let receipts = try await writer.store(accepted.map(\.message), of: scope)
            onStored(token)
            for ((index, _), receipt) in zip(accepted, receipts) {
                switch receipt.outcome {
                case .other: results[index] = refusal(Self.otherBytes)
                case .same, .stored:
                    let isStored = receipt.outcome == .stored
                    counts.add(isStored ? "stored" : "repeated")
                    results[index] = ["status": .int(isStored ? 201 : 200), "has": Self.has(receipt)]
                }
            }
        }
        return HTTPServerResponse(
            json: ["results": .array(results), "mayFollow": .int(mayFollow(scope)), "next": .int(Self.next)])
    }

    private func refusal(_ error: HTTPProblem) -> JSONValue {
        counts.add(error.code)
        var members = error.details
        members["code"] = .string(error.code)
        members["message"] = .string(error.message)
        return ["status": .int(error.status.code), "error": .object(members)]
    }

    private static func items(
        of body: [UInt8], scope: InsightScope, correction: Int64?
    ) throws(HTTPProblem) -> [Item] {
        let value: JSONValue
        do {
            value = try JSONValue(json: body, limits: JSONLimits(bytes: batchInflated, depth: 8))
        } catch {
            throw .badRequest("The body isn't JSON: \(error)")
        }
        guard let list = value.objectValue?["items"]?.arrayValue else { throw .badRequest("“items” isn't a list.") }
        guard list.count <= maximumItems else { throw .badRequest("“items” has more than \(maximumItems) elements.") }
        return list.map { item in
            let members = item.objectValue ?? [:]
            let result: Result<InsightMessage, HTTPProblem>
            do throws(HTTPProblem) {
                result = .success(try message(members, scope: scope, correction: correction))
            } catch {
                result = .failure(error)
            }
            return Item(run: members["run"]?.stringValue ?? "", message: result)
        }
    }

    private static func message(
        _ members: [String: JSONValue], scope: InsightScope, correction: Int64?
    ) throws(HTTPProblem) -> InsightMessage {
        let run = try members.text("run")
        let kind: InsightMessage.Kind
        switch try members.text("kind") {
        case "segment": kind = .segment
        case "report": kind = .report
        default: throw .badRequest("“kind” has to be segment or report.")
        }
        guard let number = members["number"]?.intValue else { throw .badRequest("“number” isn't a whole number.") }
        let body = Array(try members.text("body").utf8)
        let limit = kind == .segment ? SegmentLimits.bytes : ReportLimits.bytes
        guard body.count <= limit else {
            throw HTTPProblem(
                status: .contentTooLarge, code: "too-large", message: "The message has more than \(limit) bytes.",
                details: ["limit": "inflated", "maximum": .int(limit)])
        }
        let message = try MessageReader.message(
            MessageReader.Sent(
                scope: scope, run: run, kind: kind, number: try MessageReader.number("\(number)"), body: body,
                correction: correction))
        let digest = try members.text("sha256").lowercased()
        guard digest == message.digest.map({ byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }).joined() else {
            throw HTTPProblem(
                status: .badRequest, code: "wrong-digest",
                message: "The body isn't the one that “sha256” describes. Send it again.")
        }
        return message
    }
}
