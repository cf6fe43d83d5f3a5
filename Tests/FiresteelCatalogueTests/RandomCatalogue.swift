import Firesteel
import FiresteelCatalogue
import FiresteelFlags
import TestSupport

/// Makes catalogues of random trees, with texts that are something in JSON, Markdown, HTML and Mermaid.
struct RandomCatalogue {
    private var numbers: SplitMix64
    private var serial = 0

    static let hostile = [
        "plain", "two words", "a|b", "`code`", "**bold**", "[link](x)", "<script>", "\"quoted\"", "#35;", "a\nb",
        "émigré",
        "日本", "end", "--> x", "\u{202E}back", "\\", "&amp;", "1. one", "- item", "|---|", "$math$", "}}", "]]",
    ]

    init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

    mutating func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &numbers) }
    mutating func chance() -> Bool { Bool.random(using: &numbers) }
    mutating func text() -> String { Self.hostile[number(Self.hostile.count)] }

    /// A text that no other is.
    mutating func unique() -> String {
        serial += 1
        return "N\(serial) " + text().replacing("/", with: "").replacing("#", with: "").replacing("\n", with: "")
    }

    mutating func catalogue() -> Catalogue {
        var features: [CatalogueFeature] = []
        for _ in 0..<(1 + number(12)) {
            let parent = features.isEmpty || number(5) == 0 ? nil : features[number(features.count)]
            features.append(feature(below: parent, others: features.map(\.path)))
        }
        var inOrder: [CatalogueFeature] = []
        func add(_ feature: CatalogueFeature) {
            inOrder.append(feature)
            for child in features where child.parent == feature.path { add(child) }
        }
        for root in features where root.parent == nil { add(root) }
        let flags = (0..<number(6)).map { _ in flag() }.sorted { $0.key < $1.key }
        let requirements = Set(features.flatMap(\.constraints).flatMap(\.requirements))
        return Catalogue(
            program: CatalogueProgram(name: text(), version: "1.\(number(9))", build: chance() ? "7" : ""),
            features: inOrder, flags: flags,
            requirements: requirements.sorted { ($0.source, $0.name) < ($1.source, $1.name) },
            attributes: (0..<number(3)).map { _ in attribute() })
    }

    private mutating func attribute() -> CatalogueAttribute {
        CatalogueAttribute(
            unique(), type: chance() ? .string : nil, description: chance() ? text() : "",
            values: (0..<number(3)).map { _ in .string(text()) })
    }

    private mutating func feature(below parent: CatalogueFeature?, others: [FeaturePath]) -> CatalogueFeature {
        let identifier = unique()
        let constraints = (0..<number(3)).map { _ in condition(others) }
        return CatalogueFeature(
            path: parent?.path.appending(identifier) ?? FeaturePath(identifier), parent: parent?.path,
            identifier: identifier, type: "M.\(unique())", name: text(), description: chance() ? text() : "",
            kind: [.feature, .conditional, .group][number(3)], isVisible: chance(), variation: chance() ? text() : nil,
            tags: (0..<number(3)).map { _ in text() }, constraints: constraints,
            actions: (0..<number(4)).map { _ in action() })
    }

    private mutating func condition(_ others: [FeaturePath]) -> CatalogueConstraint {
        switch others.isEmpty ? 0 : number(4) {
        case 1: CatalogueConstraint(label: "Needs", kind: .requires, requires: [others[number(others.count)]])
        case 2: CatalogueConstraint(label: "Not with", kind: .excludes, excludes: [others[number(others.count)]])
        case 3: CatalogueConstraint(label: "Platform", kind: .platform, systems: ["iOS": "\(number(20))"])
        default:
            CatalogueConstraint(
                label: text(), initial: chance(), flag: chance() ? text() : nil,
                requirements: [CatalogueRequirement(text(), from: "shop")])
        }
    }

    mutating func action() -> CatalogueAction {
        CatalogueAction(
            identifier: unique(), type: "M.\(unique())", name: text(), description: unique(), isPublished: chance(),
            input: chance() ? "Input\(number(9))" : nil, presenter: chance() ? "any P" : nil,
            analyticsIdentifier: chance() ? text() : nil, activities: chance() ? ["perform", "search"] : [],
            routes: chance() ? [CatalogueRoute(pattern: "/open/$(\(text()))", scopes: ["app(x)"], name: nil)] : [])
    }

    mutating func flag() -> CatalogueFlag {
        let values: [(FlagType, JSONValue)] = [
            (.bool, true), (.int, 3), (.double, .double(Double(number(9)))), (.double, 0.1), (.string, .string(text())),
            (.double, .double(.infinity)), (.string, "NaN"), (.array, [1, "a"]), (.object, ["a": [1.5]]),
        ]
        let (type, value) = values[number(values.count)]
        return CatalogueFlag(
            key: unique(), type: type, valueType: "\(type)", defaultValue: value, description: text(),
            owner: chance() ? text() : nil, kind: .experiment, expires: FlagDate(year: 2027, month: 1, day: 31),
            allowedValues: chance() ? [value] : nil, parent: chance() ? text() : nil,
            exclusionGroup: chance() ? text() : nil, exclusionPriority: chance() ? number(9) - 4 : 0,
            file: chance() ? "M/\(text()).swift" : nil,
            line: chance() ? number(900) + 1 : nil)
    }
}
