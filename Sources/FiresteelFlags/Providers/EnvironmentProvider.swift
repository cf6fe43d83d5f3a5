import Foundation
import Synchronization

/// Values from environment variables: `FIRESTEEL_FLAG_EDITOR_AUTOSAVE=false` for `editor.autosave`.
///
/// A flag's variable is `FIRESTEEL_FLAG_` and its key in capitals, with `_` for everything but letters and digits. The
/// value is read as JSON where it is JSON, and else as a text. Two keys that would share a variable can't both have it:
/// the one that is asked for later is refused.
///
/// The variables are read once, when the provider is made.
public final class EnvironmentProvider: FlagProvider {
    /// What people call it.
    public let name: String
    /// What the variables' names begin with.
    public let prefix: String
    private let variables: [String: String]
    private let owners = Mutex<[String: String]>([:])

    /// The variables of this process, or those that are given.
    public init(
        _ name: String = "Environment", prefix: String = "FIRESTEEL_FLAG_",
        variables: [String: String]? = nil
    ) {
        let variables = variables ?? ProcessInfo.processInfo.environment
        self.name = name
        self.prefix = prefix
        self.variables = variables.filter { $0.key.hasPrefix(prefix) }
    }

    /// How it decides a flag.
    public func rule(for key: String) -> (any FlagRule)? {
        let variable = variable(for: key)
        guard let text = variables[variable] else { return nil }
        let owner = owners.withLock { owners in
            let owner = owners[variable] ?? key
            owners[variable] = owner
            return owner
        }
        guard owner == key else {
            let message =
                "“\(key)” would have the variable \(variable), which is that of “\(owner)”. Rename one of them."
            return ConstantRule(.failed(.general, message))
        }
        return ConstantRule(FlagJSON.typed(text))
    }

    /// Not known: many keys have one variable.
    public var keys: Set<String>? { nil }

    /// The variable that a flag has.
    public func variable(for key: String) -> String {
        var variable = prefix
        for scalar in key.unicodeScalars {
            let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            variable += isPlain ? String(scalar).uppercased() : "_"
        }
        return variable
    }
}
