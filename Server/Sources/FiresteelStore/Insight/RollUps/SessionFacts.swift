/// What is known about a session: one person's part of a run, or the run itself.
///
/// It is stored as lines whose parts are separated by tabs, which no name contains.
package struct SessionFacts: Sendable, Hashable {
    /// How often an action was performed.
    package struct Performs: Sendable, Hashable {
        package var successes: Int64 = 0
        package var failures: Int64 = 0
        package var cancellations: Int64 = 0
        package var interruptions: Int64 = 0

        package init(
            successes: Int64 = 0, failures: Int64 = 0, cancellations: Int64 = 0, interruptions: Int64 = 0
        ) {
            self.successes = successes
            self.failures = failures
            self.cancellations = cancellations
            self.interruptions = interruptions
        }
    }

    /// The limit of actions and of variants; further ones are counted as ``NameBook/other``.
    private static let maximumNames = 500
    /// The limit of the bytes of their names, so that the sessions of a transaction fit into memory.
    package static let maximumBytes = 32 << 10
    /// What an action or variant beyond the limits is counted as.
    private static let other = "\(NameBook.other)\t\(NameBook.other)"
    /// Beyond this product of subjects and variants, variants are counted for all sessions and for groups alone.
    private static let maximumMarks = 10_000
    /// The limit of groups, whose reports are stored beyond it as well.
    private static let maximumGroups = 50
    /// The greatest count, so that no sum overflows.
    private static let maximumCount: Int64 = 1 << 40

    /// The performs by action, which is a feature and an identifier with a tab between.
    package private(set) var actions: [String: Performs] = [:]
    /// The variants, each a flag and a variant with a tab between.
    package private(set) var variants: Set<String> = []
    /// The groups whose reports it has.
    package private(set) var groups: Set<String> = []
    /// Whether it ended abnormally.
    package var isAbnormal = false
    /// The bytes of the names of actions and variants.
    private var bytes = 0

    package init() {}

    /// Reads stored facts, within the limits; lines that can't be read are left out.
    package init(text: String) {
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
            switch (parts[0], parts.count) {
            case ("a", 7):
                let counts = parts[3...].map { min(max(Int64($0) ?? 0, 0), Self.maximumCount) }
                add(
                    Performs(
                        successes: counts[0], failures: counts[1], cancellations: counts[2], interruptions: counts[3]),
                    to: "\(parts[1])\t\(parts[2])")
            case ("v", 3): add(variant: "\(parts[1])\t\(parts[2])")
            case ("g", 2): add(group: String(parts[1]))
            case ("x", 1): isAbnormal = true
            default: break
            }
        }
    }

    /// The form in which they are stored.
    package var text: String {
        var text = isAbnormal ? "x\n" : ""
        for (action, count) in actions.sorted(by: { $0.key < $1.key }) {
            text +=
                "a\t\(action)\t\(count.successes)\t\(count.failures)\t\(count.cancellations)\t\(count.interruptions)\n"
        }
        for variant in variants.sorted() { text += "v\t\(variant)\n" }
        for group in groups.sorted() { text += "g\t\(group)\n" }
        return text
    }

    /// Adds performs of an action.
    package mutating func add(_ performs: Performs, to action: String) {
        let action = limited(
            action, isKnown: actions[action] != nil, actions.count - (actions[Self.other] == nil ? 0 : 1))
        func sum(_ one: Int64, _ other: Int64) -> Int64 { min(one + min(other, Self.maximumCount), Self.maximumCount) }
        let known = actions[action] ?? Performs()
        actions[action] = Performs(
            successes: sum(known.successes, performs.successes), failures: sum(known.failures, performs.failures),
            cancellations: sum(known.cancellations, performs.cancellations),
            interruptions: sum(known.interruptions, performs.interruptions))
    }

    /// Adds a variant that the person was exposed to.
    package mutating func add(variant: String) {
        let count = variants.count - (variants.contains(Self.other) ? 1 : 0)
        variants.insert(limited(variant, isKnown: variants.contains(variant), count))
    }

    /// Returns a name, or ``other`` if there is no room for one more than a number of names of its kind.
    private mutating func limited(_ name: String, isKnown: Bool, _ count: Int) -> String {
        guard !isKnown, name != Self.other else { return name }
        guard count < Self.maximumNames, bytes + name.utf8.count <= Self.maximumBytes else { return Self.other }
        bytes += name.utf8.count
        return name
    }

    /// Adds a group.
    package mutating func add(group: String) {
        if groups.count < Self.maximumGroups { groups.insert(group) }
    }

    /// Replaces a group, after a merge or a split.
    package mutating func replace(group: String, with other: String) {
        if groups.remove(group) != nil { groups.insert(other) }
    }

    /// Removes a group.
    package mutating func remove(group: String) { groups.remove(group) }

    /// Returns the feature of an action.
    package static func feature(of action: String) -> Substring { action.prefix { $0 != "\t" } }

    /// A count that has one more because of the session.
    struct Mark: Hashable {
        let measure: InsightMeasure
        var subject = ""
        var value = ""
    }

    /// Returns the counts that have one more because of the session.
    func marks(system: String, device: String) -> Set<Mark> {
        var used: Set<String> = []
        var failed: Set<String> = []
        for (action, performs) in actions {
            let subjects = ["a:\(action)", "f:\(Self.feature(of: action))"]
            used.formUnion(subjects)
            if performs.failures > 0 { failed.formUnion(subjects) }
        }
        var marks: Set<Mark> = []
        for value in used { marks.insert(Mark(measure: .uses, value: value)) }
        let values = variants.map { "v:\($0)" }
        let areFew = (used.count + failed.count) * values.count <= Self.maximumMarks
        func add(_ measure: InsightMeasure, _ subject: String, _ more: [String]) {
            marks.insert(Mark(measure: measure, subject: subject))
            for value in more { marks.insert(Mark(measure: measure, subject: subject, value: value)) }
        }
        let places = ["s:\(system)", "d:\(device)"]
        add(.sessions, "", places + values)
        for group in groups { add(.sessions, "g:\(group)", places + values) }
        for subject in used { add(.sessions, subject, areFew ? places + values : places) }
        if !failed.isEmpty { add(.failed, "", values) }
        for subject in failed { add(.failed, subject, areFew ? values : []) }
        if isAbnormal { add(.abnormal, "", values) }
        return marks
    }
}
