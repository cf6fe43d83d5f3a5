import Testing

@testable import FiresteelTimeline

@Suite("Backtraces of crashes") struct BacktraceTests {
    private static let text = """
        *** Program crashed: Bad pointer dereference at 0x0000000000000008 ***

        Platform: x86_64 Linux (Debian GNU/Linux 12 (bookworm))

        Thread 0 "documents":

          0      0x00007f5ae23a1301 sigsuspend + 65 in libc.so.6
        ...

        Thread 3 "import" crashed:

          0              0x00007f5ae3cf9361 _assertionFailure(_:_:file:line:flags:) + 225 in libswiftCore.so
          1 [ra]         0x0000560615cbd5ac static Import.perform(_:in:) + 683 in documents at /src/My App/Import.swift:25:7

             23│     let lines = text.split(separator: "\\n")

          2 [ra] [thunk] 0x0000560616848d6c partial apply for closure #1 in run() + 27 in documents
          3 [ra]         0x0000560616848d6c 0x0000560616848d6c in documents
        ...

        Registers:

        rax 0x0000000000000008  8
        """

    @Test("The crashed thread is read with its frames, their files and lines")
    func frames() throws {
        let backtrace = try #require(Backtrace(text: Self.text))
        #expect(backtrace.reason == "Bad pointer dereference at 0x0000000000000008")
        #expect(backtrace.thread == "3 \"import\"")
        #expect(backtrace.isCut)
        #expect(backtrace.frames.map(\.number) == [0, 1, 2, 3])
        #expect(
            backtrace.frames.map(\.symbol) == [
                "_assertionFailure(_:_:file:line:flags:)", "static Import.perform(_:in:)",
                "partial apply for closure #1 in run()", "0x0000560616848d6c",
            ])
        #expect(backtrace.frames.map(\.image) == ["libswiftCore.so", "documents", "documents", "documents"])
        #expect(backtrace.frames.map(\.isSystem) == [true, false, true, false])
        #expect(backtrace.frames[1].file == "/src/My App/Import.swift")
        #expect(backtrace.frames[1].line == 25)
        #expect(backtrace.frames[0].file == nil)
    }

    @Test(
        "Of several actions in flight, the one that the crashed thread was performing is known",
        arguments: [
            (["Import", "Preview"], ["Preview", "Import"]),
            (["Import", "Import", "Preview"], ["Import", "Preview", "Import"]),
            (["Port", "Preview"], ["Port", "Preview"]), (["", "Preview"], ["", "Preview"]), ([], []),
        ])
    func crashedLast(inFlight: [String], expected: [String]) {
        let details = CrashDetails(message: nil, backtrace: Backtrace(text: Self.text))
        #expect(inFlight.crashedLast(details) { $0 } == expected)
        #expect(inFlight.crashedLast(nil) { $0 } == inFlight)
    }

    @Test(
        "The function of a frame is the perform of a type by its whole name",
        arguments: [
            ("static App.Import.perform<A>(_:in:)", true), ("closure #1 in Import.perform(_:)", true),
            ("AutoImport.perform(_:)", false), ("Import.performed(_:)", false), ("perform(_:)", false),
        ])
    func performs(symbol: String, expected: Bool) throws {
        let backtrace = try #require(Backtrace(text: "Thread 0 crashed:\n0 0x1 \(symbol) + 1 in a"))
        #expect(backtrace.frames[0].performs("Import") == expected)
    }

    @Test("Other text has no backtrace", arguments: ["", "Thread 3 crashed:", "\u{0}\u{FFFD}[[[0x", "  0 0x1 f in a"])
    func other(text: String) {
        #expect(Backtrace(text: text) == nil)
    }

    @Test("Frames and their texts are limited")
    func limits() throws {
        let long = String(repeating: "f", count: 10_000)
        let lines = (0..<5_000).map { "\($0) [ra] 0x1 \(long) + 1 in a" }.joined(separator: "\n")
        let backtrace = try #require(Backtrace(text: "Thread 0 crashed:\n" + lines))
        #expect(backtrace.frames.count == 200)
        #expect(backtrace.isCut)
        #expect(backtrace.frames.allSatisfy { $0.symbol.count == 600 })
    }

    @Test("A damaged backtrace is read as far as possible")
    func damaged() {
        for length in 0..<Self.text.count {
            let backtrace = Backtrace(text: Self.text.prefix(length))
            #expect((backtrace?.frames.count ?? 0) <= 4)
        }
    }
}
