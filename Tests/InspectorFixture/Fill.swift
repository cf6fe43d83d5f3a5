/// A typical run: actions of several features in three sessions, with log lines, few failures and no repeats.
///
/// Each fill has the same performs.
struct Fill {
    private struct Deed {
        let action: String
        let input: String
        let took: Int
        var line: [String] = []
        var session: String?
    }

    private static let deeds = [
        Deed(action: "App/Documents/#Open", input: "Quarterly plan.md", took: 18_000),
        Deed(action: "App/Documents/#Save", input: "Q4 plan.md, 179 KB", took: 41_000),
        Deed(action: "App/Documents/#Save", input: "Reading list.md, 4 KB", took: 12_000),
        Deed(
            action: "App/Documents/#Rename", input: "Quarterly plan → Q4 plan", took: 6_800,
            line: ["notice", "the temporary file was removed"]),
        Deed(
            action: "App/Search/#Search", input: "budget", took: 27_000, line: ["info", "index has 212 documents"]),
        Deed(action: "App/Preview/#ShowPreview", input: "Budget.md", took: 22_000),
        Deed(
            action: "App/Preview/#RenderPreview", input: "Budget.md", took: 9_000,
            line: ["info", "rendered page 4 of 14"]),
        Deed(action: "App/Preferences/#ShowRuler", input: "on", took: 400),
        Deed(action: "App/Documents/#Create", input: "Untitled", took: 7_700),
        Deed(
            action: "App/Documents/#Delete", input: "Old drafts.md", took: 64_000,
            line: ["warning", "40 KB left on the volume"]),
        Deed(action: "App/Documents/#Close", input: "Budget.md", took: 3_200),
        Deed(
            action: "App/Import/#ImportFolder", input: "Notes, 212 files", took: 1_900_000,
            line: ["info", "read file 131 of 212"], session: "import job"),
        Deed(action: "App/Preferences/#ShowStorage", input: "", took: 5_500),
    ]

    private var state: UInt64 = 1
    private var previous = -1
    private var count = 0

    /// Returns the next perform, which differs from the previous one.
    mutating func next() -> Command {
        count += 1
        var index: Int
        repeat { index = random(below: Self.deeds.count) } while index == previous
        // Rare failures, the first of them soon.
        let fails = count % 700 == 300
        if fails { index = 1 }
        previous = index
        let deed = Self.deeds[index]
        let took = deed.took * (60 + random(below: 110)) / 100
        var command = Command(
            action: deed.action, inputs: [deed.input],
            session: deed.session ?? (random(below: 4) == 0 ? "window 2" : "main"),
            took: took, every: took + 20_000 + random(below: 300_000))
        command.isRemote = deed.session != nil
        if !deed.line.isEmpty { command.logs = [deed.line] }
        if deed.action.hasSuffix("#Close") {
            command.outcome = random(below: 10) == 0 ? "failure-closing" : "closing"
        } else if random(below: 100) == 0 {
            command.outcome = "cancelled"
        }
        if deed.action.hasSuffix("#Save") { addBackup(to: &command, fails: fails) }
        return command
    }

    private func addBackup(to command: inout Command, fails: Bool) {
        command.children = [
            Command(
                action: "App/Documents/#Backup", inputs: ["Q4 plan.md"], session: command.session, took: 4_000,
                outcome: fails ? "cancelled" : nil)
        ]
        command.logs = [["debug", "writing to a temporary file"]]
        if fails {
            command.outcome = "failure"
            command.logs?.append(["warning", "40 KB left on the volume"])
            command.logs?.append(["error", "write failed, errno 28: No space left on device"])
        } else {
            command.logs?.append(["info", "saved Q4 plan.md, 182 KB"])
        }
    }

    /// Returns a number of a linear congruential generator.
    private mutating func random(below bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
    }
}
