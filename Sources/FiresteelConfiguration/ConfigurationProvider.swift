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
///
/// ## What swift-configuration reads
///
/// Some of its readers are there only where a package asks for them, by a trait. Firesteel asks for those that bring no
/// further package with them: the environment, JSON and the command line. For YAML, property lists and files that are read
/// again, name the traits in your own package:
///
/// ```swift
/// .package(
///     url: "https://github.com/apple/swift-configuration", from: "1.4.0",
///     traits: [.defaults, "YAML", "PropertyList", "Reloading"]),
/// ```
///
/// | trait | readers | further packages |
/// |---|---|---|
/// | none | `EnvironmentVariablesProvider`, `DirectoryFilesProvider`, `InMemoryProvider` | none |
/// | `JSON`, one of `.defaults` | `FileProvider<JSONSnapshot>` | none |
/// | `CommandLineArguments` | `CommandLineArgumentsProvider` | none |
/// | `PropertyList` | `FileProvider<PropertyListSnapshot>` | none |
/// | `YAML` | `FileProvider<YAMLSnapshot>` | Yams |
/// | `Reloading` | `ReloadingFileProvider` | swift-service-lifecycle, swift-log, swift-metrics |
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

    /// Which flag has which of the configuration's keys.
    private struct Owners {
        var flags: [String: String] = [:]
        /// What is wrong with flags that want a key that is another's, by flag.
        var faults: [String: String] = [:]
    }

    private let owners = Mutex(Owners())

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
        let fault = owners.withLock { owners -> String? in
            let owner = owners.flags[found.encodedKey] ?? key
            owners.flags[found.encodedKey] = owner
            guard owner != key else { return nil }
            let fault =
                "“\(key)” would have the name \(found.encodedKey), which is that of “\(owner)”. Rename one of them."
            owners.faults[key] = fault
            return fault
        }
        if let fault { return ConstantRule(.failed(.general, fault)) }
        if case .failed = found.outcome { return ConstantRule(FlagEvaluation(found.outcome, reason: .error)) }
        return ConstantRule(FlagEvaluation(found.outcome, reason: .static))
    }

    /// Not known: a configuration can't list its keys.
    public var keys: Set<String>? { nil }

    /// Ready, with what went wrong with the watching, or else with a flag that would share another's key.
    public var status: FlagProviderStatus {
        let collision = owners.withLock { $0.faults.min { $0.key < $1.key }?.value }
        return FlagProviderStatus(error: shared.fault.withLock { $0 } ?? collision.map { FlagError(.general, $0) })
    }

    /// Calls the handler after each change, until the subscription is cancelled.
    public func subscribe(_ handler: @escaping @Sendable (FlagProviderChange) -> Void) -> FlagSubscription {
        shared.notifier.subscribe(handler)
    }
}
