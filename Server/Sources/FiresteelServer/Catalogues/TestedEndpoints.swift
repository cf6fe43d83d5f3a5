import FiresteelBase
import FiresteelDatabase
import FiresteelHTTPServer
import FiresteelInsight
import FiresteelStore
import HTTPTypes

/// The endpoints to which CI sends the behaviour of a version's tests.
///
/// Each part of the tests adds what it does, in any order and as often as it likes; a replacement forgets what came before.
/// Only tokens of the kind `server` may, as for catalogues: those in apps could hide what is untested.
struct TestedEndpoints: Sendable {
    let database: any Database
    let clock: ServerClock

    var all: [Endpoint] {
        [
            endpoint(.post, "addTested", "Adds what tests of a version of the program do", replaces: false),
            endpoint(.put, "replaceTested", "Replaces what tests of a version of the program do", replaces: true),
        ]
    }

    private func endpoint(
        _ method: HTTPRequest.Method, _ id: String, _ summary: String, replaces: Bool
    ) -> Endpoint {
        Endpoint(
            method: method, path: "/ingest/v1/tested/{version}", id: id,
            summary: "\(summary). “Content-Digest” has the SHA-256 of the body", access: .program([.server]),
            request: ["type": "object"], response: nil, status: .noContent,
            bodyLimit: TestedBehaviour.maximumBytes,
            handle: { try await store($0, replaces: replaces) })
    }

    private func store(_ request: APIRequest, replaces: Bool) async throws -> HTTPServerResponse {
        guard case .token(let token) = request.caller else { throw HTTPProblem.unauthorized }
        let version = try ProgramVersion.named(in: request)
        let body = try request.undamagedBody()
        let behaviour = try await Offload.run { Result { try TestedBehaviour(json: body).counted } }.mapError {
            HTTPProblem.badRequest("\($0)")
        }.get()
        let time = clock.now()
        try await HTTPProblem.ofDamagedTests {
            try await database.write { database in
                try TestedTable(database).store(
                    behaviour, program: token.program, version: version, replaces: replaces, time: time)
            }
        }
        return .empty
    }
}

extension HTTPProblem {
    /// Performs what reads the stored behaviour of tests, of which CI has the original.
    static func ofDamagedTests<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch StoreError.damaged(let reason) {
            throw HTTPProblem(
                status: .internalServerError, code: "damaged",
                message: "\(reason) Send it again with “firesteel coverage --send … --replace”.")
        }
    }
}
