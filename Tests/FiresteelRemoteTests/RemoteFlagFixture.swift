import FiresteelFlags
import FiresteelHTTP
import FiresteelRemote
import Foundation
import HTTPTesting
import HTTPTypes
import Synchronization

/// A source whose answers are objects of values, with what tests need to see.
struct ValuesSource: RemoteFlagSource {
    var address = URL(string: "https://flags.example.com/values?token=secret") ?? URL(filePath: "/")
    var isContextSpecific = false

    func request(for context: EvaluationContext, hint: RefetchHint?) async throws -> HTTPRequestMessage {
        HTTPRequestMessage(.get, address, fields: [HTTPField.Name(literal: "X-User"): context.targetingKey ?? ""])
    }

    func read(_ body: [UInt8], for context: EvaluationContext) throws(FlagError) -> RemoteFlagResponse {
        do {
            guard case .object(let members) = try JSONValue(json: body) else {
                throw FlagError(.parseError, "The response isn't an object.")
            }
            return .values(
                RemoteFlagValues(rules: members.mapValues { ConstantRule($0, reason: .targetingMatch) }, kept: body))
        } catch let error as FlagError {
            throw error
        } catch {
            throw FlagError(.parseError, "\(error)")
        }
    }
}

/// A provider with a stopped clock and random numbers that are always in the middle.
struct RemoteFlagFixture {
    let clock = ManualClock()
    let folder = FileManager.default.temporaryDirectory.appending(path: "firesteel-\(UUID().uuidString)")
    var cache: URL { folder.appending(path: "flags") }

    func provider(
        staleAfter: Duration? = .seconds(86_400), keeps: Bool = false, _ transport: any HTTPTransport
    ) -> RemoteFlagProvider {
        provider(ValuesSource(), staleAfter: staleAfter, keeps: keeps, transport)
    }

    func provider(
        _ source: some RemoteFlagSource, staleAfter: Duration? = .seconds(86_400), keeps: Bool = false,
        _ transport: any HTTPTransport
    ) -> RemoteFlagProvider {
        RemoteFlagProvider(
            "Remote", source: source, transport: transport,
            options: RemoteFlagOptions(
                staleAfter: staleAfter, cache: keeps ? cache : nil,
                // A transport that waits for a test waits for its machine as well.
                limits: HTTPLimits(timeout: .seconds(240)), retry: RetryPolicy(random: { 0.5 }),
                clock: clock.clock))
    }

    /// For tests that keep something.
    func remove() { try? FileManager.default.removeItem(at: folder) }
}

extension RemoteFlagProvider {
    func evaluation(_ key: String, _ context: EvaluationContext = .empty) -> FlagEvaluation? {
        rule(for: key)?.evaluate(context, now: 0)
    }

    func value(_ key: String, _ context: EvaluationContext = .empty) -> JSONValue? {
        if case .value(let value)? = evaluation(key, context)?.outcome { value } else { nil }
    }

    /// The changes that subscribers receive from now on.
    func changes() -> AsyncStream<FlagProviderChange> {
        let (stream, continuation) = AsyncStream.makeStream(of: FlagProviderChange.self)
        let subscription = subscribe { continuation.yield($0) }
        continuation.onTermination = { _ in subscription.cancel() }
        return stream
    }
}

extension AsyncStream where Element: Sendable {
    /// The next element.
    func next() async -> Element? {
        var iterator = makeAsyncIterator()
        return await iterator.next()
    }
}
