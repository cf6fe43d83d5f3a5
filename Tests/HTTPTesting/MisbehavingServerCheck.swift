import FiresteelFlags
package import FiresteelHTTP
import FiresteelRemote
import Foundation
import HTTPTypes
import Synchronization

/// Shows a provider of a source a server that behaves, then one that doesn't, then one that behaves again.
package struct MisbehavingServerCheck {
    private let sample: RemoteSourceSample
    private let fault: ServerMisbehavior
    private let clock = ManualClock()
    private let server: TestServer
    private let provider: RemoteFlagProvider
    /// The server's present conduct.
    private let conduct = Conduct()
    /// Opened when the client goes away from a server that never answers.
    private let closed = Gate()

    private final class Conduct: Sendable {
        private let state = Mutex((value: 1, isFaulty: false))

        func set(_ value: Int, isFaulty: Bool) { state.withLock { $0 = (value, isFaulty) } }
        var now: (value: Int, isFaulty: Bool) { state.withLock { $0 } }
    }

    package init(_ sample: RemoteSourceSample, _ fault: ServerMisbehavior, _ transport: any HTTPTransport) throws {
        self.sample = sample
        self.fault = fault
        let server = try TestServer { [conduct, closed] request in
            let now = conduct.now
            if now.isFaulty { return fault.steps(for: request, sample, closed: closed) }
            var fields: HTTPFields = [.contentType: "application/json"]
            if fault == .unchanged { fields[.eTag] = "\"\(now.value)\"" }
            return [.response(200, fields, sample.answer(now.value))]
        }
        self.server = server
        let timeout = fault == .slow ? Duration.milliseconds(100) : .seconds(30)
        provider = try sample.provider(
            server.url("/flags"), transport,
            RemoteFlagOptions(
                staleAfter: nil, limits: HTTPLimits(bodyBytes: 100_000, timeout: timeout),
                retry: RetryPolicy(random: { 0.5 }), clock: clock.clock))
    }

    /// - Throws: ``CheckError`` where the provider doesn't keep what it has, doesn't say what is wrong, asks again too
    ///   early, or doesn't recover.
    package func run() async throws {
        defer { provider.stop() }
        try await fetch()
        try expect(value == 1, "The first answer isn't there: \(provider.status)")
        conduct.set(2, isFaulty: true)
        provider.start()
        await clock.waitForSleep(of: fault.pause)
        if fault == .slow { await closed.wait() }
        try checkKept()
        try checkPause()
        conduct.set(3, isFaulty: false)
        try await recover()
        try expect(value == 3 && provider.status.error == nil, "It doesn't recover: \(provider.status)")
    }

    private func checkKept() throws {
        try expect(value == 1, "The last good value is gone: \(String(describing: value))")
        try expect(provider.status.state == (fault.words == nil ? .ready : .stale), "\(provider.status)")
        let message = provider.status.error?.message
        guard let words = fault.words else { return try expect(message == nil, message ?? "") }
        try expect(message.map { !$0.isEmpty && ($0.contains(words) || words.isEmpty) } == true, "\(provider.status)")
    }

    /// A moment before the end of the pause, there was no request.
    private func checkPause() throws {
        let asked = server.requests.count
        try expect(clock.sleeps == [fault.pause], "It waits for \(clock.sleeps).")
        clock.advance(by: fault.pause - 0.25)
        try expect(clock.sleeps == [0.25] && server.requests.count == asked, "It asks too early: \(clock.sleeps)")
    }

    private func recover() async throws {
        guard fault != .slow else {
            provider.stop()
            return try await fetch()
        }
        clock.advance(by: 0.25)
        await clock.waitForSleep(of: 300)
    }

    /// Fetches; with a tiny timeout, until the server was quick enough.
    private func fetch() async throws {
        while true {
            do {
                return try await provider.refresh()
            } catch let failure as RemoteFlagError where fault == .slow {
                try expect(failure.description.contains("didn't respond in time"), "\(failure)")
            }
        }
    }

    private var value: JSONValue? {
        let outcome = provider.rule(for: sample.key)?.evaluate(.empty, now: 0).outcome
        return if case .value(let value)? = outcome { value } else { nil }
    }

    private func expect(_ isSo: Bool, _ description: @autoclosure () -> String) throws {
        try CheckError.unless(isSo, "\(sample), \(fault): \(description())")
    }
}
