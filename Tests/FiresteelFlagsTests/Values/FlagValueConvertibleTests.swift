import FiresteelFlags
import Testing

@Suite("Values become declared types")
struct FlagValueConvertibleTests {
    enum Layout: String, CaseIterable, FlagValueConvertible { case list, grid }

    @Test("An integer converts to the types that can represent it")
    func integers() {
        #expect(Int8(flagValue: 100) == 100)
        #expect(Int8(flagValue: 300) == nil)
        #expect(UInt(flagValue: -1) == nil)
        #expect(Int(flagValue: 3.0) == 3)
        #expect(Int(flagValue: 3.5) == nil)
        #expect(Int(flagValue: .double(1e300)) == nil)
        #expect(Int(flagValue: true) == nil)
        #expect(UInt64.max.flagValue == .double(Double(UInt64.max)))
    }

    @Test("A number without a fraction is a Double as well")
    func doubles() {
        #expect(Double(flagValue: 3) == 3)
        #expect(Float(flagValue: .double(1e300)) == nil)
        #expect(Double(flagValue: "3") == nil)
    }

    @Test("Only true and false are Bools, only texts are Strings")
    func basics() {
        #expect(Bool(flagValue: 1) == nil)
        #expect(Bool(flagValue: false) == false)
        #expect(String(flagValue: 1) == nil)
        #expect(String(flagValue: "a") == "a")
    }

    @Test("An enum accepts its raw values and lists its cases")
    func enums() {
        #expect(Layout(flagValue: "grid") == .grid)
        #expect(Layout(flagValue: "table") == nil)
        #expect(Layout.allowedFlagValues == ["list", "grid"])
        #expect(Layout.flagType == .string)
    }

    @Test("Arrays and dictionaries take values of their element's type only")
    func collections() {
        #expect([Int](flagValue: [1, 2]) == [1, 2])
        #expect([Int](flagValue: [1, "2"]) == nil)
        #expect([String: Bool](flagValue: ["a": true]) == ["a": true])
        #expect([String: Bool](flagValue: ["a": 1]) == nil)
    }
}
