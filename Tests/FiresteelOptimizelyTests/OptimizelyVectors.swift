import FiresteelFlags
import FiresteelOptimizely
import FlagTesting
import Foundation

/// Decisions of Optimizely's own libraries, from random datafiles, users and attributes.
struct OptimizelyVectors {
    /// A vector that isn't as the others are.
    struct ShapeError: Error {}

    let datafiles: [String: OptimizelyDatafile]
    let cases: [JSONValue]
    let buckets: [JSONValue]

    init() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Vectors")
        let data = try Data(contentsOf: folder.appending(path: "optimizely_cases.json"))
        let root = try JSONValue(json: Array(data))
        datafiles = try root["datafiles"].object.mapValues { try OptimizelyDatafile(json: Array($0.json().utf8)) }
        cases = root["cases"].array
        buckets = root["bucket"].array
    }
}
