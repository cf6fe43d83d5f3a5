import FiresteelFirebase
import FiresteelFlags
import FlagTesting
import Foundation

/// Answers of Firebase's own server library, from random templates and contexts.
struct FirebaseVectors {
    private let bodies: [[UInt8]]
    private let names: Set<String>
    /// The program's values where Firebase has none, by parameter.
    let programDefaults: [String: JSONValue]
    let cases: [JSONValue]
    let percents: [JSONValue]

    init() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Vectors")
        let data = try Data(contentsOf: folder.appending(path: "firebase_cases.json"))
        let root = try JSONValue(json: Array(data))
        bodies = root["templates"].array.map { Array($0.json().utf8) }
        cases = root["cases"].array
        percents = root["percent"].array
        programDefaults = root["meta"]["defaultConfig"].object
        names = cases.reduce(into: []) { $0.formUnion($1["expect"].object.keys) }
    }

    /// The templates, all of whose flags have a type.
    func templates(as type: FlagType) throws -> [FirebaseTemplate] {
        let types = FirebaseTypes(Dictionary(uniqueKeysWithValues: names.map { ($0, type) }))
        return try bodies.map { try FirebaseTemplate(json: $0, types: types) }
    }
}
