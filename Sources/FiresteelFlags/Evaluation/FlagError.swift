/// Why a provider, or the stack, could not answer with a flag's value.
public struct FlagError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of error, in the words of OpenFeature.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The provider hasn't got its values yet.
        case providerNotReady = "PROVIDER_NOT_READY"
        /// The provider can't go on at all.
        case providerFatal = "PROVIDER_FATAL"
        /// Nobody knows the flag.
        case flagNotFound = "FLAG_NOT_FOUND"
        /// Its definition can't be read.
        case parseError = "PARSE_ERROR"
        /// Its value is of another type than the flag.
        case typeMismatch = "TYPE_MISMATCH"
        /// It is decided by a targeting key, and the context has none.
        case targetingKeyMissing = "TARGETING_KEY_MISSING"
        /// The context isn't one that it can be decided for.
        case invalidContext = "INVALID_CONTEXT"
        /// Anything else.
        case general = "GENERAL"
    }

    /// What kind of error.
    public let code: Code
    /// What went wrong, where, and what to do, in a sentence.
    public let message: String

    /// An error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message, with the code behind it.
    public var description: String { "\(message) (\(code.rawValue))" }
}
