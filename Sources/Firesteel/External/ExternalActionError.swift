/// Why an action that somebody outside asked for was not performed.
public enum ExternalActionError: Error, Sendable, CustomStringConvertible {
    /// The link leads to no action.
    case link(RouteError)
    /// No registered feature declares such an action.
    case unknown(ActionPath)
    /// Its feature is not available, and why.
    case unavailable(ActionPath, reasons: [AvailabilityReason])
    /// What it was given doesn't make an input.
    case input(ExternalInputError)
    /// The program can't show anything yet.
    case notReady(ActionPath)
    /// The program doesn't show this, and why not.
    case declined(ActionPath, String)
    /// The user was asked, and doesn't want it.
    case cancelled(ActionPath)

    /// What is wrong, in words for the person who asked.
    public var description: String {
        switch self {
        case .link(let error): error.description
        case .unknown(let action): "There is no action \(action)."
        case .unavailable(let action, let reasons):
            reasons.isEmpty
                ? "\(action.feature) is not available."
                : "\(action.feature) is not available: \(reasons.map(\.text).joined(separator: "; "))."
        case .input(let fault): fault.description
        case .notReady(let action): "\(action) can't be shown yet. Try again in a moment."
        case .declined(_, let words): words
        case .cancelled(let action): "\(action) was cancelled."
        }
    }
}

/// What is wrong with the input of an action from outside.
public struct ExternalInputError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    public enum Kind: String, Sendable, Hashable {
        /// A value is missing.
        case missing
        /// A value can't be read as what the input needs.
        case invalid
        /// The input's type can't be made of what comes from outside.
        case notDecodable
    }

    /// What is wrong.
    public let kind: Kind
    /// The value that is missing or wrong, as `document.page`; empty where it is all of them.
    public let parameter: String
    /// What is wrong, in words.
    public let description: String

    /// A fault.
    public init(_ kind: Kind, parameter: String, _ description: String) {
        self.kind = kind
        self.parameter = parameter
        self.description = description
    }

    /// What a decoder's error comes to.
    public init(_ error: any Error) {
        switch error {
        case let fault as ExternalInputError: self = fault
        case DecodingError.keyNotFound(let key, let context):
            let name = Self.name(context.codingPath + [key])
            self.init(.missing, parameter: name, "The parameter \(name) is missing.")
        case DecodingError.valueNotFound(_, let context):
            let name = Self.name(context.codingPath)
            self.init(.missing, parameter: name, "The parameter \(name) is missing.")
        case DecodingError.typeMismatch(let type, let context):
            let name = Self.name(context.codingPath)
            self.init(.invalid, parameter: name, "The parameter \(name) is not a \(type).")
        case DecodingError.dataCorrupted(let context):
            let name = Self.name(context.codingPath)
            let subject = name.isEmpty ? "The input" : "The parameter \(name)"
            self.init(.invalid, parameter: name, "\(subject) can't be read: \(context.debugDescription)")
        default:
            self.init(.invalid, parameter: "", "The input can't be read: \(ErrorText(error).message)")
        }
    }

    private static func name(_ path: [any CodingKey]) -> String {
        path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
}
