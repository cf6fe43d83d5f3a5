public import Configuration
public import FiresteelFlags
import Synchronization

/// Flags from any provider of swift-configuration: environment, JSON, YAML, property lists, the command line, or a
/// custom one.
///
/// A flag's key is split at its points: `editor.autosave` is the member `autosave` of `editor` in a JSON file, and
/// `EDITOR_AUTOSAVE` in the environment. Two flags can't share one of the provider's keys: the one that is read later
/// is rejected.
///
/// ## Types
///
/// swift-configuration requires a type, and its providers convert: the JSON provider returns `1` for `true` and the
/// other way round. So pass the flags' declarations, or their types by key. For other flags the type is inferred:
///
/// - a text is JSON if it is valid JSON, otherwise a text, as with `EnvironmentProvider`;
/// - a number is a number, but 0 and 1 are Bool if the provider permits it;
/// - an array has the first of the types number, Bool and text as which it can be read.
///
/// An object is a text that contains JSON. A value that can't be read as the flag's type is an error, and the next
/// provider is used. A secret value is rejected, because flags are displayed and recorded.
///
/// If the configuration can be watched, as with a file that is read again, changes are applied to the stack.
///
/// ## Readers of swift-configuration
///
/// Some readers are available only if a package enables them with a trait. Firesteel enables those without additional
/// packages: the environment, JSON and the command line. For YAML, property lists and files that are read again, enable
/// the traits in your own package:
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
    /// The display name.
    public let name: String
    private let types: [String: FlagType]
    private let declarations: [FlagDeclaration]
    private let shared: Shared
    private let watching: Task<Void, Never>

    /// The state shared with the watching task, so that the task doesn't retain the provider.
    private final class Shared: Sendable {
        let snapshot: Mutex<any ConfigSnapshot>
        let notifier = Broadcaster<FlagProviderChange>(.immediate)
        let fault = Mutex<FlagError?>(nil)

        init(_ snapshot: any ConfigSnapshot) { self.snapshot = Mutex(snapshot) }
    }

    /// The owners of the configuration's keys.
    private struct Owners {
        var flags: [String: String] = [:]
        /// The errors of flags whose key belongs to another flag, by flag.
        var faults: [String: String] = [:]
    }

    private let owners = Mutex(Owners())

    /// Creates a provider from a configuration.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - name: The display name.
    ///   - types: The flags' types, by key.
    public convenience init(
        _ configuration: some ConfigProvider, name: String = "Configuration", types: [String: FlagType] = [:]
    ) {
        self.init(name, configuration, types, [])
    }

    /// Creates a provider from a configuration.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - name: The display name.
    ///   - declarations: The flags. Their keys may be determined later, when their container is registered.
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
                // The provider was released.
            } catch {
                shared.fault.withLock {
                    $0 = FlagError(.general, "Can't watch the configuration for changes: \(error)")
                }
            }
        }
    }

    deinit { watching.cancel() }

    /// Returns the rule of a flag, or `nil` for an unknown key.
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
                "“\(key)” has the configuration name \(found.encodedKey) of “\(owner)”. Rename one of them."
            owners.faults[key] = fault
            return fault
        }
        if let fault { return ConstantRule(.failed(.general, fault)) }
        if case .failed = found.outcome { return ConstantRule(FlagEvaluation(found.outcome, reason: .error)) }
        return ConstantRule(FlagEvaluation(found.outcome, reason: .static))
    }

    /// `nil`, because a configuration can't list its keys.
    public var keys: Set<String>? { nil }

    /// Ready, with what went wrong with the watching, or else with a flag that would share another's key.
    public var status: FlagProviderStatus {
        let collision = owners.withLock { $0.faults.min { $0.key < $1.key }?.value }
        return FlagProviderStatus(error: shared.fault.withLock { $0 } ?? collision.map { FlagError(.general, $0) })
    }

    /// Calls the handler after each change, until the subscription is cancelled.
    public func subscribe(_ handler: @escaping @Sendable (FlagProviderChange) -> Void) -> Subscription {
        shared.notifier.subscribe(handler)
    }
}
