import Firesteel
import FiresteelFlags
public import Foundation

extension TestPlan {
    /// The plan as a document in GitHub's Markdown, whose tests can be ticked off.
    public var markdown: String {
        let version = program.version.isEmpty ? "" : " \(program.version)"
        var text = "# \(MarkdownText.escaped(program.name + version)): test plan\n\n"
        if cases.isEmpty {
            text += configurations.isEmpty ? "There is nothing to test.\n" : "Only flags changed: repeat all tests.\n"
        } else {
            text += "\(cases.count) test\(cases.count == 1 ? "" : "s").\n"
        }
        for section in sections {
            text += "\n## \(MarkdownText.escaped(section.feature.text))\n\n"
            for one in section.cases {
                text += "- [ ] **\(MarkdownText.escaped(one.title)).** "
                text += (one.given + [one.when, one.then]).map(MarkdownText.escaped).joined(separator: " ") + "\n"
            }
        }
        guard let first = configurations.first else { return text }
        let keys = first.keys.sorted()
        text += "\n## Configurations\n\nThe tests pass with the flags of each row. Each two values of two flags are "
        text += "together in one.\n\n" + MarkdownText.head(keys.map(MarkdownText.code))
        for configuration in configurations {
            text += MarkdownText.row(keys.map { MarkdownText.code(configuration[$0]?.json() ?? "") })
        }
        return text
    }

    /// The plan in Gherkin: one document, with a rule for each feature of the program.
    public var gherkin: String {
        let version = program.version.isEmpty ? "" : " \(program.version)"
        var text = "Feature: Test plan of \(Self.line(program.name + version))\n"
        for section in sections {
            text += "\n  Rule: \(Self.line(section.feature.text))\n"
            for one in section.cases {
                text += Self.scenario(one.title, tag: one.kind.rawValue, one.given, one.when, one.then)
            }
        }
        if !configurations.isEmpty { text += "\n  Rule: Configurations of flags\n" }
        for (index, configuration) in configurations.enumerated() {
            let given = configuration.sorted { $0.key < $1.key }.map { "\($0.key) is \($0.value.json())." }
            text += Self.scenario(
                "Configuration \(index + 1)", tag: "configuration", given, "All tests are repeated.", "They pass.")
        }
        return text
    }

    private static func scenario(
        _ title: String, tag: String, _ given: [String], _ when: String, _ then: String
    ) -> String {
        var text = "\n    @\(tag)\n    Scenario: \(line(title))\n"
        for (index, sentence) in given.enumerated() {
            text += "      \(index == 0 ? "Given" : "And") \(line(sentence))\n"
        }
        return text + "      When \(line(when))\n      Then \(line(then))\n"
    }

    /// Returns the plan as JSON in UTF-8, with sorted keys.
    ///
    /// - Throws: `EncodingError`, which doesn't occur for a plan that was created from a catalogue.
    public func json() throws -> Data {
        struct Document: Encodable {
            struct Case: Encodable {
                let kind: TestPlan.Case.Kind
                let feature: String
                let action: String?
                let title: String
                let given: [String]
                let when: String
                let then: String
            }
            let program: CatalogueProgram
            let cases: [Case]
            let configurations: [[String: JSONValue]]
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let cases = cases.map {
            Document.Case(
                kind: $0.kind, feature: $0.feature.text, action: $0.action, title: $0.title, given: $0.given,
                when: $0.when, then: $0.then)
        }
        let document = Document(program: program, cases: cases, configurations: configurations)
        return try encoder.encode(document) + Data("\n".utf8)
    }

    /// The cases of each feature.
    private var sections: [(feature: FeaturePath, cases: [Case])] {
        cases.reduce(into: []) { sections, one in
            if sections.last?.feature == one.feature {
                sections[sections.count - 1].cases.append(one)
            } else {
                sections.append((one.feature, [one]))
            }
        }
    }

    /// Returns a text on one line, as Gherkin needs.
    private static func line(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    let isPlain = scalar.properties.generalCategory != .control
                    return isPlain && scalar != "\u{2028}" && scalar != "\u{2029}" ? scalar : " "
                }))
    }
}
