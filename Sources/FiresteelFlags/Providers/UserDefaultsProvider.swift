public import FiresteelBase
public import Foundation
import Synchronization

/// Values in the user defaults, such as the switches of a settings bundle.
///
/// A flag's value is stored under its key with a prefix: a Boolean, number, string, or an array or dictionary of these.
/// Any other object is an error, and so are two defaults whose names differ only in the encoding of a letter (`é`, `e`
/// with U+0301), because these are one key. Changes by other code of this process are noticed if the system notifies of them.
public final class UserDefaultsProvider: MutableFlagProvider {
    /// The display name.
    public let name: String
    /// The prefix of the names in the defaults.
    public let prefix: String

    // `@unchecked Sendable`: UserDefaults is documented as safe to use from any thread.
    private struct Defaults: @unchecked Sendable { let store: UserDefaults }
    private let defaults: Defaults
    private let known: Mutex<[String: Result<JSONValue, FlagError>]>
    /// Values that were set and that the defaults can't store.
    private let unstored = Mutex<[String: JSONValue]>([:])
    /// The number of changes in progress.
    private let changing = Mutex(0)
    private let notifier = Broadcaster<FlagProviderChange>(.immediate)
    private let observation = Mutex<(@Sendable () -> Void)?>(nil)

    /// Creates a provider of the standard user defaults, or of others.
    public init(
        _ defaults: UserDefaults = .standard, prefix: String = "firesteel.flags.", name: String = "User defaults"
    ) {
        self.defaults = Defaults(store: defaults)
        self.prefix = prefix
        self.name = name
        known = Mutex(Self.values(defaults, prefix))
        let center = NotificationCenter.default
        // Unchecked: the token is only handed back to the center, which may be used from any thread.
        nonisolated(unsafe) let token = center.addObserver(
            forName: UserDefaults.didChangeNotification, object: nil, queue: nil
        ) { [weak self] _ in self?.checkForChanges() }
        observation.withLock { $0 = { NotificationCenter.default.removeObserver(token) } }
    }

    deinit { observation.withLock { $0 }?() }

    /// Returns the value of a flag as a rule.
    public func rule(for key: String) -> (any FlagRule)? {
        switch known.withLock({ $0[key] }) {
        case .success(let value)?: ConstantRule(value)
        case .failure(let error)?: ConstantRule(FlagEvaluation(.failed(error), reason: .error))
        case nil: nil
        }
    }

    /// All keys with a stored object.
    public var keys: Set<String>? { known.withLock { Set($0.keys) } }

    /// Calls the handler after each change.
    public func subscribe(_ handler: @escaping @Sendable (FlagProviderChange) -> Void) -> Subscription {
        notifier.subscribe(handler)
    }

    /// Sets a value, or removes it with `nil`.
    ///
    /// - Throws: ``FlagError`` if the defaults can't store the value, such as an array with a null in it; it then
    ///   applies to this run only.
    public func set(_ value: JSONValue?, for key: String) throws {
        let object = value.flatMap(Self.object)
        change {
            removeStored { $0 == key }
            if let object { defaults.store.set(object, forKey: prefix + key) }
            unstored.withLock { $0[key] = object == nil ? value : nil }
        }
        if object == nil, let value {
            throw FlagError(
                .general,
                "The user defaults can't store \(value.short()). The value of “\(key)” applies to this run only.")
        }
    }

    /// Removes all values, as one change.
    public func removeAll() {
        change {
            removeStored { _ in true }
            unstored.withLock { $0 = [:] }
        }
    }

    /// Reads the defaults again, for changes that the system doesn't notify of, such as those of another process.
    public func reload() { checkForChanges() }

    /// Changes the defaults as one change, although the system notifies of each part.
    private func change(_ body: () -> Void) {
        changing.withLock { $0 += 1 }
        body()
        changing.withLock { $0 -= 1 }
        checkForChanges()
    }

    /// Removes the objects of the matching keys, whose names may have another spelling than the key.
    private func removeStored(_ isRemoved: (String) -> Bool) {
        for name in defaults.store.dictionaryRepresentation().keys {
            guard let key = Self.key(name, prefix), isRemoved(key) else { continue }
            // Setting nil instead never returns on Linux.
            for name in [name] + Self.names(of: key, prefix) { defaults.store.removeObject(forKey: name) }
        }
    }

