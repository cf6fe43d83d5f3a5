import Testing

@testable import FiresteelTimeline

@Suite("Input summaries")
struct InputSummaryTests {
    private func fields(
        _ size: Int = TextLimits.input, _ body: (inout InputSummary) -> Void
    ) -> (fields: [InputField], isCut: Bool) {
        withUnsafeTemporaryAllocation(byteCount: size, alignment: 1) { buffer in
            var summary = InputSummary(writingTo: buffer)
            body(&summary)
            return (InputField.decode(summary.bytes), summary.isCut)
        }
    }

    @Test("Values are written as people read them")
    func values() {
        let (fields, isCut) = fields(512) {
            $0.add("Q4 plan.md")
            $0.add("Pages", 12)
            $0.add("Change", -7 as Int8)
            $0.add("Most", UInt64.max)
            $0.add("Draft", true)
            $0.add("Zoom", 1.25)
            $0.add("Tenth", 0.1)
            $0.add("Size", bytes: 182_400)
            $0.add("Small", bytes: 999)
            $0.add("Large", bytes: 3_449_000_000 as Int64)
            $0.add("Wait", Duration.milliseconds(250))
            $0.add("Long", Duration.seconds(90))
            $0.hide("Contents")
        }
        #expect(!isCut)
        #expect(
            fields.line
                == "Q4 plan.md, 12, -7, 18446744073709551615, yes, 1.25, 0.1, 182 KB, 999 bytes, 3.4 GB, 250 ms, 1.5 min"
        )
        #expect(fields.last == InputField(label: "Contents", value: .hidden))
        #expect(fields[1] == InputField(label: "Pages", value: .shown("12")))
    }

    @Test("A value can't pretend to be structure")
    func harmless() {
        let (fields, _) = fields { $0.add("Name", "a\u{1E}Admin\u{1F}yes\u{18}") }
        #expect(fields == [InputField(label: "Name", value: .shown("a Admin yes "))])
    }

    @Test("Texts that don't fit are cut between characters, and marked as cut")
    func cut() {
        for size in 0...40 {
            let (fields, isCut) = fields(size) {
                $0.add("né🇩🇪👨‍👩‍👧")
                $0.add("Label", "value")
            }
            #expect(isCut)
            if let first = fields.first, case .shown(let text) = first.value {
                #expect("né🇩🇪👨‍👩‍👧".unicodeScalars.starts(with: text.unicodeScalars))
                #expect(!text.hasSuffix("\u{200D}"))
            }
            for field in fields { #expect(field.label == nil || field.label == "Label") }
        }
    }

    @Test("Whatever the bytes, decoding gives fields and never fails")
    func decoding() {
        for _ in 0..<500 {
            let bytes = (0..<Int.random(in: 0...64)).map { _ in [0x18, 0x1E, 0x1F, 0x41, 0xC3, 0xFF].randomElement()! }
            let fields = InputField.decode(bytes.map { UInt8($0) })
            #expect(fields.count <= bytes.count)
        }
        #expect(InputField.decode([]).isEmpty)
    }

    @Test("A text cut by its limit never ends within a scalar")
    func textCut() {
        let text = Array("aé漢😀e\u{301}x".utf8)
        text.withUnsafeBytes { bytes in
            for limit in 0...bytes.count {
                let length = TextCut.length(of: bytes, within: limit)
                #expect(length <= limit)
                #expect(String(validating: bytes[..<length], as: UTF8.self) != nil)
            }
        }
    }
}
