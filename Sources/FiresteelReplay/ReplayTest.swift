import FiresteelBase
package import FiresteelCatalogue
import FlagAccessors

/// A test that performs the steps of a story, and fails as long as its last step does.
package struct ReplayTest {
    private let story: ReplayStory
    private let names: DeclaredNames

    /// - Parameters:
    ///   - story: The story.
    ///   - catalogue: The program's catalogue, without which types are named after identifiers, and presenters aren't known.
    package init(_ story: ReplayStory, catalogue: Catalogue?) {
        self.story = story
        names = DeclaredNames(catalogue)
    }

    /// The content of the Swift file.
    package var source: String {
        (head + imports + [""] + function).joined(separator: "\n") + "\n"
    }

    /// The name of the file, such as `SaveDocumentSucceeds.swift`.
    package var fileName: String { "\(functionName.prefix(1).uppercased())\(functionName.dropFirst()).swift" }

    private var functionName: String {
        let name = String(String.UnicodeScalarView(story.failure.name.unicodeScalars.prefix(60)))
        return SwiftName.property("\(name) succeeds")
    }

    private var head: [String] {
        var lines = [
            SwiftCode.comment("From run \(story.run) of \(story.program)."),
            SwiftCode.comment("\(story.failure.name) \(story.cause)"),
            "// Read the steps before you run it: they and their inputs come from the program that was recorded.",
        ]
        if !names.isKnown {
            lines.append("// Without a catalogue, names are those of the report, and presenters aren't known.")
        }
        return lines + [""]
    }

    private var imports: [String] {
        let modules = names.modules(of: story.steps + [story.failure])
        let own = modules.map { "@testable import \($0)" }
        return ["import Firesteel", "import FiresteelTesting", "import Testing"] + (own.isEmpty ? [] : [""] + own)
    }

    private var function: [String] {
        ["@Test(\(SwiftCode.string(title)))", "func \(functionName)() async throws {"] + presenters + runtime + ["}"]
    }

    /// The title of the test, as a sentence.
    private var title: String {
        let last = story.steps.filter(isPerformed).suffix(2).map(\.name)
        let before = (Set(last).count == 1 ? last.suffix(1) : last).joined(separator: " and ")
        return SwiftCode.line("\(story.failure.name) succeeds" + (before.isEmpty ? "" : " after \(before)"))
    }

    // MARK: Presenters

    /// The presenters, each a placeholder in one place.
    private var presenters: [String] {
        var seen: Set<String> = []
        let types = (story.steps.filter(isPerformed) + [story.failure]).compactMap { names.action(of: $0).presenter }
        return types.filter { seen.insert($0).inserted }.map { type in
            "    let \(presenterName(type)) = \(SwiftCode.placeholder("any \(type)"))"
        }
    }

    private func presenterName(_ type: String) -> String { SwiftName.property(type) }

    // MARK: Steps

    private var runtime: [String] {
        let root = names.root(of: story.failure.feature)
        let body = switches + omission + steps + failure + ["    }"]
        let line =
            "    try await withTestRuntime(\(root).self\(story.flags.isEmpty ? "" : ", flags: [\(flags)]")) { \(parameter) in"
        guard line.count > SwiftCode.lineLength else { return [line] + body }
        let flags = story.flags.map { "            \(flag($0))," }
        return ["    try await withTestRuntime(", "        \(root).self,", "        flags: ["] + flags
            + ["        ]", "    ) { \(parameter) in"] + body
    }

    /// The lines that switch on what the recorded features needed: they were available.
    private var switches: [String] {
        var seen: Set<String> = []
        return (story.steps.filter(isPerformed) + [story.failure]).flatMap { step in
            let action = names.action(of: step)
            return action.switches.map { "        test.runtime.\($0)(\(action.feature).self, true)" }
        }.filter { seen.insert($0).inserted }
    }

    /// The name of the closure's parameter.
    private var parameter: String { switches.isEmpty ? "_" : "test" }

    /// The flags on one line.
    private var flags: String { story.flags.map(flag).joined(separator: ", ") }

    private func flag(_ flag: ReplayStory.Flag) -> String {
        let value = flag.value.map { SwiftCode.literal($0, named: flag.key) }
        return "\(SwiftCode.string(flag.key)): \(value ?? SwiftCode.placeholder("\(flag.key): JSONValue"))"
    }

    private var omission: [String] {
        story.omittedSteps == 0 ? [] : ["        // \(story.omittedSteps) earlier steps are left out."]
    }

    /// Returns whether a step can be performed: others are named in a comment.
    private func isPerformed(_ step: ReplayStory.Step) -> Bool {
        step.input != .none || names.action(of: step).hasInput == false
    }

    /// The lines of the steps; neighbors that are left out share a comment.
    private var steps: [String] {
        var lines: [String] = []
        var leftOut: [String] = []
        for step in story.steps {
            guard isPerformed(step) else {
                leftOut.append(step.name)
                continue
            }
            lines += comment(leftOut: leftOut) + self.lines(step)
            leftOut = []
        }
        return lines + comment(leftOut: leftOut)
    }

    private func comment(leftOut names: [String]) -> [String] {
        guard let first = names.first else { return [] }
        guard names.count > 1 else {
            return ["        " + SwiftCode.comment("Left out: \(first), whose input wasn't retained.")]
        }
        var seen: Set<String> = []
        let distinct = names.filter { seen.insert($0).inserted }
        let others = distinct.count > 4 ? " and \(distinct.count - 4) others" : ""
        let shown = distinct.prefix(4).joined(separator: ", ") + others
        let text = "\(names.count) steps whose inputs weren't retained are left out: \(shown)."
        return ["        " + SwiftCode.comment(text)]
    }

    private func lines(_ step: ReplayStory.Step) -> [String] {
        let failed = step.outcome?.hasPrefix("failure") ?? false
        return (failed ? ["        // In the report, this step failed as well."] : [])
            + missing(step) + ["        " + perform(step, "")]
    }

    /// The last step, which has to succeed.
    private var failure: [String] {
        let isLast = story.steps.allSatisfy { !isPerformed($0) }
        return (isLast ? [] : [""])
            + ["        " + SwiftCode.comment("In the report, this step \(story.cause)")] + crash
            + missing(story.failure)
            + ["        " + perform(story.failure, "let outcome = "), "        #expect(outcome.error == nil)"]
    }

    /// The comment on a failure that ends the tests.
    private var crash: [String] {
        story.failure.outcome == nil ? ["        // As long as it ends the program, it ends the tests as well."] : []
    }

    /// The reason why an input is a placeholder.
    private func missing(_ step: ReplayStory.Step) -> [String] {
        guard case .missing(let reason) = step.input else { return [] }
        return ["        " + SwiftCode.comment("The input wasn't retained: \(reason).")]
    }

    private func perform(_ step: ReplayStory.Step, _ result: String) -> String {
        let action = names.action(of: step)
        let binding = "\(action.feature).action(\(action.action).self)"
        let target = action.isRequested ? "#require(\(binding).request())" : binding
        let isRetained = if case .retained = step.input { true } else { false }
        let effects = action.isRequested || isRetained ? "try await" : "await"
        let head = "\(result)\(effects) \(target).perform("
        let presenter = action.presenter.map { "presenter: \(presenterName($0))" }
        let line = head + arguments(step, action, presenter, isOnOneLine: true) + ")"
        guard 8 + line.count > SwiftCode.lineLength else { return line }
        let blanks = String(repeating: " ", count: 12)
        return head + "\n" + blanks + arguments(step, action, presenter, isOnOneLine: false) + ")"
    }

    private func arguments(
        _ step: ReplayStory.Step, _ action: DeclaredNames.Action, _ presenter: String?, isOnOneLine: Bool
    ) -> String {
        var arguments: [String] = []
        switch step.input {
        case .retained(let value):
            let rest = ".init(replaying: )".count + (presenter.map { ", \($0)".count } ?? 0) + 1
            let json =
                isOnOneLine
                ? SwiftCode.literal(value, named: step.name)
                : SwiftCode.literal(value, named: step.name, indentation: 12, used: rest)
            arguments.append(".init(replaying: \(json))")
        case .missing: arguments.append(SwiftCode.placeholder("the input of \(step.name)"))
        case .none where action.hasInput == false: break
        case .none:
            let type = action.hasInput == nil ? "the input of \(step.name), if it has one" : "the input of \(step.name)"
            arguments.append(SwiftCode.placeholder(type))
        }
        return (arguments + [presenter].compactMap { $0 }).joined(separator: ", ")
    }
}
