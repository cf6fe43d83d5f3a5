package import Firesteel
import FiresteelBase
package import FiresteelCatalogue
import FlagAccessors

/// A test that performs the steps of a story, and fails as long as its last step does.
package struct ReplayTest {
    private let story: ReplayStory
    private let names: DeclaredNames
    private let inputTypes: (ActionPath) -> [String: String]

    /// - Parameters:
    ///   - story: The story.
    ///   - catalogue: The program's catalogue, without which types are named after identifiers, and presenters aren't known.
    ///   - inputTypes: The types of an input's values, by name, which only the program knows.
    package init(
        _ story: ReplayStory, catalogue: Catalogue?,
        inputTypes: @escaping (ActionPath) -> [String: String] = { _ in [:] }
    ) {
        self.story = story
        self.inputTypes = inputTypes
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
        let modules = names.modules(of: story.steps)
        let own = modules.map { "@testable import \($0)" }
        return ["import Firesteel", "import FiresteelTesting", "import Testing"] + (own.isEmpty ? [] : [""] + own)
    }

    private var function: [String] {
        ["@Test(\(SwiftCode.string(title)))", "func \(functionName)() async throws {"] + presenters + runtime + ["}"]
    }

    /// The title of the test, as a sentence.
    private var title: String {
        let before = performed.filter { $0 < story.failureIndex }
        let (open, ended) = (before.filter(isOpen), before.filter { !isOpen($0) })
        return SwiftCode.line(
            "\(story.failure.name) succeeds" + Self.list(" after ", ended.map { story.steps[$0].name })
                + Self.list(" during ", open.map { story.steps[$0].name }))
    }

    /// Whether a step was in flight when the failure began.
    private func isOpen(_ index: Int) -> Bool { story.steps[index].next.map { $0 > story.failureIndex } ?? true }

    /// Returns the last two names after a word, or nothing without names.
    private static func list(_ word: String, _ names: [String]) -> String {
        let last = names.suffix(2)
        return last.isEmpty ? "" : word + (Set(last).count == 1 ? last.suffix(1) : last).joined(separator: " and ")
    }

    // MARK: Presenters

    /// The presenters, each a placeholder in one place.
    private var presenters: [String] {
        var seen: Set<String> = []
        let types = performed.compactMap { names.action(of: story.steps[$0]).presenter }
        return types.filter { seen.insert($0).inserted }.map { type in
            "    let \(presenterName(type)) = \(SwiftCode.placeholder("any \(type)"))"
        }
    }

    private func presenterName(_ type: String) -> String { SwiftName.property(type) }

    // MARK: Steps

    /// The indices of the steps that are performed.
    private var performed: [Int] {
        story.steps.indices.filter { $0 == story.failureIndex || isPerformed(story.steps[$0]) }
    }

    /// Whether another step is performed before a step has ended.
    private func isOverlapped(_ index: Int) -> Bool {
        performed.contains { $0 > index && $0 < story.steps[index].next ?? .max }
    }

    private var runtime: [String] {
        let root = names.root(of: story.failure.feature)
        let body = switches + data + omission + steps + ["    }"]
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
        return performed.flatMap { index in
            names.action(of: story.steps[index]).switches.map { "        test.runtime.\($0)" }
        }.filter { seen.insert($0).inserted }
    }

    /// The comment on what the actions need beside their inputs.
    private var data: [String] {
        var seen: Set<String> = []
        let all = performed.map { names.featureName(of: story.steps[$0]) }.filter { seen.insert($0).inserted }
        let others = all.count > 3 ? ["\(all.count - 2) others"] : all.suffix(1)
        let shown = [all.prefix(all.count > 3 ? 2 : all.count - 1).joined(separator: ", ")] + others
        let text = shown.filter { !$0.isEmpty }.joined(separator: " and ")
        return ["        " + SwiftCode.comment("Set up the data of \(text) here: the report has the inputs alone.")]
    }

    /// The name of the closure's parameter.
    private var parameter: String { switches.isEmpty && !performed.contains(where: isOverlapped) ? "_" : "test" }

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
        // The steps in flight, with their tasks.
        var open: [(index: Int, task: String)] = []
        var tasks: Set<String> = []
        for (index, step) in story.steps.enumerated() {
            guard index == story.failureIndex || isPerformed(step) else {
                leftOut.append(step.name)
                continue
            }
            lines += comment(leftOut: leftOut)
            leftOut = []
            let ended = open.filter { story.steps[$0.index].next ?? .max <= index }
            lines += ended.flatMap { end(of: $0) }
            open.removeAll { other in ended.contains { $0.index == other.index } }
            let isFirst = lines.isEmpty
            lines += index == story.failureIndex ? failureComment(isFirst: isFirst) : failedComment(step)
            lines += missing(step)
            guard isOverlapped(index) else {
                let result = index == story.failureIndex ? "let outcome = " : ""
                lines.append("        " + perform(step, result, indentation: 8))
                continue
            }
            let task = taskName(of: step, beside: tasks)
            tasks.insert(task)
            lines.append("        let \(task) = await test.begin {")
            lines += ["            " + perform(step, "", indentation: 12), "        }"]
            open.append((index, task))
        }
        lines += comment(leftOut: leftOut)
        let failure = open.first { $0.index == story.failureIndex }
        lines += failure.map { ["        let outcome = try await \($0.task).value"] } ?? []
        lines.append("        #expect(outcome.error == nil)")
        return lines + open.filter { $0.index != story.failureIndex }.flatMap { end(of: $0) }
    }

    /// Returns the lines that wait for the end of a step.
    private func end(of step: (index: Int, task: String)) -> [String] {
        switch story.steps[step.index].outcome {
        case nil, "cancelled": ["        \(step.task).cancel()", "        _ = await \(step.task).result"]
        default: ["        _ = try await \(step.task).value"]
        }
    }

    private func taskName(of step: ReplayStory.Step, beside others: Set<String>) -> String {
        let name = SwiftName.property("\(step.name) task")
        guard others.contains(name) else { return name }
        return (2...others.count + 1).map { "\(name)\($0)" }.first { !others.contains($0) } ?? name
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

    private func failedComment(_ step: ReplayStory.Step) -> [String] {
        let failed = step.outcome?.hasPrefix("failure") ?? false
        return failed ? ["        // In the report, this step failed as well."] : []
    }

    /// The comment on the step that has to succeed.
    private func failureComment(isFirst: Bool) -> [String] {
        (isFirst ? [] : [""]) + ["        " + SwiftCode.comment("In the report, this step \(story.cause)")] + crash
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

    private func perform(_ step: ReplayStory.Step, _ result: String, indentation: Int) -> String {
        let action = names.action(of: step)
        let binding = "\(action.feature).action(\(action.action).self)"
        let target = action.isRequested ? "#require(\(binding).request())" : binding
        let isRetained = if case .retained = step.input { true } else { false }
        let effects = action.isRequested || isRetained ? "try await" : "await"
        let head = "\(result)\(effects) \(target).perform("
        let presenter = action.presenter.map { "presenter: \(presenterName($0))" }
        let line = head + arguments(step, action, presenter, indentation: nil) + ")"
        guard indentation + line.count > SwiftCode.lineLength else { return line }
        let inner = indentation + 4
        return head + "\n" + String(repeating: " ", count: inner)
            + arguments(step, action, presenter, indentation: inner) + ")"
    }

    /// Returns the arguments of a perform, with the blanks before their lines, or `nil` for a single line.
    private func arguments(
        _ step: ReplayStory.Step, _ action: DeclaredNames.Action, _ presenter: String?, indentation: Int?
    ) -> String {
        var arguments: [String] = []
        switch step.input {
        case .retained(let value):
            let rest = ".init(replaying: )".count + (presenter.map { ", \($0)".count } ?? 0) + 1
            let types = value.hiddenMembers.isEmpty ? [:] : inputTypes(step.path)
            let json =
                indentation.map {
                    SwiftCode.literal(value, named: step.name, types: types, indentation: $0, used: rest)
                } ?? SwiftCode.literal(value, named: step.name, types: types)
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
