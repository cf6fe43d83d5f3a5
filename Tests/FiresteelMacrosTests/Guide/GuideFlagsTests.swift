// guide: DeclaringFlags
import FiresteelFlags
import FiresteelMacros
// end
import FiresteelTesting
import Testing

// guide: DeclaringFlags
@FlagContainer
struct ReaderFlags {
    /// Pages turn by themselves.
    @Flag var turnsPages: Bool = false
    @Flag(description: "Points, 8 to 40", owner: "Reading team") var fontSize: Double = 13
    @Flag("reader-speed", kind: .configuration) private var wordsPerMinute: Int = 200
    let margins = MarginFlags()

    var secondsPerWord: Double { 60 / Double(wordsPerMinute) }
}

@FlagContainer
struct MarginFlags {
    @Flag var width: Int = 20
}
// end

@Suite("Guide: macros")
struct GuideFlagsTests {
    @Test("Properties of a container by macro are values, and their flags are beside them")
    func container() throws {
        // guide: DeclaringFlags
        let stack = FlagStack([MemoryProvider("Defaults", ["reader.fontSize": 15, "reader-speed": 240])])
        let reader = try stack.register(ReaderFlags.self)

        #expect(reader.fontSize == 15)
        #expect(reader.margins.width == 20)
        #expect(stack.resolution(of: reader.$fontSize).provider == "Defaults")
        // end
        #expect(reader.turnsPages == false)
        #expect(reader.secondsPerWord == 0.25)
        #expect(reader.$turnsPages.declaration.description == "Pages turn by themselves.")
    }

    @Test("The macros' expansion equals the explicit declarations")
    func byHand() throws {
        #expect(Printing.description == PrintingByHand.description)
        #expect(LargePrinting.description == "Print on paper of any size")
        let macro = try FlagStack([]).register(PrintingFlags.self).$isDuplex.declaration
        let hand = try FlagStack([]).register(PrintingFlagsByHand.self).isDuplex.declaration
        #expect(macro.key == hand.key)
        #expect(macro.description == hand.description)
        #expect(macro.defaultValue == hand.defaultValue)
    }
}
