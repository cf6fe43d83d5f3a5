import FiresteelFirebase
import FiresteelFlags
import Foundation

/// Answers of Firebase's own server library, from random templates and contexts.
struct FirebaseVectors {
    private let bodies: [[UInt8]]
    private let names: Set<String>
    /// What the program says where Firebase says nothing, by parameter.
    let programDefaults: [String: FlagValue]
    let cases: [FlagValue]
    let percents: [FlagValue]

    init() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Vectors")
        let data = try Data(contentsOf: folder.appending(path: "firebase_cases.json"))
        let root = try FlagValue(json: Array(data))
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
