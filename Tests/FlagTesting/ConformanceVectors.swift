package import FiresteelFlags
import Foundation

/// Vectors made with other implementations, in `Tests/FiresteelFlagsTests/Conformance`.
package enum ConformanceVectors {
    package struct MissingVectorError: Error {
        package init() {}
    }

    package static func cases(_ name: String) throws -> [[String: JSONValue]] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let file = tests.appending(path: "FiresteelFlagsTests/Conformance/\(name).json")
        guard case .object(let root) = try JSONValue(json: Data(contentsOf: file)),
            case .array(let cases)? = root["cases"]
        else { throw MissingVectorError() }
        return try cases.map {
            guard case .object(let members) = $0 else { throw MissingVectorError() }
            return members
        }
    }
}

extension JSONValue {
    /// The same value with every number as `Double`, so that 1 and 1.0 are one.
    package var withPlainNumbers: JSONValue {
        switch self {
        case .int(let value): .double(Double(value))
        case .array(let values): .array(values.map(\.withPlainNumbers))
        case .object(let members): .object(members.mapValues(\.withPlainNumbers))
        default: self
        }
    }

    package subscript(name: String) -> JSONValue { object[name] ?? .null }

    package var object: [String: JSONValue] {
        if case .object(let members) = self { members } else { [:] }
    }
    package var array: [JSONValue] {
        if case .array(let elements) = self { elements } else { [] }
    }
    package var text: String? {
        if case .string(let text) = self { text } else { nil }
    }
    package var number: Int? {
        if case .int(let number) = self { number } else { nil }
    }
}
