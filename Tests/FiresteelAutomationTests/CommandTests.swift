import Firesteel
import FiresteelBase
import FiresteelTesting
import Foundation
import Synchronization
import Testing

@testable import FiresteelAutomation

@Suite("The command line of actions")
struct CommandTests {
    /// The output of a command, and its exit code.
    private struct Run {
        var code: Int32 = 0
        var output = ""
        var errors = ""
    }

    private func run(
        _ automation: Automation, _ arguments: String..., input: String = "", answer: Bool? = nil
    ) async -> Run {
        let written = Mutex(Run())
        let terminal = CommandTerminal(
            isInteractive: answer != nil, read: { _ in Array(input.utf8) },
            write: { text in written.withLock { $0.output += text + "\n" } },
            writeError: { text in written.withLock { $0.errors += text + "\n" } }, ask: { _ in answer ?? false })
        let command = ActionCommand(
            automation: automation, program: "books do", caller: script, terminal: terminal)
        let code = await command.run(arguments)
        return written.withLock { run in
            run.code = code
            return run
        }
    }

    @Test("Options are the fields of the input, and a hyphen is the standard input")
    func options() async throws {
        try await withScriptedApp { test, automation in
            let done = await run(
                automation, "shelf-add-book", "--title", "-", "--pages", "9", "--cover=linen", "--author.name", "Ada",
                "--no-is-read", "--json", input: "Sea\u{1B}[2J\u{202E}")
            #expect(done.code == 0)
            #expect(!done.output.unicodeScalars.contains { $0.isControl && $0 != "\n" })
            let value = try JSONValue(json: Array(done.output.utf8).dropLast())
            let book = value.objectValue?["output"]?.objectValue
            #expect(book?["title"] == "Sea\u{1B}[2J\u{202E}" && book?["author"] == ["name": "Ada"])
            #expect(book?["isRead"] == false)
            #expect(test.performs.map(\.source) == [.commandLine])
            let text = await run(
                automation, "shelf-add-book", "--input", "-",
                input: #"{"title": "\u001b[1m", "pages": 1, "cover": "paper"}"#)
            #expect(text.output == "\\u{1B}[1m, 1 pages\n")
        }
    }

    @Test("The exit code says whether it is done, failed, wrong or not available")
    func exitCodes() async throws {
        try await withScriptedApp { test, automation in
            #expect(await run(automation, "fail-book").code == 1)
            #expect(await run(automation, "no-book").code == 2)
            for wrong in [
                ["--title"], ["--size", "1"], ["Sea"], ["--title", "a", "--title", "b"], ["--title=a", "--input={}"],
            ] {
                let command = ActionCommand(
                    automation: automation, program: "books do", caller: script,
                    terminal: CommandTerminal(
                        isInteractive: false, read: { _ in [] }, write: { _ in }, writeError: { _ in },
                        ask: { _ in false }))
                #expect(await command.run(["measure-book"] + wrong) == 2)
            }
            let missing = await run(automation, "measure-book")
            #expect(missing.code == 2 && missing.errors.contains("title is missing"))
            let off = await run(automation, "count-report")
            #expect(off.code == 3 && off.errors.contains("Change the flag ScriptedApp/Reports"))
            let list = await run(automation, "--list")
            #expect(list.output.contains("Not available:") && list.output.contains("Reports is not available"))
        }
    }

    @Test("An action that destroys asks at a terminal, and needs --yes elsewhere")
    func asks() async throws {
        try await withScriptedApp { test, automation in
            #expect(await run(automation, "burn-book", "--title", "Sea", answer: false).code == 1)
            #expect(await run(automation, "burn-book", "--title", "Sea").errors.contains("--yes"))
            #expect(test.performs.isEmpty)
            #expect(await run(automation, "burn-book", "--title", "Sea", answer: true).code == 0)
            #expect(await run(automation, "burn-book", "--title", "Sea", "--yes").code == 0)
            #expect(test.performs.count == 2)
        }
    }

    @Test("Help has the description, the usage, ranges and choices")
    func help() async throws {
        try await withScriptedApp { _, automation in
            let help = await run(automation, "shelf-add-book", "--help").output
            for part in [
                "Add Book: Add a book", "--title <text>", "--cover <paper|linen>", "Its length. From 1 to 9999",
                "[--author.born <integer>]", "[--is-read|--no-is-read]",
            ] { #expect(help.contains(part)) }
        }
    }
}
