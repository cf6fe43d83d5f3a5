import Firesteel
import FiresteelFlags
import Foundation

@testable import FiresteelInspector

/// Features that flags decide about.
enum FlaggedApp: FeatureGroup {
    static let subfeatures = features(Exporting.self)
}

enum Exporting: ConditionalFeature {
    static var constraints: Constraints {
        Flagged(default: true)
        UserToggled(default: true)
    }
    static let export = action(Export.self)
    static let toolbar = action(SetToolbar.self)
    static let actions = declare(export, toolbar)
}

/// Reads a flag that is in its input.
enum Export: Action {
    static func perform(_ context: ActionContext<EditorFlags>, presenter: NoPresenter) async throws -> ActionOutcome {
        _ = context.input.toolbar.value
        return .success
    }
}

/// Overrides a flag.
enum SetToolbar: Action {
    struct Input {
        let flags: FlagStack
        let value: JSONValue
    }

    static func perform(_ context: ActionContext<Input>, presenter: NoPresenter) async throws -> ActionOutcome {
        try context.input.flags.setOverride(context.input.value, for: "editor.toolbar")
        return .success
    }
}

enum Toolbar: String, CaseIterable, FlagValueConvertible { case classic, wide }

struct EditorFlags: FlagContainer {
    static let key = "editor"
    let autosave = Flag(default: true, description: "Documents are saved while one writes")
    let fade = Flag(default: 0.5)
    let formats = Flag(default: ["html"], parent: "editor.autosave")
    let greeting = Flag(default: "Welcome")
    let toolbar = Flag(
        default: Toolbar.classic, owner: "Editor team", expires: FlagDate("2020-03-01"), kind: .experiment)
    let width = Flag(default: 72)
}

/// The flags that an action read, of its details.
struct FlagsOfPerform: Decodable {
    let flags: [PageData.FlagRead]
}

/// A provider of overrides that keeps nothing on the disk, and says so.
final class FullDisk: MutableFlagProvider {
    let values = MemoryProvider("Overrides")
    var name: String { values.name }
    var keys: Set<String>? { values.keys }

    func rule(for key: String) -> (any FlagRule)? { values.rule(for: key) }

    func subscribe(_ handler: @escaping @Sendable (FlagProviderChange) -> Void) -> Subscription {
        values.subscribe(handler)
    }

    func set(_ value: JSONValue?, for key: String) throws {
        values.set(value, for: key)
        throw FlagError(.general, "The disk is full.")
    }

    func removeAll() throws {
        values.removeAll()
        throw FlagError(.general, "The disk is full.")
    }
}

/// A bench whose program has flags: some of a server, none overridden.
struct FlagBench {
    let bench: Bench
    let server: MemoryProvider
    let flags: EditorFlags

    var client: RawClient { bench.client }
    var stack: FlagStack { bench.runtime.flags }

    func detail(_ key: String) async throws -> PageData.FlagDetail { try await client.get("flags/one?key=\(key)") }

    func post(_ target: String, _ body: some Encodable) async throws -> RawClient.Response {
        try await client.send(
            "POST", "/api/\(target)", body: String(decoding: JSONEncoder().encode(body), as: UTF8.self))
    }

    func sessions(_ query: String) async throws -> PageData.FlagSessions {
        try await client.get("flags/sessions?\(query)")
    }

    func set(_ key: String, _ value: String?) async throws -> RawClient.Response {
        try await post("flags/override", PageData.FlagOverrideChange(key: key, value: value))
    }
}

func withFlags<Result>(
    overrides: (any MutableFlagProvider)? = MemoryProvider("Overrides"), clock: (@Sendable () -> Double)? = nil,
    _ body: (FlagBench) async throws -> Result
) async throws -> Result {
    let server = MemoryProvider("Server", ["left.over": true, "editor.width": "wide"])
    let definitions = """
        {"flags": {"editor.toolbar": {
          "state": "ENABLED", "variants": {"a": "classic", "b": "wide"}, "defaultVariant": "a",
          "targeting": {"if": [{"==": [{"var": "plan"}, "premium"]}, "b", null]}
        }}}
        """
    server.setRule(
        try FlagDefinitions(json: Array(definitions.utf8)).rule(for: "editor.toolbar"), for: "editor.toolbar")
    let stack = FlagStack(
        [server], overrides: overrides,
        context: EvaluationContext(targetingKey: "reader", attributes: ["plan": "premium"]), clock: clock)
    let flags = try stack.register(EditorFlags.self)
    return try await withInspector(FlaggedApp.self, configure: { $0.flags = stack }) { bench in
        try await body(FlagBench(bench: bench, server: server, flags: flags))
    }
}
