import FlagAccessors

/// The accessors of a text, as though it were a file.
func accessors(
    _ json: String, named fileName: String = "App.flags.json", typeName: String? = nil, access: AccessLevel = .internal
) throws -> GeneratedAccessors {
    try GeneratedAccessors(Array(json.utf8), fileName: fileName, typeName: typeName, access: access)
}

/// The source of a text's accessors, line by line.
func lines(_ json: String, named fileName: String = "App.flags.json") throws -> [String] {
    try accessors(json, named: fileName).source.split(separator: "\n", omittingEmptySubsequences: false).map(
        String.init)
}

/// Returns the diagnostics of a text, as a build shows them.
func reports(_ json: String, named fileName: String = "App.flags.json", typeName: String? = nil) -> [String] {
    do throws(FlagFileError) {
        let bytes = Array(json.utf8)
        return try GeneratedAccessors(bytes, fileName: fileName, typeName: typeName).warnings
            .map { $0.report(path: fileName) }
    } catch {
        return error.diagnostics.map { $0.report(path: fileName) }
    }
}

/// Toggles of these keys, in this order.
func toggles(_ keys: String...) -> String {
    let toggles = keys.map { "{\"variable\": \"\($0)\", \"bool\": true}" }
    return "{\"toggles\": [\(toggles.joined(separator: ", "))]}"
}
