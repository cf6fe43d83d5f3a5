/// An error that prevents a provider, or the stack, from returning a flag's value.
public struct FlagError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of errors, as OpenFeature names them.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The provider has no values yet.
        case providerNotReady = "PROVIDER_NOT_READY"
        /// The provider can't recover.
        case providerFatal = "PROVIDER_FATAL"
        /// No provider defines the flag.
        case flagNotFound = "FLAG_NOT_FOUND"
        /// The flag's definition can't be read.
        case parseError = "PARSE_ERROR"
        /// The value isn't of the flag's type.
        case typeMismatch = "TYPE_MISMATCH"
        /// The rule needs a targeting key, and the context has none.
        case targetingKeyMissing = "TARGETING_KEY_MISSING"
        /// The flag can't be evaluated for the context.
        case invalidContext = "INVALID_CONTEXT"
        /// Any other error.
        case general = "GENERAL"
    }

    /// The kind of error.
    public let code: Code
    /// A message that says what failed and where, why, and what to do.
    public let message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message, with the code behind it.
    public var description: String { "\(message) (\(code.rawValue))" }
}
