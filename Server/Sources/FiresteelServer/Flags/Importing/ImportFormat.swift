import FiresteelFlags
import FiresteelStore

/// The format of a file to import.
enum ImportFormat: String, Sendable, CaseIterable {
    /// An export of this server.
    case firesteel
    /// flagd's definitions.
    case flagd
    /// An export of Unleash's state, or the features that its clients receive.
    case unleash
    /// JustTweak's tweaks, in JSON or as a property list.
    case justTweak = "justtweak"
    /// An Optimizely datafile.
    case optimizely
    /// A server template of Firebase Remote Config.
    case firebase

    /// The name for people.
    var title: String {
        switch self {
        case .firesteel: "Firesteel"
        case .flagd: "flagd"
        case .unleash: "Unleash"
        case .justTweak: "JustTweak"
        case .optimizely: "Optimizely"
        case .firebase: "Firebase Remote Config"
        }
    }

    /// The names in a sentence.
    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

    /// Returns the format with a name.
    static func named(_ name: String) throws(APIError) -> ImportFormat {
        guard let format = ImportFormat(rawValue: name) else {
            throw .invalid("“\(name.prefix(50))” is no format of files. Use one of \(names).")
        }
        return format
    }

    /// Returns the format that a file has by its members.
    static func detect(_ document: [String: FlagValue]) throws(APIError) -> ImportFormat {
        if document["firesteel"] != nil, document["items"] != nil { return .firesteel }
        if document["featureFlags"] != nil, document["version"] != nil { return .optimizely }
        if case .array(let features)? = document["features"], features.allSatisfy(looksLikeFeature) { return .unleash }
        let isTemplate = document["parameters"] != nil || document["parameterGroups"] != nil
        if isTemplate, document.keys.allSatisfy({ templateMembers.contains($0) }) { return .firebase }
        switch document["flags"] {
        case .object?, .array?: return .flagd
        default: break
        }
        if !document.isEmpty, document.values.allSatisfy(looksLikeTweaks) { return .justTweak }
        throw .invalid("The format of the file is unknown. Name it: one of \(names).")
    }

    private static let templateMembers: Set<String> = [
        "conditions", "parameters", "parameterGroups", "version", "etag",
    ]

    private static func looksLikeFeature(_ value: FlagValue) -> Bool {
        if case .string? = value.members["name"] { true } else { false }
    }

    private static func looksLikeTweaks(_ value: FlagValue) -> Bool {
        let variables = value.members
        return !variables.isEmpty && variables.values.allSatisfy { $0.members["Value"] != nil }
    }
}
