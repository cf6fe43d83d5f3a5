import DatabaseTestSupport
import Dispatch
import FiresteelBase
import FiresteelStore
import Foundation
import HTTPTypes
import Testing

@testable import FiresteelServer

@Suite("Long work", .timeLimit(.minutes(3)))
struct LongWorkTests {
    /// The number of requested pieces of long work that run at the same time.
    private static let width = 2

    @Test("Programs and operators are answered while long work that others requested occupies all of its threads")
    func otherRequests() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            // More flags than are evaluated on the thread of a connection.
            let edits = (1...60).flatMap { ServerFixture.edits(creating: "flag-\($0)") }
            let created = try await fixture.propose("create", edits, cookie: cookie)
            #expect(created.json["result"] == "applied", "\(created.json)")
            let token = try await fixture.token(.client)

            let hasBegun = DispatchSemaphore(value: 0)
            let mayEnd = DispatchSemaphore(value: 0)
            // If it ran in Swift's pool, it would block every thread there.
            let count = ProcessInfo.processInfo.activeProcessorCount + Self.width
            let work = (0..<count).map { _ in
                Task {
                    await Offload.run { () -> Bool in
                        hasBegun.signal()
                        // A pool without free threads couldn't even end this test, so the wait is bounded.
                        return mayEnd.wait(timeout: .now() + 60) == .success
                    }
                }
            }
            do {
                defer { for _ in 0..<count { mayEnd.signal() } }
                try await Command.onThread { for _ in 0..<Self.width { hasBegun.wait() } }
                for path in ["/healthz", "/readyz"] {
                    let answer = try await fixture.send(.get, path)
                    #expect(answer.status == 200, "\(path)")
                }
                let values = try await fixture.send(
                    .post, "/ofrep/v1/evaluate/flags", token: token, body: ["context": ["targetingKey": "ada"]])
                #expect(values.status == 200 && values.json["flags"]?.arrayValue?.count == 60)
                // The rest still waits for a thread.
                let isBounded = try await Command.onThread { hasBegun.wait(timeout: .now()) == .timedOut }
                #expect(isBounded)
            }
            for piece in work {
                let wasReleased = await piece.value
                #expect(wasReleased)
            }
        }
    }
}
