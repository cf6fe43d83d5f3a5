import FiresteelFlags
import FiresteelHTTP
import HTTPTypes

/// A flag in an OFREP response.
enum OFREPFlag {
    /// Returns the flag's rule, or `nil` if the flag is unknown to the server.
    static func rule(_ members: [String: JSONValue], shared: [String: JSONValue]) -> ConstantRule? {
        var metadata = shared
        if case .object(let own)? = members["metadata"] { metadata.merge(own) { $1 } }
        let evaluation = evaluation(members)
        if case .failed(let error) = evaluation.outcome, error.code == .flagNotFound { return nil }
        return ConstantRule(evaluation, metadata: metadata)
    }

    static func evaluation(_ members: [String: JSONValue]) -> FlagEvaluation {
        if let error = fault(members) { return FlagEvaluation(.failed(error), reason: .error) }
        var reason = FlagReason.unknown
        if case .string(let word)? = members["reason"] { reason = FlagReason(rawValue: word) }
        var variant: String?
        if case .string(let name)? = members["variant"] { variant = name }
        guard let value = members["value"], value != .null else {
            return FlagEvaluation(.programDefault, variant: variant, reason: reason)
        }
        return .value(value, variant: variant, reason: reason)
    }

    /// Returns the error in a response with a status other than 200, if it contains one.
    static func fault(in response: HTTPResponseMessage<[UInt8]>) -> FlagError? {
        guard response.status == 400 || response.status == 404 || response.status.code >= 500,
            case .object(let members)? = try? JSONValue(json: response.body)
        else { return nil }
        return fault(members)
    }

    /// Returns the details of an error without a code, as for status 500.
    static func details(in response: HTTPResponseMessage<[UInt8]>) -> String? {
        guard case .object(let members)? = try? JSONValue(json: response.body),
            case .string(let details)? = members["errorDetails"], !details.isEmpty
        else { return nil }
        return String(details.prefix(500))
    }

    private static func fault(_ members: [String: JSONValue]) -> FlagError? {
        guard case .string(let word)? = members["errorCode"] else { return nil }
        var details = "The server's error code is \(word.prefix(100))."
        if case .string(let text)? = members["errorDetails"], !text.isEmpty { details = String(text.prefix(500)) }
        return FlagError(FlagError.Code(rawValue: word) ?? .general, details)
    }
}
