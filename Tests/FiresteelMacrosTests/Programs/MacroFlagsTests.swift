import FiresteelFlags
import FiresteelMacros
import Testing

@Suite("Flags declared with macros")
struct MacroFlagsTests {
    @Test("Properties read the values that a stack has for them")
    func values() throws {
        let provider = MemoryProvider(
            "Memory", ["writing.autosave": false, "words.layout": "list", "app.search.limit": 50])
        let stack = FlagStack([provider])
        let writing = try stack.register(WritingFlags.self)
        let search = try stack.register(SearchFlags.self)
        #expect(writing.autosave == false)
        #expect(writing.layout == .list)
        #expect(writing.default == 1.5)
        #expect(writing.hiddenTwice == 14)
        #expect(writing.preview.live == false, "It is off locally, whatever its default.")
        #expect(writing.plain.value == "plain")
        #expect(search.limit == 50)
    }

    @Test("A flag has all arguments of its attribute")
    func declaration() throws {
        let writing = try FlagStack([]).register(WritingFlags.self)
        #expect(writing.$layout.key == "words.layout")
        #expect(writing.$layout.declaration.description == "How documents lie")
        #expect(writing.$layout.declaration.owner == "Ann")
        #expect(writing.$layout.declaration.expires == FlagDate("2030-01-31"))
        #expect(writing.$layout.declaration.kind == .experiment)
        #expect(writing.preview.$live.key == "writing.preview.live")
        #expect(writing.preview.$live.declaration.local == .off)
        #expect(writing.$default.key == "writing.default")
    }

    @Test("A flag by macro equals an explicit flag")
    func byHand() throws {
        let macro = try FlagStack([]).register(WritingFlags.self).$autosave.declaration
        let hand = try FlagStack([]).register(HandWrittenFlags.self).autosave.declaration
        #expect(macro.key == hand.key)
        #expect(macro.defaultValue == hand.defaultValue)
        #expect(macro.description == hand.description)
        #expect(macro.type == hand.type)
        #expect(macro.kind == hand.kind)
        #expect(macro.local == hand.local)
    }

    @Test("A flag knows the line that it is declared in")
    func place() throws {
        let writing = try FlagStack([]).register(WritingFlags.self)
        #expect(writing.$autosave.declaration.file == "FiresteelMacrosTests/MacroFlags.swift")
        #expect(writing.$autosave.declaration.line == 9)
        #expect(writing.$default.declaration.line == 15)
    }
}
