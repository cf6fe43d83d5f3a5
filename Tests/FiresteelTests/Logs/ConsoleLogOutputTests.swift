import Foundation
import Logging
import Testing

@testable import Firesteel

@Suite("The console")
struct ConsoleLogOutputTests {
    private let oneByte: [UInt8] = [1]

    @Test(
        "Colors are for terminals, or on request",
        arguments: [
            (true, [:], true),
            (false, [:], false),
            (true, ["NO_COLOR": "1"], false),
            (true, ["NO_COLOR": ""], true),
            (true, ["TERM": "dumb"], false),
            (true, ["TERM": "xterm-256color"], true),
        ] as [(Bool, [String: String], Bool)])
    func colors(isTerminal: Bool, environment: [String: String], expected: Bool) {
        #expect(ConsoleLogOutput.wantsColors(isTerminal: isTerminal, environment: environment) == expected)
    }

    @Test("Lines are written whole, in either format, colored only as text")
    func writes() throws {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForWriting.fileDescriptor
        ConsoleLogOutput(descriptor: descriptor, format: .text(.dated), minimumLevel: .trace, isColored: true)
            .write(.sample(level: .warning))
        ConsoleLogOutput(descriptor: descriptor, format: .jsonLines, minimumLevel: .trace, isColored: true)
            .write(.sample())
        try pipe.fileHandleForWriting.close()
        let text = try #require(try pipe.fileHandleForReading.readToEnd())
        #expect(
            String(decoding: text, as: UTF8.self) == """
                \u{1B}[2m2026-11-21T16:56:07.070Z\u{1B}[0m \u{1B}[33mWARNING\u{1B}[0m documents.store | Listening
                {"time":"2026-11-21T16:56:07.070250Z","level":"info","label":"documents.store","message":"Listening"}

                """)
    }

    @Test("A closed console accepts nothing, and the program continues")
    func gone() {
        ConsoleLogOutput(descriptor: -1, format: .text(.ofDay), minimumLevel: .trace, isColored: false)
            .write(.sample())
        #expect(oneByte.withUnsafeBytes { LogWriting.write($0, to: -1).code } == EBADF)
    }

    @Test("A pipe without a reader accepts nothing, and the program continues")
    func readerGone() throws {
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let descriptor = pipe.fileHandleForWriting.fileDescriptor
        ConsoleLogOutput(descriptor: descriptor, format: .text(.ofDay), minimumLevel: .trace, isColored: false)
            .write(.sample())
        #expect(oneByte.withUnsafeBytes { LogWriting.write($0, toStream: descriptor).code } == EPIPE)
        #expect(!isBrokenPipePending)
    }

    #if !canImport(Darwin)
    @Test("A signal that was pending before a line was written to a closed pipe is pending afterwards")
    func signalOfSomebodyElse() throws {
        var broken = sigset_t()
        sigemptyset(&broken)
        sigaddset(&broken, SIGPIPE)
        var mask = sigset_t()
        try #require(pthread_sigmask(SIG_BLOCK, &broken, &mask) == 0)
        defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
        try #require(pthread_kill(pthread_self(), SIGPIPE) == 0)

        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        #expect(
            oneByte.withUnsafeBytes { LogWriting.write($0, toStream: pipe.fileHandleForWriting.fileDescriptor).code }
                == EPIPE)
        #expect(isBrokenPipePending)
        var atOnce = timespec()
        #expect(sigtimedwait(&broken, nil, &atOnce) == SIGPIPE)
    }
    #endif

    /// Whether the signal waits for this thread.
    private var isBrokenPipePending: Bool {
        var pending = sigset_t()
        return sigpending(&pending) == 0 && sigismember(&pending, SIGPIPE) == 1
    }
}
