import FiresteelFlags
import Foundation

/// Vectors made with other implementations.
///
/// They lie beside this file.
enum ConformanceVectors {
    struct MissingVectorError: Error {}

    static func cases(_ name: String) throws -> [[String: FlagValue]] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "\(name).json")
        guard case .object(let root) = try FlagValue(json: Data(contentsOf: file)),
            case .array(let cases)? = root["cases"]
        else { throw MissingVectorError() }
        return try cases.map {
            guard case .object(let members) = $0 else { throw MissingVectorError() }
            return members
        }
    }
}

extension FlagValue {
    /// The same value with every number as `Double`, so that 1 and 1.0 are one.
    var withPlainNumbers: FlagValue {
        switch self {
        case .int(let value): .double(Double(value))
        case .array(let values): .array(values.map(\.withPlainNumbers))
        case .object(let members): .object(members.mapValues(\.withPlainNumbers))
        default: self
        }
    }

    var text: String? {
        if case .string(let text) = self { text } else { nil }
    }
}
