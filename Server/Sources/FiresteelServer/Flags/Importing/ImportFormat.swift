import FiresteelFlags
import FiresteelHTTPServer
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
    /// The features that GrowthBook's SDKs receive.
    case growthBook = "growthbook"
    /// An export of LaunchDarkly's API, or the flags that its SDKs receive.
    case launchDarkly = "launchdarkly"
    /// An export of Flipt.
    case flipt
    /// A configuration of GO Feature Flag.
    case goFeatureFlag = "gofeatureflag"

    /// The name for people.
    var title: String {
        switch self {
        case .firesteel: "Firesteel"
        case .flagd: "flagd"
        case .unleash: "Unleash"
        case .justTweak: "JustTweak"
        case .optimizely: "Optimizely"
        case .firebase: "Firebase Remote Config"
        case .growthBook: "GrowthBook"
        case .launchDarkly: "LaunchDarkly"
        case .flipt: "Flipt"
        case .goFeatureFlag: "GO Feature Flag"
        }
    }

    /// The names in a sentence.
    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

    /// Returns the format with a name.
    static func named(_ name: String) throws(HTTPProblem) -> ImportFormat {
        guard let format = ImportFormat(rawValue: name) else {
            throw .invalid("“\(name.prefix(50))” is no format of files. Use one of \(names).")
        }
        return format
    }

    /// Returns the format that a file has by its members.
    static func detect(_ document: [String: JSONValue]) throws(HTTPProblem) -> ImportFormat {
        if document["firesteel"] != nil, document["items"] != nil { return .firesteel }
        if document["featureFlags"] != nil, document["version"] != nil { return .optimizely }
        if case .array(let features)? = document["features"], features.allSatisfy(looksLikeFeature) { return .unleash }
        switch document["features"] {
        case .object?,
            nil where document["encryptedFeatures"] != nil:
            return .growthBook
        default: break
        }
        if isLaunchDarkly(document) { return .launchDarkly }
        if isFlipt(document) { return .flipt }
        let isTemplate = document["parameters"] != nil || document["parameterGroups"] != nil
        if isTemplate, document.keys.allSatisfy({ templateMembers.contains($0) }) { return .firebase }
        switch document["flags"] {
        case .object?, .array?: return .flagd
        default: break
        }
        if document.values.contains(where: { $0.members["variations"] != nil && $0.members["defaultRule"] != nil }) {
            return .goFeatureFlag
        }
        if !document.isEmpty, document.values.allSatisfy(looksLikeTweaks) { return .justTweak }
        throw .invalid("The format of the file is unknown. Name it: one of \(names).")
    }

    private static let templateMembers: Set<String> = [
        "conditions", "parameters", "parameterGroups", "version", "etag",
    ]

    /// Returns whether flags have a list of variations, and not variants by name as those of flagd.
    private static func isLaunchDarkly(_ document: [String: JSONValue]) -> Bool {
        let document = document["data"]?.members ?? document
        let flags = document["flags"]?.members.values.map { $0 } ?? document["items"]?.arrayValue ?? []
        return document["flagValues"] != nil
            || !flags.isEmpty && flags.allSatisfy { $0.members["variations"]?.arrayValue != nil }
    }

    /// Returns whether flags are a list, with a member that those of flagd don't have.
    private static func isFlipt(_ document: [String: JSONValue]) -> Bool {
        guard let flags = document["flags"]?.arrayValue, !flags.isEmpty else { return false }
        return document["namespace"] != nil
            || flags.allSatisfy { $0.members["state"] == nil && $0.members["enabled"]?.boolValue != nil }
    }

    private static func looksLikeFeature(_ value: JSONValue) -> Bool {
        if case .string? = value.members["name"] { true } else { false }
    }

    private static func looksLikeTweaks(_ value: JSONValue) -> Bool {
        let variables = value.members
        return !variables.isEmpty && variables.values.allSatisfy { $0.members["Value"] != nil }
    }
}
