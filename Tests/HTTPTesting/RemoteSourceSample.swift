package import FiresteelFlags
package import FiresteelHTTP
import FiresteelOptimizelyRemote
package import FiresteelRemote
package import Foundation
import TestSupport

/// A source of flags, and what a server answers to it.
package struct RemoteSourceSample: Sendable, CustomStringConvertible {
    package let description: String
    /// The flag that its answers have.
    package let key: String
    /// An answer in which the flag has a value.
    package let answer: @Sendable (Int) -> String
    /// An answer of JSON that is none.
    package let wrongAnswer: String
    private let make: @Sendable (String, URL, any HTTPTransport, RemoteFlagOptions) throws -> RemoteFlagProvider

    /// A source.
    ///
    /// - Parameters:
    ///   - description: What people call it.
    ///   - key: The flag that its answers have.
    ///   - answer: Makes an answer of the flag's value.
    ///   - wrongAnswer: An answer of JSON that is none.
    ///   - source: The source of an address.
    package init<Source: RemoteFlagSource>(
        _ description: String, key: String = "width", answer: @escaping @Sendable (Int) -> String,
        wrongAnswer: String, source: @escaping @Sendable (URL) throws -> Source
    ) {
        self.description = description
        self.key = key
        self.answer = answer
        self.wrongAnswer = wrongAnswer
        make = { name, address, transport, options in
            RemoteFlagProvider(name, source: try source(address), transport: transport, options: options)
        }
    }

    /// A provider of the source with the empty context.
    package func provider(
        _ address: URL, _ transport: any HTTPTransport, _ options: RemoteFlagOptions
    ) throws -> RemoteFlagProvider {
        let provider = try make(description, address, transport, options)
        provider.fixedContextChanged(.empty)
        return provider
    }

    /// Checks a provider of the source that has its first answer.
    ///
    /// - Parameter check: Called on a thread that may block, with the provider, what it has, and what makes it fetch an
    ///   answer with another value.
    package func check<Value: Sendable>(
        _ check:
            @escaping @Sendable (RemoteFlagProvider, [String: JSONValue], @escaping () throws -> Void) throws
            -> Value
    ) async throws -> Value {
        let transport = ScriptedTransport { [answer] _, number in .json(answer(number)) }
        let address = try CheckError.unwrap(URL(string: "https://flags.example.com/flags"))
        let provider = try provider(address, transport, RemoteFlagOptions())
        try await provider.refresh()
        return try await withOwnThread { [key] in
            try check(provider, [key: 1]) { try waitBlocking { try await provider.refresh() } }
        }
    }

    /// The sources of `FiresteelRemote`.
    package static let all = [ofrep, flagd, optimizely]

    /// All flags of a server that speaks OFREP.
    package static let ofrep = RemoteSourceSample(
        "OFREP", answer: { #"{"flags": [{"key": "width", "value": \#($0), "reason": "STATIC", "variant": "w"}]}"# },
        wrongAnswer: #"{"flags": {"width": 2}}"#, source: { OFREPSource($0) })

    /// A file in flagd's format.
    package static let flagd = RemoteSourceSample(
        "flagd",
        answer: {
            #"{"flags": {"width": {"state": "ENABLED", "variants": {"w": \#($0)}, "defaultVariant": "w"}}}"#
        }, wrongAnswer: #"{"flags": "width"}"#, source: { FlagdSource($0) })

    /// A datafile of Optimizely.
    package static let optimizely = RemoteSourceSample(
        "Optimizely", key: "editor.width",
        answer: {
            #"""
            {"version": "4", "revision": "1", "experiments": [], "rollouts": [],
             "featureFlags": [{"key": "editor", "rolloutId": "", "experimentIds": [], "variables": [
               {"id": "x", "key": "width", "type": "integer", "defaultValue": "\#($0)"}]}]}
            """#
        }, wrongAnswer: #"{"version": 4, "featureFlags": "none"}"#, source: { OptimizelySource($0) })
}
