import FiresteelFlags
import Foundation
import Testing

@Suite("Accessors that the plug-in wrote")
struct AccessorsTests {
    @Test("Flags of flagd's definitions are read by name, with their types and the values that a stack has")
    func flagd() throws {
        // guide: DeclaringFlags
        let stack = FlagStack([MemoryProvider("Defaults", ["editor.line-width": 100])])
        let app = try stack.register(AppFlags.self)

        #expect(app.editor.lineWidth.value == 100)
        #expect(app.editor.autosave.value)
        #expect(app.checkout.key == "new-checkout")
        // end
        let weights: [Double] = app.search.weights.value
        #expect(weights == [1, 1])
        #expect(app.search.suggestions.value == false, "Its parent is off.")
        #expect(app.checkout.declaration.expires == FlagDate("2030-12-31"))
        #expect(app.editor.autosave.declaration.owner == "Editor team")
        #expect(app.editor.autosave.declaration.description == "Documents are saved while one writes")
    }

    @Test("Rules of the file that the accessors were written from decide who gets which variant")
    func rules() throws {
        let provider = FileProvider(Self.file("App.flags.json"), interval: nil)
        let stack = FlagStack([provider], context: EvaluationContext(attributes: ["plan": "pro"]))
        let app = try stack.register(AppFlags.self)
        #expect(app.search.weights.value == [1.5, 0.5])
        #expect(stack.diagnostics.isEmpty)
    }

    @Test("Flags of JustTweak's tweaks are found by feature and variable")
    func justTweak() throws {
        let tweaks = try FlagStack([]).register(TweaksFlags.self)
        #expect(tweaks.checkout.enabled.value == false)
        #expect(tweaks.checkout.retryCount.value == 3)
        #expect(tweaks.search.enabled.value)
        #expect(tweaks.search.prompt.value == "Find \\(all) \"files\"\n")
        #expect(tweaks.search.speed.value == 1.5)
        #expect(tweaks.search.enabled.key == "search.enabled")
    }

    @Test("Flags of Toggles' toggles are found by variable")
    func toggles() throws {
        let shop = try FlagStack([]).register(ShopFlags.self)
        let discount: Double = shop.cart.discount.value
        #expect(discount == 1)
        #expect(shop.cart.limit.value == 20)
        #expect(shop.welcome.value == "Hello")
        #expect(shop.layout.value == ["columns": 2, "names": ["a", .null]])
        #expect(shop.open.value)
        #expect(shop.token.value == "c2VjcmV0")
    }

    @Test(
        "Every key of a file is a flag's key, whatever characters it contains",
        arguments: ["App", "Tweaks", "Shop", "Names"])
    func keys(name: String) throws {
        let file = FileProvider(Self.file("\(name).flags.json"), interval: nil)
        let stack = FlagStack([file])
        switch name {
        case "App": _ = try stack.register(AppFlags.self)
        case "Tweaks": _ = try stack.register(TweaksFlags.self)
        case "Shop": _ = try stack.register(ShopFlags.self)
        default: _ = try stack.register(NamesFlags.self)
        }
        let declared = Set(stack.descriptions().map(\.key))
        let keys = try #require(file.keys)
        #expect(declared == keys)
        #expect(file.status.state == .ready)
    }

    @Test("Keywords and other odd names are names behind a dot")
    func names() throws {
        let names = try FlagStack([]).register(NamesFlags.self)
        #expect(names.words.class.key == "words.class")
        #expect(names.words.default.key == "words.default")
        #expect(names.words.selfFlag.key == "words.self")
        #expect(names.words.initFlag.key == "words.init")
        #expect(names.digits._2fa.key == "digits.2fa")
        #expect(names.scripts.größe.key == "scripts.größe")
        #expect(names.scripts.日本語3.x.key == "scripts.日本語.x")
        #expect(names.groups.class.func.key == "groups.class.func")
        #expect(names.groups.a2.b.key == "groups.a.b")
    }

    @Test("A flag is declared in the line of its file")
    func place() {
        let declaration = AppFlags().editor.lineWidth.declaration
        #expect(declaration.file == "App.flags.json")
        #expect(declaration.line == 9)
    }

    private static func file(_ name: String) -> URL {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Flags/\(name)").standardizedFileURL
    }
}

/// Compiles because of `FlagAccessors.json`, which makes the accessors public.
public func makeAppFlags() -> AppFlags { AppFlags() }
