public import FiresteelFlags
import Foundation
import Synchronization

/// A violation of the requirements of `FlagProvider`.
public struct ProviderDiagnostic: Sendable, Hashable, CustomStringConvertible {
    /// The requirement.
    public let rule: String
    /// The observed behaviour.
    public let found: String

    /// Both in one line.
    public var description: String { "\(rule) Here: \(found)" }
}

/// Checks whether a flag provider meets the requirements of the protocol.
///
/// ```swift
/// @Test("The provider meets the requirements of stacks")
/// func conforms() throws {
///     let provider = MyProvider(["a": true])
///     let faults = try checkProvider(provider, knows: ["a": true], change: { provider.publish(["a": false]) })
///     #expect(faults.isEmpty)
/// }
/// ```
///
/// - Parameters:
///   - provider: The provider. A mutable provider has no values afterwards.
///   - values: Its values for these keys in an empty context.
///   - unknownKey: A key without a value.
///   - change: Changes the value of at least one key; subscribers must have been notified when it returns.
/// - Returns: The violations, none if the provider is correct.
/// - Throws: The error of `change`.
public func checkProvider(
    _ provider: any FlagProvider, knows values: [String: JSONValue] = [:],
    unknownKey: String = "no.provider.knows.this", change: (() throws -> Void)? = nil
) throws -> [ProviderDiagnostic] {
    let check = ProviderCheck(provider)
    check.checkName()
    check.checkValues(values, unknownKey)
    check.checkRules(values)
    check.checkManyReaders(Set(values.keys).union([unknownKey]))
    if let change { try check.checkChange(change) }
    if let provider = provider as? any MutableFlagProvider { check.checkSetting(provider) }
    return check.diagnostics
}

final class ProviderCheck {
    private(set) var diagnostics: [ProviderDiagnostic] = []
    let provider: any FlagProvider

    init(_ provider: any FlagProvider) { self.provider = provider }

    func expect(_ isRight: Bool, _ rule: String, _ found: @autoclosure () -> String) {
        if !isRight { diagnostics.append(ProviderDiagnostic(rule: rule, found: found())) }
    }

    func checkName() {
        expect(!provider.name.isEmpty, "A provider has a name.", "it is empty.")
        expect(provider.name == provider.name, "A provider's name doesn't change.", "it changed.")
    }

    func value(_ key: String) -> JSONValue? {
        guard case .value(let value)? = provider.rule(for: key)?.evaluate(.empty, now: 0).outcome else { return nil }
        return value
    }