    private func checkForChanges() {
        // The change in progress reads the defaults at its end.
        guard changing.withLock({ $0 == 0 }) else { return }
        let changed = known.withLock { known in
            // Read while holding the lock, so that a later reader has values at least as new.
            let kept = Self.values(defaults.store, prefix)
            let now = kept.merging(unstored.withLock { $0.mapValues { .success($0) } }) { $1 }
            defer { known = now }
            return Set(now.keys).union(known.keys).filter { known[$0] != now[$0] }
        }
        if !changed.isEmpty { notifier.send(.keys(changed)) }
    }

    private static func values(_ defaults: UserDefaults, _ prefix: String) -> [String: Result<JSONValue, FlagError>] {
        var values: [String: Result<JSONValue, FlagError>] = [:]
        for (name, object) in defaults.dictionaryRepresentation() {
            guard let key = key(name, prefix) else { continue }
            if names(of: key, prefix).filter({ defaults.object(forKey: $0) != nil }).count > 1 {
                let message = "Two user defaults have the name “\(name)” in different encodings. Remove one of them."
                values[key] = .failure(FlagError(.parseError, message))
            } else if let value = value(object) {
                values[key] = .success(value)
            } else {
                let message = "The user default “\(name)” is not a valid flag value."
                values[key] = .failure(FlagError(.parseError, message))
            }
        }
        return values
    }

    /// Returns the names of the canonically equivalent spellings of a key.
    ///
    /// A dictionary of the defaults has only one of them, because its names are strings of Swift.
    private static func names(of key: String, _ prefix: String) -> [String] {
        let (composed, decomposed) = (key.canonicalKey, key.decomposedStringWithCanonicalMapping)
        let isOne = composed.utf8.elementsEqual(decomposed.utf8)
        return (isOne ? [composed] : [composed, decomposed]).map { prefix + $0 }
    }

    /// Returns the key of a name with the prefix.
    ///
    /// Compares scalars: a key that begins with a combining mark has no `Character` boundary before it.
    private static func key(_ name: String, _ prefix: String) -> String? {
        if name.unicodeScalars.starts(with: prefix.unicodeScalars) {
            return String(String.UnicodeScalarView(name.unicodeScalars.dropFirst(prefix.unicodeScalars.count)))
        }
        return name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : nil
    }

    /// Returns a value of a property list.
    ///
    /// The encoded type distinguishes Booleans from numbers: `as? Bool` converts 1 to true.
    static func value(_ object: Any) -> JSONValue? {
        switch object {
        case let text as String: return .string(text)
        case let number as NSNumber:
            if isTruthValue(number) { return .bool(number.boolValue) }
            if !hasFraction(number) { return .int(number.intValue) }
            return number.doubleValue.isFinite ? .double(number.doubleValue) : nil
        case let values as [Any]:
            let elements = values.compactMap(value)
            return elements.count == values.count ? .array(elements) : nil
        case let values as [String: Any]:
            let elements = values.compactMapValues(value)
            return elements.count == values.count ? .object(elements) : nil
        default: return nil
        }
    }

    /// Returns a property list for a value.
    static func object(_ value: JSONValue) -> Any? {
        switch value {
        case .null: return nil
        case .bool(let value): return NSNumber(value: value)
        case .int(let value): return NSNumber(value: value)
        case .double(let value): return NSNumber(value: value)
        case .string(let value): return value
        case .array(let values):
            let objects = values.compactMap(object)
            return objects.count == values.count ? objects : nil
        case .object(let values):
            let objects = values.compactMapValues(object)
            return objects.count == values.count ? objects : nil
        }
    }
}

/// Returns whether a number is a Boolean.
private func isTruthValue(_ number: NSNumber) -> Bool {
    #if canImport(Darwin)
    CFGetTypeID(number) == CFBooleanGetTypeID()
    #else
    number === NSNumber(value: true) || number === NSNumber(value: false) || String(cString: number.objCType) == "c"
        || String(cString: number.objCType) == "B"
    #endif
}

/// Returns whether a number is stored as a floating-point number.
private func hasFraction(_ number: NSNumber) -> Bool {
    let type = String(cString: number.objCType)
    return type == "d" || type == "f"
}
