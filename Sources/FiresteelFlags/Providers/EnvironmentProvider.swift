import Foundation
import Synchronization

/// Values from environment variables: `FIRESTEEL_FLAG_EDITOR_AUTOSAVE=false` for `editor.autosave`.
///
/// A flag's variable is `FIRESTEEL_FLAG_` and its key in capitals, with `_` for everything but letters and digits. The
/// value is read as JSON, and as a string if it isn't JSON. Of two keys with the same variable, the one that is
/// evaluated later fails.
///
/// The variables are read once, when the provider is created.
public final class EnvironmentProvider: FlagProvider {
    /// The display name.
    public let name: String
    /// The prefix of the variables' names.
    public let prefix: String
    private let variables: [String: String]
    private let owners = Mutex<[String: String]>([:])

    /// Creates a provider of the variables of this process, or of the given ones.
    public init(
        _ name: String = "Environment", prefix: String = "FIRESTEEL_FLAG_",
        variables: [String: String]? = nil
    ) {
        let variables = variables ?? ProcessInfo.processInfo.environment
        self.name = name
        self.prefix = prefix
        self.variables = variables.filter { $0.key.hasPrefix(prefix) }
    }

    /// Returns the value of a flag's variable as a rule.
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
                "Can't read “\(key)” from the variable \(variable): it belongs to “\(owner)”. Rename one of the flags."
            return ConstantRule(.failed(.general, message))
        }
        return ConstantRule(FlagJSON.typed(text))
    }

    /// `nil`: several keys can have the same variable.
    public var keys: Set<String>? { nil }

    /// Returns the name of a flag's variable.
    public func variable(for key: String) -> String {
        var variable = prefix
        for scalar in key.canonicalKey.unicodeScalars {
            let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            variable += isPlain ? String(scalar).uppercased() : "_"
        }
        return variable
    }
}
