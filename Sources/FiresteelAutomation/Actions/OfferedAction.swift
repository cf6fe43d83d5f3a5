import Firesteel
import FiresteelBase
import FiresteelTimeline

/// A published action with its name for callers, and the reason why it can't be offered to anyone.
struct OfferedAction: Sendable {
    let action: PublishedAction
    /// The name of its command and its tool, such as `create-document`.
    let name: String
    /// The reason why no caller can perform it, whatever is available, or `nil`.
    let obstacle: String?

    init(_ action: PublishedAction, name: String, presenters: [ObjectIdentifier: AutomationPresenter]) {
        self.action = action
        self.name = name
        if action.input.kind == .impossible {
            obstacle = action.input.problem
        } else if action.needsPresenter, let presenter = action.presenter,
            presenters[ObjectIdentifier(presenter)] == nil
        {
            obstacle = "It shows its result on the program's screen (\(presenter)), which there isn't here."
        } else {
            obstacle = nil
        }
    }
}

extension OfferedAction {
    /// The path of the address at which scripts perform it.
    var address: String {
        "/actions/\(action.path.feature.text.percentEncodedPath)/\(action.path.action.percentEncodedPath)"
    }
}

/// The published actions of a runtime, by name and by path.
struct ActionCatalogue: Sendable {
    let actions: [OfferedAction]
    /// The number of registered features when it was created.
    let featureCount: Int
    private let byName: [String: Int]
    private let byPath: [ActionPath: Int]

    init(_ published: PublishedActions, presenters: [ObjectIdentifier: AutomationPresenter]) {
        featureCount = published.featureCount
        let all = published.all()
        let names = Self.names(all)
        actions = zip(all, names).map { OfferedAction($0, name: $1, presenters: presenters) }
        byName = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
        byPath = Dictionary(all.enumerated().map { ($1.path, $0) }) { first, _ in first }
    }

    /// Returns the action with a name or a path.
    subscript(_ name: String) -> OfferedAction? {
        (byName[name] ?? ActionPath(name).flatMap { byPath[$0] }).map { actions[$0] }
    }

    /// The names of tools that aren't actions.
    static let reservedNames: Set<String> = ["find-actions", "perform-action", "read-result"]

    /// Returns a unique name for each action.
    ///
    /// It is that of the action. If several have the same, their features' names come first, and a hash of the path comes last
    /// if that isn't enough or is longer than tools may have.
    private static func names(_ actions: [PublishedAction]) -> [String] {
        let short = actions.map { $0.path.action.commandWords }
        let counts = Dictionary(short.map { ($0, 1) }, uniquingKeysWith: +)
        let long = zip(actions, short).map { action, name in
            counts[name] == 1 && !reservedNames.contains(name)
                ? name : "\(action.path.feature.identifier.commandWords)-\(name)"
        }
        let longCounts = Dictionary(long.map { ($0, 1) }, uniquingKeysWith: +)
        return zip(actions, long).map { action, name in
            guard name.isEmpty || longCounts[name] != 1 || name.utf8.count > 60 else { return name }
            let hash = Hexadecimal.text(SHA256.hash(Array(action.path.text.utf8)).prefix(4))
            return "\(name.prefix(50))-\(hash)"
        }
    }
}

extension FeaturePath {
    /// The last part of the path.
    fileprivate var identifier: String { text.split(separator: "/").last.map(String.init) ?? text }
}

extension String {
    /// The words of an identifier, in lower case and joined by hyphens: `newName` is `new-name`.
    ///
    /// Other characters than ASCII letters and digits separate words.
    var commandWords: String {
        var words = ""
        var previous: Character = "-"
        for character in self {
            guard character.isASCII, character.isLetter || character.isNumber else {
                if previous != "-" { words.append("-") }
                previous = "-"
                continue
            }
            if character.isUppercase, previous.isLowercase || previous.isNumber { words.append("-") }
            words += character.lowercased()
            previous = character
        }
        return words.hasSuffix("-") ? String(words.dropLast()) : words
    }
}
