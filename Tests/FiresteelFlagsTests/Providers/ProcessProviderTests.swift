import FiresteelFlags
import Testing

@Suite("Values from how a program was started")
struct ProcessProviderTests {
    @Test("Launch arguments are typed by their form")
    func arguments() {
        let provider = MemoryProvider.launchArguments([
            "--flag", "program=1", "--flag", "b=true", "--verbose", "--flag=i=-3", "--flag", "d=1.5", "--flag",
            "s=grid",
            "--flag", #"t="3""#, "--flag", "e=a=b", "--flag", "l=[1, 2]", "--flag", "x=", "--flag", "i=4", "--",
            "--flag", "z=1",
        ])
        #expect(
            provider.values == [
                "b": true, "i": 4, "d": 1.5, "s": "grid", "t": "3", "e": "a=b", "l": [1, 2], "x": "",
            ])
        #expect(provider.status.error == nil)
    }

    @Test("An argument that can't be read is named, and the others hold")
    func badArguments() {
        let provider = MemoryProvider.launchArguments([
            "p", "--flag", "nothing", "--flag", "=1", "--flag", "a=1", "--flag",
        ])
        #expect(provider.values == ["a": 1])
        let message = provider.status.error?.message ?? ""
        #expect(
            message.contains("nothing") && message.contains("=1") && message.contains("The last “--flag” has no value"))
    }

    @Test("Each flag has a separate variable")
    func variables() {
        let provider = EnvironmentProvider(variables: [
            "FIRESTEEL_FLAG_EDITOR_AUTOSAVE": "false", "FIRESTEEL_FLAG_APP_DOCUMENTS_SHARING": "true",
            "FIRESTEEL_FLAG_LAYOUT": "grid", "EDITOR_WIDTH": "3",
        ])
        let stack = FlagStack([provider])
        #expect(!stack[Flag("editor.autosave", default: true)])
        #expect(stack[Flag("App/Documents/Sharing", default: false)])
        #expect(stack[Flag("layout", default: "")] == "grid")
        #expect(stack[Flag("editor.width", default: 1)] == 1)
        #expect(provider.variable(for: "editor.autosave") == "FIRESTEEL_FLAG_EDITOR_AUTOSAVE")
    }

    @Test("Two keys that would share a variable don't")
    func collision() {
        let provider = EnvironmentProvider(prefix: "F_", variables: ["F_A_B": "2"])
        let stack = FlagStack([provider, MemoryProvider("Memory", ["a-b": 7])])
        #expect(stack[Flag("a.b", default: 0)] == 2)
        #expect(stack[Flag("a-b", default: 0)] == 7)
        let skipped = stack.resolution(of: Flag("a-b", default: 0)).skipped
        #expect(skipped.first?.error.message.contains("a.b") == true)
    }

    @Test("Keys with a prefix come from a provider that several programs share")
    func prefix() throws {
        let shared = MemoryProvider("Shared", ["notes.a": 1, "mail.a": 2])
        let stack = FlagStack([PrefixedProvider(shared, prefix: "notes.")])
        let flag = Flag("a", default: 0)
        try stack.declare([flag.declaration])
        let changes = Recorded<FlagChange>()
        let subscription = stack.onChange { changes.append(contentsOf: $0) }
        #expect(stack[flag] == 1)
        shared.set(5, for: "mail.a")
        shared.set(3, for: "notes.a")
        #expect(stack[flag] == 3)
        #expect(changes.all.map(\.new.value) == [3])
        subscription.cancel()
    }

    @Test("A changed status of the shared provider is forwarded, and changes of other keys aren't")
    func prefixedStatus() {
        let shared = Announcing()
        let changes = Recorded<FlagProviderChange>()
        let subscription = PrefixedProvider(shared, prefix: "notes.").subscribe { changes.append($0) }
        for keys: Set<String> in [["mail.a"], [], ["notes.a", "mail.a"]] { shared.changes.send(.keys(keys)) }
        #expect(changes.all == [.keys([]), .keys(["a"])])
        subscription.cancel()
    }

    /// A provider without values whose changes a test sends.
    private final class Announcing: FlagProvider {
        let name = "Announcing"
        let changes = Broadcaster<FlagProviderChange>(.immediate)
        var keys: Set<String>? { [] }
        func rule(for key: String) -> (any FlagRule)? { nil }
        func subscribe(_ handler: @escaping @Sendable (FlagProviderChange) -> Void) -> Subscription {
            changes.subscribe(handler)
        }
    }
}
