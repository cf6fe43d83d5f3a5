import FiresteelFlags
import FiresteelTimeline
import Foundation
import Synchronization

struct EditorFlags: FlagContainer {
    enum Toolbar: String, CaseIterable, FlagValueConvertible { case classic, wide, none }

    static let key = "editor"
    let autosave = Flag(default: true, description: "Documents are saved while one writes")
    let fade = Flag(default: 0.35)
    let greeting = Flag(default: "Welcome back")
    let lineWidth = Flag(default: Int32(72))
    let toolbar = Flag(
        default: Toolbar.classic, description: "The tools above the text", owner: "Editor team",
        expires: FlagDate("2099-01-15"), kind: .experiment)
}

struct SharingFlags: FlagContainer {
    enum Plan: String, CaseIterable, FlagValueConvertible { case free, reader, writer, publisher, enterprise }

    static let key = "sharing"
    let formats = Flag(default: ["html", "pdf"], parent: "editor.autosave")
    let invitation = Flag<[String: JSONValue]>(default: ["title": "Read this with me", "tone": "friendly"])
    let plan = Flag(default: Plan.free)
}

struct OldFlags: FlagContainer {
    static let key = "old"
    let storagePage = Flag(default: false, expires: FlagDate("2020-03-01"), exclusionGroup: "pages")
}

/// The flags of the program, with two providers.
final class Flags: Sendable {
    let stack: FlagStack
    private let providers: [MemoryProvider]
    private let added: AddedTime
    /// Reads of declared flags, by key.
    private let reads: [String: @Sendable () -> Void]

    /// - Parameter overrides: The file of stored overrides; without it, they aren't stored.
    init(overrides: URL?) throws {
        let definitions = try FlagDefinitions(json: Array(Self.definitions.utf8))
        let server = MemoryProvider(
            "Server", ["editor.lineWidth": "wide", "sharing.invitation": .object(["tone": "plain"])])
        let file = MemoryProvider("flags.json", ["editor.fade": 0.5, "left.over": true])
        server.setRule(definitions.rule(for: "editor.toolbar"), for: "editor.toolbar")
        server.setStatus(FlagProviderStatus(updated: Date().timeIntervalSince1970 - 4))
        file.setRule(definitions.rule(for: "sharing.plan"), for: "sharing.plan")
        providers = [server, file]
        let added = AddedTime()
        self.added = added
        stack = FlagStack(
            [server, file], overrides: overrides.map { OverrideStore($0) } ?? MemoryProvider("Overrides"),
            environment: .development,
            context: EvaluationContext(targetingKey: "reader-4711", attributes: ["plan": "premium", "words": 120]),
            clock: { Date().timeIntervalSince1970 + added.seconds })
        let editor = try stack.register(EditorFlags.self), sharing = try stack.register(SharingFlags.self)
        _ = try stack.register(OldFlags.self)
        reads = [
            "editor.autosave": { _ = editor.autosave.value }, "editor.fade": { _ = editor.fade.value },
            "editor.greeting": { _ = editor.greeting.value }, "editor.lineWidth": { _ = editor.lineWidth.value },
            "editor.toolbar": { _ = editor.toolbar.value }, "sharing.formats": { _ = sharing.formats.value },
            "sharing.invitation": { _ = sharing.invitation.value }, "sharing.plan": { _ = sharing.plan.value },
        ]
    }

    /// Premium readers have the wide toolbar by a split, those on trial have none.
    private static let definitions = """
        {"flags": {
          "editor.toolbar": {
            "state": "ENABLED", "variants": {"a": "classic", "b": "wide", "c": "none"}, "defaultVariant": "a",
            "targeting": {"if": [
              {"==": [{"var": "plan"}, "premium"]}, {"fractional": [["b", 100]]},
              {"==": [{"var": "plan"}, "trial"]}, "c", null]}},
          "sharing.plan": {
            "state": "ENABLED", "variants": {"free": "free", "reader": "reader"}, "defaultVariant": "free",
            "targeting": {"if": [{">": [{"var": "words"}, 100]}, "reader", null]}}
        }}
        """

    func apply(_ command: FlagCommand) throws {
        added.add(command.days ?? 0)
        if let text = command.definitions {
            let definitions = try FlagDefinitions(json: Array(text.utf8))
            for key in reads.keys { definitions.rule(for: key).map { providers[0].setRule($0, for: key) } }
        }
        for (key, value) in command.values ?? [:] {
            let value = try value.map { try JSONValue(json: Array($0.utf8)) }
            providers[1].set(value, for: key)
        }
        for status in command.statuses ?? [] {
            let provider = providers.first { $0.name == status.provider }
            provider?.setStatus(
                FlagProviderStatus(
                    FlagProviderStatus.State(rawValue: status.state) ?? .ready,
                    updated: status.age.map { Date().timeIntervalSince1970 - $0 },
                    error: status.error.map { FlagError(.general, $0) }))
        }
        for key in command.unknown ?? [] { _ = stack.resolve(key: key, file: "App/Editor/Toolbar.swift", line: 41) }
        if let key = command.unknown?.first { _ = stack.resolve(key: key, file: "App/Window.swift", line: 7) }
    }

    func read(_ key: String) { reads[key]?() }
}

/// A time that commands add to that of the system.
private final class AddedTime: Sendable {
    private let days = Atomic(0)

    var seconds: Double { Double(days.load(ordering: .relaxed)) * 86_400 }

    func add(_ number: Int) { days.wrappingAdd(number, ordering: .relaxed) }
}

/// Changes of the flags, by a command.
struct FlagCommand: Decodable {
    /// The time that passes for the flags.
    var days: Int?
    /// Rules of the server for some flags, in flagd's format.
    var definitions: String?
    /// The values of `flags.json` as JSON; a key without one is removed.
    var values: [String: String?]?
    var statuses: [Status]?
    /// The undeclared keys to evaluate, the first of them in two places.
    var unknown: [String]?

    struct Status: Decodable {
        let provider: String
        let state: String
        /// The age of the values in seconds.
        var age: Double?
        var error: String?
    }
}
