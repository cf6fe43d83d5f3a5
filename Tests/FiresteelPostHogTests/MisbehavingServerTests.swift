import FiresteelHTTP
import FiresteelPostHog
import Foundation
import HTTPTesting
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@Suite("A server that fails in every way")
struct MisbehavingServerTests {
    /// The ways of failing.
    enum Failure: CaseIterable {
        case refused, fault, slow, truncated, garbage, tooMany, tooLarge, redirect, permanentRedirect, closed, portal

        /// The steps instead of accepting the batch.
        var steps: [TestServer.Step] {
            switch self {
            case .refused: []
            case .fault: [.response(500)]
            case .slow: [.untilClosed(Gate())]
            case .truncated: [.text("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"status\"")]
            case .garbage: [.text("SSH-2.0-OpenSSH\r\n\r\n")]
            case .tooMany: [.response(429, [.retryAfter: "1"])]
            case .tooLarge: [.response(413)]
            case .redirect: [.response(302, [.location: "/elsewhere"])]
            case .permanentRedirect: [.response(308, [.location: "/elsewhere"])]
            case .closed: []
            case .portal: [.response(200, [.contentType: "text/html"], "<html>Sign in</html>")]
            }
        }
    }

    @Test("Nothing is lost, and resent events are unchanged", arguments: 0..<4)
    func counting(seed: UInt64) async throws {
        let fixture = try Fixture()
        let random = Mutex(SplitMix64(seed: seed))
        let (seen, taken) = (Batches(), Batches())
        let server = try TestServer { request in
            // Where a redirection would lead: a success there is none of ours.
            guard let batch = request.batch else { return [.response(200, [:], "{}")] }
            seen.add(batch)
            let failure = random.withLock { random -> Failure? in
                guard Int.random(in: 0..<3, using: &random) > 0 else { return nil }
                // One that is too large alone would be dropped.
                let all = Failure.allCases.filter { $0 != .refused && ($0 != .tooLarge || batch.count > 1) }
                return all.randomElement(using: &random)
            }
            if let failure {
                // Of what breaks off after the batch came, the server has it: the identifiers tell that it came before.
                return failure.steps
            }
            taken.add(batch)
            return [.response(200, [:], #"{"status":1}"#)]
        }
        let count = 150
        var provider = fixture.provider(to: server.url) {
            $0.batchEvents = 10
            $0.timeout = .milliseconds(100)
        }
        for number in 0..<count {
            provider.record(event(number))
            // Now and then the program restarts, and now and then with an unreachable address.
            if number % 40 == 39 {
                await provider.close(within: .zero)
                let nobody = fixture.provider { $0.batchEvents = 10 }
                await nobody.flush()
                await nobody.close(within: .zero)
                provider = fixture.provider(to: server.url) {
                    $0.batchEvents = 10
                    $0.timeout = .milliseconds(100)
                }
            }
        }
        await provider.flushAll(fixture.clock)

        let numbers = Set(taken.all.joined().compactMap(\.properties.n))
        #expect(numbers == Set(0..<count))
        // An event is the same in all requests that it was in.
        let different = Set(seen.all.joined())
        #expect(different.count == count)
        #expect(Set(different.map(\.uuid)).count == count)
        #expect(seen.all.joined().count > count)
        #expect(fixture.segments == [])
        #expect(provider.status.dropped == 0 && provider.status.refused == 0)
    }

    @Test("Each kind of failure leaves the events in place, and is reported once", arguments: Failure.allCases)
    func each(failure: Failure) async throws {
        let fixture = try Fixture()
        let server = try TestServer { _ in failure.steps }
        let provider = fixture.provider(to: failure == .refused ? Fixture.nowhere : server.url) {
            // Another failure must not become a timeout on a slow machine.
            $0.timeout = failure == .slow ? .milliseconds(100) : .seconds(60)
        }
        provider.record(0..<2)
        for _ in 0..<3 { await provider.flush() }
        if failure == .tooLarge {
            // Split, and then nothing can be done.
            #expect(provider.status.refused == 2)
            return
        }
        #expect(provider.status.queued == 2 && provider.status.sent == 0)
        #expect(provider.status.failure != nil)
        #expect(fixture.faults.count == 1, "\(fixture.faults)")
        // Only the given address receives the events.
        #expect(server.requests.allSatisfy { $0.target == "/batch/" })
        await provider.close(within: .seconds(1))
    }
}
