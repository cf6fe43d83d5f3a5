import Firesteel
import FiresteelFlags

extension Catalogue {
    /// The catalogue as a document in GitHub's Markdown.
    ///
    /// It has a table of contents, a section for each feature with a table of its actions, and tables of flags and
    /// requirements. Names and descriptions are escaped.
    public var markdown: String { CatalogueDocument(self).text }
}

/// Writes a catalogue as Markdown.
private struct CatalogueDocument {
    private let catalogue: Catalogue
    private let depths: [FeaturePath: Int]
    private let anchors: [String]

    init(_ catalogue: Catalogue) {
        self.catalogue = catalogue
        var depths: [FeaturePath: Int] = [:]
        // The anchors of the document's own headings.
        var used: Set<String> = ["contents", "features", "flags", "requirements"]
        anchors = catalogue.features.map { feature in
            depths[feature.path] = feature.parent.flatMap { depths[$0] }.map { $0 + 1 } ?? 0
            let wanted = "feature-" + MarkdownText.anchor(feature.path.text)
            var anchor = wanted
            var number = 2
            while !used.insert(anchor).inserted {
                anchor = "\(wanted)-\(number)"
                number += 1
            }
            return anchor
        }
        self.depths = depths
    }

    var text: String {
        let program = catalogue.program
        let version = [program.version, program.build.isEmpty ? "" : "(\(program.build))"].filter { !$0.isEmpty }
        let title = ([program.name] + version).joined(separator: " ")
        let actions = catalogue.features.reduce(0) { $0 + $1.actions.count }
        var text = """
            # \(MarkdownText.escaped(title)): catalogue

            \(count(catalogue.features.count, "feature")), \(count(actions, "action")), \
            \(count(catalogue.flags.count, "flag")), \(count(catalogue.requirements.count, "requirement")). Built with \
            \(MarkdownText.escaped("Firesteel \(catalogue.library)")).

            ## Contents


            """
        for (feature, anchor) in zip(catalogue.features, anchors) {
            let indent = String(repeating: "  ", count: depths[feature.path] ?? 0)
            text += "\(indent)- [\(MarkdownText.escaped(feature.name))](#\(anchor))\n"
        }
        if !catalogue.flags.isEmpty { text += "- [Flags](#flags)\n" }
        if !catalogue.requirements.isEmpty { text += "- [Requirements](#requirements)\n" }
        text += "\n## Features\n"
        for (feature, anchor) in zip(catalogue.features, anchors) { text += section(feature, anchor) }
        return text + flags + requirements
    }

    private func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }

    private func section(_ feature: CatalogueFeature, _ anchor: String) -> String {
        let level = String(repeating: "#", count: min(6, 3 + (depths[feature.path] ?? 0)))
        var facts = [MarkdownText.code(feature.path.text), feature.kind.words, MarkdownText.code(feature.type)]
        if !feature.isVisible { facts.append("not shown to users") }
        if let variation = feature.variation { facts.append("variation \(MarkdownText.escaped(variation))") }
        if !feature.tags.isEmpty {
            facts.append("tags: \(feature.tags.map(MarkdownText.escaped).joined(separator: ", "))")
        }
        var text = "\n<a id=\"\(anchor)\"></a>\n\n\(level) \(MarkdownText.escaped(feature.name))\n\n"
        text += facts.joined(separator: " · ") + "\n"
        if !feature.description.isEmpty { text += "\n\(MarkdownText.escaped(feature.description))\n" }
        if !feature.constraints.isEmpty {
            text += "\nConditions:\n\n"
            for condition in feature.constraints { text += "- \(MarkdownText.escaped(condition.description))\n" }
        }
        guard !feature.actions.isEmpty else { return text }
        text += "\n" + MarkdownText.head(["Action", "Identifier", "Input", "Presenter", "Visibility", "More"])
        for action in feature.actions { text += row(action) }
        return text
    }

    private func row(_ action: CatalogueAction) -> String {
        var more: [String] = []
        if let identifier = action.analyticsIdentifier { more.append("analytics \(MarkdownText.code(identifier))") }
        if let unit = action.amountUnit { more.append("amount in \(MarkdownText.escaped(unit))") }
        if !action.activities.isEmpty { more.append("activities: \(action.activities.joined(separator: ", "))") }
        more += action.routes.map { "route \(MarkdownText.escaped($0.words))" }
        let name = MarkdownText.escaped(action.name)
        let description = MarkdownText.escaped(action.description)
        return MarkdownText.row([
            description.isEmpty ? name : "\(name): \(description)", MarkdownText.code(action.identifier),
            action.input.map(MarkdownText.code) ?? "", action.presenter.map(MarkdownText.code) ?? "",
            action.isPublished ? "published" : "declared", more.joined(separator: "; "),
        ])
    }

    private var flags: String {
        guard !catalogue.flags.isEmpty else { return "" }
        var text = "\n<a id=\"flags\"></a>\n\n## Flags\n\n"
        text += MarkdownText.head(["Flag", "Type", "Default", "Kind", "Owner", "Expires", "Description"])
        for flag in catalogue.flags {
            var words: [String] = flag.description.isEmpty ? [] : [flag.description]
            if let values = flag.allowedValues {
                words.append("One of \(values.map { $0.json() }.joined(separator: ", "))")
            }
            if let parent = flag.parent { words.append("Off without \(parent)") }
            if let group = flag.exclusionGroup { words.append("At most one of \(group) is on") }
            if flag.exclusionPriority != 0 { words.append("Priority \(flag.exclusionPriority)") }
            text += MarkdownText.row([
                MarkdownText.code(flag.key), MarkdownText.code(flag.valueType),
                MarkdownText.code(flag.defaultValue.json()), flag.kind.rawValue,
                MarkdownText.escaped(flag.owner ?? ""), flag.expires?.description ?? "",
                MarkdownText.escaped(words.joined(separator: ". ")),
            ])
        }
        return text
    }

    private var requirements: String {
        guard !catalogue.requirements.isEmpty else { return "" }
        var text = "\n<a id=\"requirements\"></a>\n\n## Requirements\n\n"
        text += MarkdownText.head(["From", "Name", "Needed by"])
        for requirement in catalogue.requirements {
            let users = catalogue.features.filter { feature in
                feature.constraints.contains { $0.requirements.contains(requirement) }
            }
            text += MarkdownText.row([
                MarkdownText.escaped(requirement.source), MarkdownText.escaped(requirement.name),
                users.map { MarkdownText.code($0.path.text) }.joined(separator: ", "),
            ])
        }
        return text
    }
}

extension FeatureDescription.Kind {
    /// The display name of the kind.
    fileprivate var words: String {
        switch self {
        case .feature: "always available"
        case .conditional: "conditional"
        case .group: "group"
        }
    }
}