    func checkValues(_ values: [String: JSONValue], _ unknownKey: String) {
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            let found = self.value(key)
            expect(
                found.map { $0.matches(value) } ?? false, "A value is returned with its type.",
                "“\(key)” returns \(String(describing: found)) instead of \(value).")
        }
        expect(
            provider.rule(for: unknownKey) == nil, "A provider has no rule for an unknown key.",
            "there is one for “\(unknownKey)”.")
        expect(provider.rule(for: "") == nil, "No flag has an empty key.", "there is a rule for it.")
        guard let keys = provider.keys else { return }
        expect(
            keys.isSuperset(of: values.keys), "A provider that lists its keys lists all of them.",
            "\(Set(values.keys).subtracting(keys).sorted()) are missing.")
        for key in keys.sorted().prefix(1000) {
            expect(
                provider.rule(for: key) != nil, "A provider has a rule for each key that it lists.",
                "there is no rule for “\(key)”.")
        }
    }

    func checkRules(_ values: [String: JSONValue]) {
        let contexts = [EvaluationContext.empty, EvaluationContext(targetingKey: "a", attributes: ["b": 1])]
        for key in Set(values.keys).union(provider.keys ?? []).sorted().prefix(1000) {
            guard let rule = provider.rule(for: key) else { continue }
            for context in contexts {
                expect(
                    rule.evaluate(context, now: 7) == rule.evaluate(context, now: 7),
                    "A rule returns the same result for the same context.", "that of “\(key)” doesn't.")
            }
            if !rule.dependsOnContext {
                expect(
                    rule.evaluate(contexts[0], now: 7) == rule.evaluate(contexts[1], now: 7),
                    "A rule whose result depends on the context declares it.", "that of “\(key)” doesn't.")
            }
            if !rule.dependsOnTime {
                expect(
                    rule.evaluate(contexts[0], now: 0) == rule.evaluate(contexts[0], now: 4_000_000_000),
                    "A rule whose result depends on the time declares it.", "that of “\(key)” doesn't.")
            }
        }
    }

    func checkManyReaders(_ keys: Set<String>) {
        let before = keys.sorted().map(value)
        let names = keys.sorted()
        let provider = provider
        let differing = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<50 {
                for (index, key) in names.enumerated() {
                    let outcome = provider.rule(for: key)?.evaluate(.empty, now: 0).outcome
                    let value: JSONValue? = if case .value(let value)? = outcome { value } else { nil }
                    if value != before[index] { differing.add(1, ordering: .relaxed) }
                }
            }
        }
        expect(
            differing.load(ordering: .relaxed) == 0, "Rules can be read on any thread.",
            "\(differing.load(ordering: .relaxed)) results differ.")
    }

    /// The observed notifications.
    private final class Seen: Sendable {
        let changes = Mutex<[FlagProviderChange]>([])
        let sawOld = Atomic(false)
    }

    func checkChange(_ change: () throws -> Void) rethrows {
        let keys = provider.keys ?? []
        let before = Dictionary(uniqueKeysWithValues: keys.map { ($0, value($0)) })
        let seen = Seen()
        let provider = provider
        let subscription = provider.subscribe { change in
            // If the provider held a lock now, this call would deadlock.
            _ = provider.rule(for: "a key")
            _ = provider.keys
            _ = provider.status
            let inner = provider.subscribe { _ in }
            inner.cancel()
            seen.changes.withLock { $0.append(change) }
        }
        let cancelled = Seen()
        provider.subscribe { change in cancelled.changes.withLock { $0.append(change) } }.cancel()
        try change()
        subscription.cancel()
        let changes = seen.changes.withLock { $0 }
        expect(!changes.isEmpty, "Subscribers are notified of a change.", "they weren't.")
        expect(
            cancelled.changes.withLock { $0.isEmpty }, "A cancelled subscription isn't notified.",
            "a cancelled handler was called.")
        let notified = changes.reduce(into: Set<String>()) { notified, change in
            switch change {
            case .all: notified.formUnion(keys.union(provider.keys ?? []))
            case .keys(let keys): notified.formUnion(keys)
            }
        }
        for key in keys.union(provider.keys ?? []).sorted() {
            let old = before[key] ?? nil
            expect(
                old == value(key) || notified.contains(key),
                "Subscribers are notified of every key that may have changed.",
                "there was no notification for “\(key)”.")
        }
    }

    func checkSetting(_ provider: any MutableFlagProvider) {
        let key = "firesteel.check.value"
        let values: [JSONValue] = [
            true, false, 0, -7, .int(.max), 1.5, "", "a", "“ü\n\\”", [1, "a", true], ["a": 1, "b": [true]],
        ]
        let seen = Mutex<[JSONValue?]>([])
        let subscription = provider.subscribe { _ in
            let outcome = provider.rule(for: key)?.evaluate(.empty, now: 0).outcome
            let value: JSONValue? = if case .value(let value)? = outcome { value } else { nil }
            seen.withLock { $0.append(value) }
        }
        for value in values {
            attempt("set \(value)") { try provider.set(value, for: key) }
            expect(
                self.value(key).map { $0.matches(value) } ?? false, "A set value is read when setting returns.",
                "\(String(describing: self.value(key))) instead of \(value).")
            let notified = seen.withLock { $0.last ?? nil }
            expect(
                notified.map { $0.matches(value) } ?? false, "Subscribers are notified after the value has changed.",
                "they read \(String(describing: notified)) instead of \(value).")
        }
        attempt("remove a value") { try provider.set(nil, for: key) }
        expect(provider.rule(for: key) == nil, "A removed value is no longer returned.", "it is still returned.")
        let count = seen.withLock { $0.count }
        expect(count >= values.count + 1, "Subscribers are notified of each set and removed value.", "\(count) times.")

        attempt("set a value") { try provider.set(1, for: key) }
        attempt("set another value") { try provider.set(2, for: key + "2") }
        let before = seen.withLock { $0.count }
        attempt("remove all") { try provider.removeAll() }
        let after = seen.withLock { $0.count }
        expect(after == before + 1, "Removing all is one change.", "subscribers were notified \(after - before) times.")
        expect(
            provider.rule(for: key) == nil && provider.rule(for: key + "2") == nil, "Removing all removes every value.",
            "a value remains.")
        subscription.cancel()
    }

    private func attempt(_ what: String, _ body: () throws -> Void) {
        do { try body() } catch { expect(false, "A value can be set and removed.", "\(what): \(error)") }
    }
}
