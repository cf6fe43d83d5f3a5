import FiresteelBase
import FiresteelHTTPServer
import FiresteelStore

/// All flags, targetings, segments and experiments of a program as one file: `{"firesteel": 1, "program": …, "items": […]}`.
///
/// Nothing is lost: importing it elsewhere results in the same items.
struct FlagFile {
    /// The version of the format.
    static let version = 1

    let program: String
    let items: [ItemKey: JSONValue]

    init(_ state: ProgramState) {
        program = state.program.id
        items = state.items.mapValues(\.value)
    }

    init(json value: JSONValue) throws(HTTPProblem) {
        guard case .int(let version)? = value.members["firesteel"], case .array(let list)? = value.members["items"]
        else {
            throw .invalid("The file isn't an export of Firesteel: it has no “firesteel” and “items”.")
        }
        guard version == Self.version else {
            throw .invalid("The file has version \(version) of the format; this server reads version \(Self.version).")
        }
        program = value.members["program"]?.stringValue ?? ""
        var items: [ItemKey: JSONValue] = [:]
        for (index, element) in list.enumerated() {
            guard let key = ItemKey(json: element), case .object? = element.members["value"] else {
                throw .invalid("items[\(index)] names no item, or has no “value”.")
            }
            items[key] = element.members["value"]
        }
        self.items = items
    }

    var json: JSONValue {
        [
            "firesteel": .int(Self.version), "program": .string(program),
            "items": .array(
                items.sorted { $0.key < $1.key }.map { key, value in
                    var members = key.json.members
                    members["value"] = value
                    return .object(members)
                }),
        ]
    }
}
