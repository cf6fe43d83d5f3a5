import DatabaseTestSupport
import FiresteelDatabase
import FiresteelFlags
import FiresteelStore
import Foundation
import HTTPTypes
import Testing

@testable import FiresteelServer

@Suite("Forged addresses and exhausted limits", .timeLimit(.minutes(2)))
struct ClientAddressTests {
    @Test(
        "Only a trusted proxy names the client, by the last address that the field has",
        arguments: [(true, "203.0.113.9"), (false, "127.0.0.1")])
    func forwarded(_ trustsProxy: Bool, _ address: String) async throws {
        try await ServerFixture.with {
            $0.trustsProxy = trustsProxy
        } _: { fixture in
            _ = try await fixture.signInFirst()
            let forwardedFor = try #require(HTTPField.Name("X-Forwarded-For"))
            let signedIn = try await fixture.send(
                .post, "/api/v1/session", body: ["email": "ines@example.com", "password": "correct horse battery"],
                fields: [
                    .origin: fixture.base.absoluteString, .ownPage: "1",
                    forwardedFor: "198.51.100.7, 203.0.113.9",
                ])
            #expect(signedIn.status == 200)
            let log = try await fixture.send(.get, "/api/v1/access-log", cookie: signedIn.session).json.json()
            #expect(log.contains("from \(address)"))
            #expect(!log.contains("198.51.100.7"))
            #expect(log.contains("203.0.113.9") == trustsProxy)
        }
    }

    @Test("Passwords beyond the limit of waiting ones are refused instead of using memory")
    func hashes() async throws {
        let hasher = PasswordHasher(cost: 14, concurrent: 2, maximumWaiting: 3)
        let (hashed, refused) = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    do {
                        _ = try await hasher.hash("correct horse battery")
                        return true
                    } catch is PasswordHasherBusyError {
                        return false
                    }
                }
            }
            return try await group.reduce(into: (0, 0)) { counts, isHashed in
                if isHashed { counts.0 += 1 } else { counts.1 += 1 }
            }
        }
        // Those that are computed and those that wait.
        #expect(hashed >= 5 && refused > 0 && hashed + refused == 100)
    }
}
