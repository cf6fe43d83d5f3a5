import FiresteelFlags
import Testing

struct PreviewFlags: FlagContainer {
    let delay = Flag(default: 0.5)
}

struct EditorFlags: FlagContainer {
    let autosave = Flag(default: true, description: "Documents are saved while one writes")
    let wordCount = Flag(default: 10)
    let preview = PreviewFlags()
    let shared = Flag("App/Documents/Sharing", default: false)
}

struct URLHandlingFlags: FlagContainer { let isStrict = Flag(default: true) }
struct RootFlags: FlagContainer {
    static let key = ""
    let dark = Flag(default: false)
}
struct TwiceFlags: FlagContainer {
    let first = Flag("twice.key", default: true)
    let second = Flag("twice.key", default: true)
    let third = Flag("twice.other", default: true)
    let fourth = Flag("twice.other", default: 1)
}

@Suite("Containers give their flags keys")
struct FlagContainerTests {
    @Test("A key is the container's name and the property's, and deeper containers go by their property")
    func keys() throws {
        let stack = FlagStack()
        let editor = try stack.register(EditorFlags.self)
        #expect(editor.autosave.key == "editor.autosave")
        #expect(editor.wordCount.key == "editor.wordCount")
        #expect(editor.preview.delay.key == "editor.preview.delay")
        #expect(editor.shared.key == "App/Documents/Sharing")
        #expect(try stack.register(URLHandlingFlags.self).isStrict.key == "urlHandling.isStrict")
        #expect(try stack.register(RootFlags.self).dark.key == "dark")
    }

    @Test("A registered container's flags read from their stack and keep it")
    func bound() throws {
        let provider = MemoryProvider("Memory", ["editor.wordCount": 3])
        let editor = try FlagStack([provider]).register(EditorFlags.self)
        #expect(editor.wordCount.value == 3)
        #expect(editor.autosave.value)
        provider.set(4, for: "editor.wordCount")
        #expect(editor.wordCount.value == 4)
    }

    @Test("Two stacks have the same container with separate values")
    func twoStacks() throws {
        let first = try FlagStack([MemoryProvider("Memory", ["editor.wordCount": 1])]).register(EditorFlags.self)
        let second = try FlagStack([MemoryProvider("Memory", ["editor.wordCount": 2])]).register(EditorFlags.self)
        #expect(first.wordCount.value == 1)
        #expect(second.wordCount.value == 2)
        #expect(first.wordCount.declaration.index == second.wordCount.declaration.index)
    }

    @Test("A container can be registered again, and both copies read the same")
    func again() throws {
        let provider = MemoryProvider()
        let stack = FlagStack([provider])
        let first = try stack.register(EditorFlags.self)
        let second = try stack.register(EditorFlags.self)
        provider.set(false, for: "editor.autosave")
        #expect(!first.autosave.value && !second.autosave.value)
        #expect(stack.descriptions().count == 4)
    }

    @Test("All errors of all declarations are reported together, with their locations")
    func faults() throws {
        let stack = FlagStack()
        let error = #expect(throws: FlagSetupError.self) { try stack.register(TwiceFlags.self) }
        #expect(error?.diagnostics.map(\.kind) == [.duplicateKey, .differentTypes])
        #expect(error?.diagnostics.first?.file.hasSuffix("FlagContainerTests.swift") == true)
        #expect(error?.diagnostics.map(\.line) == [22, 24])
        #expect(error?.description.contains("twice.key") == true)
        #expect(stack.descriptions().isEmpty)
    }

    @Test("Empty keys, local states of numbers and cycles of parents are errors")
    func otherFaults() {
        let stack = FlagStack()
        let a = Flag("a", default: true, parent: "b")
        let b = Flag("b", default: true, parent: "a")
        let number = Flag("n", default: 1, local: .off)
        let empty = Flag("", default: 1)
        let error = #expect(throws: FlagSetupError.self) {
            try stack.declare([a.declaration, b.declaration, number.declaration, empty.declaration])
        }
        #expect(Set(error?.diagnostics.map(\.kind) ?? []) == [.parentCycle, .notBool, .noKey])
    }

    private struct Borrowing: FlagContainer {
        static let shared = Flag(default: true)
        let flag = Borrowing.shared
    }
    private struct Renaming: FlagContainer { let other = Borrowing.shared }
    private struct Endless: FlagStructure { var limit = Double.infinity }

    @Test("A flag that two containers share keeps its first key, and is in one stack only")
    func shared() throws {
        let stack = FlagStack()
        #expect(try stack.register(Borrowing.self).flag.key == "borrowing.flag")
        #expect(try stack.register(Renaming.self).other.key == "borrowing.flag")
        let elsewhere = #expect(throws: FlagSetupError.self) { try FlagStack().register(Borrowing.self) }
        #expect(elsewhere?.diagnostics.map(\.kind) == [.boundElsewhere])
    }

    @Test("A default that no provider could give is a fault")
    func unusableDefault() {
        let error = #expect(throws: FlagSetupError.self) {
            try FlagStack().declare([Flag("endless", default: Endless()).declaration])
        }
        #expect(error?.diagnostics.map(\.kind) == [.unusableDefault])
    }

    @Test("A flag that is declared elsewhere with the same key is a fault, also later")
    func later() throws {
        let stack = FlagStack()
        try stack.declare([Flag("x", default: true).declaration])
        let error = #expect(throws: FlagSetupError.self) { try stack.declare([Flag("x", default: 1).declaration]) }
        #expect(error?.diagnostics.first?.kind == .differentTypes)
        let same = #expect(throws: FlagSetupError.self) { try stack.declare([Flag("x", default: true).declaration]) }
        #expect(same?.diagnostics.first?.kind == .duplicateKey)
    }
}

// A module without flags declares the settings that it needs…
protocol EditorSettings: Sendable { var savesWhileWriting: Bool { get } }
struct EditorModule { let settings: any EditorSettings }
// … and the program, which knows both, puts them together.
extension EditorFlags: EditorSettings { var savesWhileWriting: Bool { autosave.value } }

@Suite("Modules read settings without knowing flags")
struct ModuleSettingsTests {
    @Test("A module's protocol is fulfilled by a container outside")
    func settings() throws {
        let provider = MemoryProvider()
        let module = EditorModule(settings: try FlagStack([provider]).register(EditorFlags.self))
        #expect(module.settings.savesWhileWriting)
        provider.set(false, for: "editor.autosave")
        #expect(!module.settings.savesWhileWriting)
    }

    final class Search {
        @FlagBacked var suggestions: Bool
        init(_ stack: FlagStack) { _suggestions = FlagBacked("search.suggestions", default: true, in: stack) }
        var flag: Flag<Bool> { $suggestions }
    }

    @Test("A property has a flag's value")
    func property() {
        let provider = MemoryProvider("Memory", ["search.suggestions": false])
        let search = Search(FlagStack([provider]))
        #expect(!search.suggestions)
        provider.set(nil, for: "search.suggestions")
        #expect(search.suggestions)
        #expect(search.flag.key == "search.suggestions")
    }
}
