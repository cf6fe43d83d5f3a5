public import Configuration
public import FiresteelFlags
import Synchronization

/// Flags from whatever swift-configuration can read: environment, JSON, YAML, property lists, the command line, or a
/// provider of its own.
///
/// A flag's key is split at its points: `editor.autosave` is the member `autosave` of `editor` in a JSON file, and
/// `EDITOR_AUTOSAVE` in the environment. Two flags that would share one of the provider's keys can't both have it: the one
/// that is asked for later is refused.
///
/// ## Types
///
/// swift-configuration has to be asked for a type, and its providers convert: the JSON provider gives `1` for `true` and
/// the other way round. So hand over the flags' declarations, or their types by key. For other flags the type is a guess:
///
/// - a text is JSON where it is JSON, and else a text, as with `EnvironmentProvider`;
/// - a number is a number, but 0 and 1 are truth values where the provider says so;
/// - an array is the first of numbers, truth values and texts that it can be read as.
///
/// An object is a text with JSON in it. A value that can't be read as the flag's type is an error, and the next provider is
/// asked. A value that is marked as secret is refused: flags are shown to people and recorded.
///
/// Where the configuration can be watched, as with a file that is read again, changes reach the stack.
public final class ConfigurationProvider: FlagProvider {
    /// What people call it.
    public let name: String
    private let types: [String: FlagType]
    private let declarations: [FlagDeclaration]
    private let shared: Shared
    private let watching: Task<Void, Never>

    /// What the provider shares with the task that watches, so that the task doesn't keep the provider.
    private final class Shared: Sendable {
        let snapshot: Mutex<any ConfigSnapshot>
        let notifier = FlagChangeNotifier()
        let fault = Mutex<FlagError?>(nil)

        init(_ snapshot: any ConfigSnapshot) { self.snapshot = Mutex(snapshot) }
    }

    private let owners = Mutex<[String: String]>([:])

    /// Flags from a configuration.
    ///
    /// - Parameters:
    ///   - configuration: What is read.
    ///   - name: What people call it.
    ///   - types: The flags' types, by key.
    public convenience init(
        _ configuration: some ConfigProvider, name: String = "Configuration", types: [String: FlagType] = [:]
    ) {
        self.init(name, configuration, types, [])
    }

    /// Flags from a configuration.
    ///
    /// - Parameters:
    ///   - configuration: What is read.
    ///   - name: What people call it.
    ///   - declarations: The flags. Their keys may come later, with the registration of their container.
    public convenience init(
        _ configuration: some ConfigProvider, name: String = "Configuration", flags declarations: [FlagDeclaration]
    ) {
        self.init(name, configuration, [:], declarations)
    }

    private init(
        _ name: String, _ configuration: some ConfigProvider, _ types: [String: FlagType],
        _ declarations: [FlagDeclaration]
    ) {
        self.name = name
        self.types = types
        self.declarations = declarations
        let shared = Shared(configuration.snapshot())
        self.shared = shared
        watching = Task {
            do {
                try await configuration.watchSnapshot { snapshots in
                    for await snapshot in snapshots {
                        shared.snapshot.withLock { $0 = snapshot }
                        shared.notifier.send(.all)
                    }
                }
            } catch is CancellationError {
                // Nobody has the provider any more.
            } catch {
                shared.fault.withLock {
                    $0 = FlagError(.general, "Changes of the configuration can't be watched: \(error)")
                }
            }
        }
    }

    deinit { watching.cancel() }

    /// How it decides a flag, or `nil` where it doesn't know the key.
    public func rule(for key: String) -> (any FlagRule)? {
        let parts = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard !parts.contains("") else { return nil }
        let type = types[key] ?? declarations.first { $0.key == key }?.type
        let snapshot = shared.snapshot.withLock { $0 }
        let lookup = ConfigurationLookup(snapshot: snapshot, key: AbsoluteConfigKey(parts), name: key)
        guard let found = lookup.find(type) else { return nil }
        let owner = owners.withLock { owners in
            let owner = owners[found.encodedKey] ?? key
            owners[found.encodedKey] = owner
            return owner
        }
        guard owner == key else {
            let message =
                "“\(key)” would have the name \(found.encodedKey), which is that of “\(owner)”. Rename one of them."
            return ConstantRule(.failed(.general, message))
        }
        if case .failed = found.outcome { return ConstantRule(FlagEvaluation(found.outcome, reason: .error)) }
        return ConstantRule(FlagEvaluation(found.outcome, reason: .static))
    }

    /// Not known: a configuration can't list its keys.
    public var keys: Set<String>? { nil }

    /// Ready, with what went wrong with the watching.
    public var status: FlagProviderStatus {
        FlagProviderStatus(fault: shared.fault.withLock { $0 })
    }

    /// Calls the handler after each change, until the subscription is cancelled.
    public func subscribe(_ handler: @escaping @Sendable (FlagProviderChange) -> Void) -> FlagSubscription {
        shared.notifier.subscribe(handler)
    }
}
