import FiresteelFlags
import FiresteelOptimizely
import Foundation

/// Decisions of Optimizely's own libraries, from random datafiles, users and attributes.
struct OptimizelyVectors {
    /// A vector that isn't as the others are.
    struct ShapeError: Error {}

    let datafiles: [String: OptimizelyDatafile]
    let cases: [FlagValue]
    let buckets: [FlagValue]

    init() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Vectors")
        let data = try Data(contentsOf: folder.appending(path: "optimizely_cases.json"))
        let root = try FlagValue(json: Array(data))
        datafiles = try root["datafiles"].object.mapValues { try OptimizelyDatafile(json: Array($0.json().utf8)) }
        cases = root["cases"].array
        buckets = root["bucket"].array
    }
}

extension FlagValue {
    subscript(name: String) -> FlagValue { object[name] ?? .null }

    var object: [String: FlagValue] {
        if case .object(let members) = self { members } else { [:] }
    }
    var array: [FlagValue] {
        if case .array(let elements) = self { elements } else { [] }
    }
    var text: String? {
        if case .string(let text) = self { text } else { nil }
    }
    var number: Int? {
        if case .int(let number) = self { number } else { nil }
    }
}
