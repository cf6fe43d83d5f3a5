import Logging
import Testing

@testable import Firesteel

@Suite("A log line for people")
struct TextFormatTests {
    private let format = LogFormat.text(.dated)

    @Test("An action's line has its origin, the event, and in brackets the session and the input")
    func action() {
        let line = LogLine.sample(
            level: .warning, message: "Little room is left", metadata: ["volume": "/media/My Disk", "free": "40KB"],
            context: .saving())
        #expect(
            format.string(line)
                == #"2026-11-21T16:56:07.070Z WARNING App/DocumentManagement/#SaveDocument | Little room is left free=40KB volume="/media/My Disk" [session 2 "Window", stack 7, input "How FDD Works.txt", label documents.store]"#
        )
    }

    @Test("An action's line has the flags that it read before the label, each value one word")
    func flags() {
        let flags = [
            LogContext.Flag(key: "layout", value: "grid"), LogContext.Flag(key: "title", value: "a \"b\", label c"),
            LogContext.Flag(key: "note", value: "x\ny"), LogContext.Flag(key: "none", value: ""),
        ]
        #expect(
            format.string(.sample(context: .saving(input: nil, flags: flags)))
                == #"2026-11-21T16:56:07.070Z INFO App/DocumentManagement/#SaveDocument | Listening [session 2 "Window", stack 7, flags layout=grid title="a \"b\", label c" note=x\ny none="", label documents.store]"#
        )
    }

    @Test("An input at the end of the message isn't repeated")
    func inputOnce() {
        let line = LogLine.sample(
            level: .debug, label: "App/DocumentManagement", message: #"Starting with input "How FDD Works.txt""#,
            context: .saving())
        #expect(
            format.string(line)
                == #"2026-11-21T16:56:07.070Z DEBUG App/DocumentManagement/#SaveDocument | Starting with input "How FDD Works.txt" [session 2 "Window", stack 7]"#
        )
    }

    @Test("A feature's own line needs nothing in brackets, another logger's its label")
    func feature() {
        #expect(
            format.string(.sample(label: "App/DocumentManagement", context: .management))
                == "2026-11-21T16:56:07.070Z INFO App/DocumentManagement | Listening")
        #expect(
            format.string(.sample(context: .management))
                == "2026-11-21T16:56:07.070Z INFO App/DocumentManagement | Listening [label documents.store]")
    }

    @Test("Outside every feature the label is the line's origin")
    func outside() {
        #expect(format.string(.sample()) == "2026-11-21T16:56:07.070Z INFO documents.store | Listening")
    }

    @Test(
        "The time of day is in the program's time zone",
        arguments: [(0, "16:56:07.070"), (7200, "18:56:07.070"), (-61_200, "23:56:07.070")])
    func timeOfDay(offset: Int, expected: String) {
        #expect(
            written(.sample(), TextLine(time: .ofDay, offset: offset))
                == "\(expected) INFO documents.store | Listening\n")
    }

    @Test(
        "A message can't end its line, imitate another one, or control a terminal",
        arguments: [
            ("a\n16:56:07.067 ERROR App | forged", #"a\n16:56:07.067 ERROR App | forged"#),
            ("a\r\nb\tc", #"a\r\nb\tc"#),
            ("\u{1B}[2Jgone", #"\u{1B}[2Jgone"#),
            ("\u{9B}31mred", #"\u{9B}31mred"#),
            ("two\u{2028}lines\u{2029}more", #"two\u{2028}lines\u{2029}more"#),
            ("nul\0del\u{7F}", #"nul\u{0}del\u{7F}"#),
            ("turned\u{202E}txt.exe\u{2066}", #"turned\u{202E}txt.exe\u{2066}"#),
            (#"a path C:\Temp"#, #"a path C:\Temp"#),
            ("größer… → 日本 👩‍🚀", "größer… → 日本 👩‍🚀"),
        ])
    func escaping(message: String, expected: String) {
        #expect(
            format.string(.sample(message: message)) == "2026-11-21T16:56:07.070Z INFO documents.store | \(expected)")
    }

    @Test("Labels, paths, names, inputs and metadata can't end a line or their quotes either")
    func escapingElsewhere() {
        let context = LogContext(
            feature: FeaturePath("App\n"), featureName: "App",
            action: .init(identifier: "Do\n", name: "Do", session: 1, sessionName: "a\" ]\n", input: #"\"#))
        let line = LogLine.sample(
            label: "l\nm", metadata: ["k\n": "v\n", "q": #"say "hi""#, "none": ""], context: context)
        #expect(
            format.string(line)
                == #"2026-11-21T16:56:07.070Z INFO App\n/#Do\n | Listening k\n=v\n none="" q="say \"hi\"" [session 1 "a\" ]\n", input "\\", label l\nm]"#
        )
    }

    @Test("On a terminal time, level and details have colors, and the text is the same")
    func colors() {
        let line = LogLine.sample(level: .error, context: .saving(input: nil))
        #expect(
            written(line, TextLine(time: .ofDay, offset: 0, isColored: true))
                == "\u{1B}[2m16:56:07.070\u{1B}[0m \u{1B}[31mERROR\u{1B}[0m App/DocumentManagement/#SaveDocument | Listening \u{1B}[2m[session 2 \"Window\", stack 7, label documents.store]\u{1B}[0m\n"
        )
    }

    @Test(
        "Dates are correct across leap days, centuries and the year 1970",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
            (951_782_400_000_000, "2000-02-29T00:00:00.000Z"),
            (4_107_542_399_999_999, "2100-02-28T23:59:59.999Z"),
            (4_107_542_400_000_000, "2100-03-01T00:00:00.000Z"),
            (1_709_164_800_000_000, "2024-02-29T00:00:00.000Z"),
            (1_735_603_200_000_000, "2024-12-31T00:00:00.000Z"),
        ] as [(Int64, String)])
    func dates(time: Int64, expected: String) {
        #expect(format.string(.sample(at: time)).hasPrefix(expected + " "))
    }

    private func written(_ line: LogLine, _ format: TextLine) -> String {
        LineBuffer.with { buffer in
            format.write(line, to: &buffer)
            return String(decoding: buffer.bytes, as: UTF8.self)
        }
    }
}
