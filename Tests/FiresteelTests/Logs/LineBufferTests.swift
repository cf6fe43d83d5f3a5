import Testing

@testable import Firesteel

@Suite("The bytes of a line")
struct LineBufferTests {
    private func written(_ body: (inout LineBuffer) -> Void) -> String {
        LineBuffer.with { buffer in
            body(&buffer)
            return String(decoding: buffer.bytes, as: UTF8.self)
        }
    }

    @Test("A line of any length is whole")
    func growth() {
        for length in [0, 1, 1_022, 1_023, 1_024, 1_025, 5_000] {
            let text = String(repeating: "x", count: length)
            let line = written { buffer in
                buffer.append(visible: text)
                buffer.append("|")
                buffer.append(decimal: 1_234_567_890)
                buffer.append(quoted: text)
            }
            #expect(line == text + "|1234567890\"" + text + "\"")
        }
    }

    @Test("A character that is escaped is found at every position of a text of every length")
    func everyPlace() {
        let special: [(Character, visible: String, quoted: String, json: String)] = [
            ("\n", "\\n", "\\n", "\\n"), ("\u{1F}", "\\u{1F}", "\\u{1F}", "\\u001f"),
            ("\u{7F}", "\\u{7F}", "\\u{7F}", "\u{7F}"), ("\u{85}", "\\u{85}", "\\u{85}", "\u{85}"),
            ("\u{2028}", "\\u{2028}", "\\u{2028}", "\u{2028}"), ("\"", "\"", "\\\"", "\\\""),
            ("\\", "\\", "\\\\", "\\\\"), ("é", "é", "é", "é"), ("~", "~", "~", "~"), (" ", " ", " ", " "),
            ("\u{80}", "\\u{80}", "\\u{80}", "\u{80}"), ("日", "日", "日", "日"),
        ]
        for length in 0...34 {
            for place in 0...length {
                let before = String(repeating: "a", count: place)
                let after = String(repeating: "ö", count: length - place)
                for (character, visible, quoted, json) in special {
                    let text = before + String(character) + after
                    #expect(written { $0.append(visible: text) } == before + visible + after)
                    #expect(written { $0.append(quoted: text) } == "\"" + before + quoted + after + "\"")
                    #expect(written { $0.append(json: text) } == "\"" + before + json + after + "\"")
                }
            }
        }
    }

    @Test("Numbers are written with all their digits", arguments: [0, 9, 10, 99, 100, UInt64.max - 1, UInt64.max])
    func decimals(number: UInt64) {
        #expect(written { $0.append(decimal: number) } == String(number))
    }
}
