import Firesteel
import Foundation
import Logging
import Testing

@Suite("A log line for programs")
struct JSONLinesTests {
    @Test("An action's line has every key, in the documented order")
    func action() {
        let line = LogLine.sample(
            level: .warning, message: "Little room is left", metadata: ["volume": "/data", "free": "40 KB"],
            context: .saving())
        #expect(
            LogFormat.jsonLines.string(line)
                == #"{"time":"2026-11-21T16:56:07.070250Z","level":"warning","label":"documents.store","message":"Little room is left","feature":"App/DocumentManagement","action":"SaveDocument","perform":12,"session":{"id":2,"name":"Window"},"stack":7,"input":"How FDD Works.txt","metadata":{"free":"40 KB","volume":"/data"}}"#
        )
    }

    @Test("An action's line has the flags that it read as an object of texts, after the input")
    func flags() {
        let flags = [
            LogContext.Flag(key: "layout", value: "grid"), LogContext.Flag(key: "a \"b\"", value: "{\"size\":4}\n"),
        ]
        #expect(
            LogFormat.jsonLines.string(.sample(context: .saving(input: "x", flags: flags))).hasSuffix(
                #","stack":7,"input":"x","flags":{"layout":"grid","a \"b\"":"{\"size\":4}\n"}}"#))
    }

    @Test("Unknown values are left out")
    func outside() {
        #expect(
            LogFormat.jsonLines.string(.sample())
                == #"{"time":"2026-11-21T16:56:07.070250Z","level":"info","label":"documents.store","message":"Listening"}"#
        )
    }

    @Test("Any text is read back unchanged from one line")
    func roundTrip() throws {
        let texts = ["\"\\/\u{8}\u{C}\n\r\t\0\u{1F}\u{7F}", "größer → 日本 👩‍🚀\u{2028}", "", "}\n{\"forged\":1}"]
        for text in texts {
            let line = LogLine.sample(
                label: text, message: text, metadata: [text: text], context: .saving(input: text, session: text))
            var bytes: [UInt8] = []
            LogFormat.jsonLines.write(line, to: &bytes)
            #expect(bytes.filter { $0 == UInt8(ascii: "\n") }.count == 1)
            #expect(bytes.last == UInt8(ascii: "\n"))
            let read = try JSONDecoder().decode(ReadLine.self, from: Data(bytes))
            #expect(
                read
                    == ReadLine(
                        label: text, message: text, input: text, session: .init(id: 2, name: text),
                        metadata: [text: text]))
        }
    }

    private struct ReadLine: Decodable, Equatable {
        struct Session: Decodable, Equatable {
            let id: Int
            let name: String
        }

        let label: String
        let message: String
        let input: String
        let session: Session
        let metadata: [String: String]
    }
}
