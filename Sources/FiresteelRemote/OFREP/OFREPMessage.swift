public import FiresteelFlags

/// Messages of the OpenFeature Remote Evaluation Protocol, for servers that evaluate flags.
public enum OFREPMessage {
    /// Returns a flag of a response.
    ///
    /// A value that the server leaves to the program's default is omitted; a failed evaluation has `errorCode` and
    /// `errorDetails`. ``OFREPSource`` reads the same result.
    ///
    /// - Parameters:
    ///   - key: The flag's key.
    ///   - evaluation: The result.
    ///   - metadata: The metadata that the program receives, an object, or `nil` for none.
    public static func flag(_ key: String, _ evaluation: FlagEvaluation, metadata: FlagValue? = nil) -> FlagValue {
        var members: [String: FlagValue] = ["key": .string(key)]
        switch evaluation.outcome {
        case .failed(let error):
            members["errorCode"] = .string(error.code.rawValue)
            members["errorDetails"] = .string(error.message)
        case .value(let value):
            members["value"] = value
            members["reason"] = .string(evaluation.reason.rawValue)
            members["variant"] = evaluation.variant.map { .string($0) }
        case .programDefault:
            members["reason"] = .string(evaluation.reason.rawValue)
            members["variant"] = evaluation.variant.map { .string($0) }
        }
        members["metadata"] = metadata
        return .object(members)
    }
}
