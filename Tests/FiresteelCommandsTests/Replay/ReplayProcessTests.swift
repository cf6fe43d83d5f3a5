#if os(Linux) || os(macOS)
import FiresteelReplay
import Foundation
import Testing

@Suite("Processes of replays", .timeLimit(.minutes(1)))
struct ReplayProcessTests {
    private func run(_ script: String, limit: Duration = .seconds(50)) async throws -> ReplayProcess {
        try await ReplayProcess.run(["/bin/sh", "-c", script], environment: ["GIVEN": "value"], limit: limit)
    }

    @Test("A step that blocks its process is stopped, and named")
    func blocked() async throws {
        let ended = try await run(
            "echo '   Open Plan …' >&2; echo '   Save Plan …' >&2; sleep 1000", limit: .milliseconds(500))
        #expect(ended.end == .tooLong && ended.steps == ["Open Plan", "Save Plan"])
    }

    @Test("A process that prints without end is stopped")
    func flood() async throws {
        #expect(try await run("yes").end == .tooMuch)
        let errors = try await run("yes | head -c 5000000 >&2; echo '   Last …' >&2")
        #expect(errors.end == .exit(0) && errors.errors.utf8.count < 1 << 18 && errors.steps == ["Last"])
    }

    @Test("An end has its output, and its status or signal")
    func ends() async throws {
        let ended = try await run("echo $GIVEN; exit 3")
        #expect(ended.end == .exit(3) && String(decoding: ended.output, as: UTF8.self) == "value\n")
        #expect(try await run("kill -SEGV $$").end == .signal(SIGSEGV))
        await #expect(throws: (any Error).self) { try await ReplayProcess.run(["/nonexistent"], limit: .seconds(1)) }
    }
}
#endif
