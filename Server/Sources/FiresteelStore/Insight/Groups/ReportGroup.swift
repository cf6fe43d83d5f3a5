/// Reports of the same cause.
///
/// A group that was merged into another is a part of it, with its own reports and counts.
package struct ReportGroup: Sendable {
    /// The decision of people about a group.
    package enum State: String, Sendable, CaseIterable {
        /// It needs a decision.
        case open
        /// It is fixed, from ``ReportGroup/resolvedIn`` on.
        case resolved
        /// It isn't shown until it has ``ReportGroup/ignoredUntil`` reports.
        case ignored
        /// Its reports are in another group.
        case merged
    }

    package let id: String
    /// The cause of the reports: `crash`, `killed`, `failure` or `request`.
    package var kind = ""
    /// The feature's path, empty without an action.
    package var feature = ""
    package var action = ""
    /// The display name of the feature.
    package var featureName = ""
    /// The display name of the action.
    package var actionName = ""
    /// The type of the error.
    package var errorType = ""
    /// The case of the error.
    package var errorCase = ""
    /// The failure as a sentence.
    package var title = ""
    /// The message of the newest report's error.
    package var message = ""
    /// The place in the source of the newest report.
    package var place = ""
    package var state = State.open
    /// The first version that has the fix, empty without one.
    package var resolvedIn = ""
    /// The number of reports at which it opens again.
    package var ignoredUntil: Int64?
    /// The account that it is assigned to, empty for none.
    package var assignee = ""
    /// The name of that account.
    package var assigneeName = ""
    /// The group that it was merged into.
    package var mergedInto = ""
    /// Whether it was opened again by reports, and no one decided about it since.
    package var isReopened = false
    /// The time of the first report.
    package var first: Int64
    /// The time of the newest report.
    package var last: Int64
    /// The version of the first report.
    package var firstVersion: String
    /// The version of the newest report.
    package var lastVersion: String
    /// The time at which the newest report was received.
    package var seen: Int64 = 0
    /// The number of reports, those that were removed later included.
    package var reports: Int64 = 0
    /// The affected people.
    package var people = PeopleSketch()
    /// The number of entries in the history.
    package var history: Int64 = 0
    /// Whether a stored part can't be read; it begins again, and is stored with the next report.
    package var isDamaged = false

    /// Creates a group without reports.
    package init(id: String, first: Int64, version: String) {
        self.id = id
        (self.first, last) = (first, first)
        (firstVersion, lastVersion) = (version, version)
    }

    /// The subject of its counts.
    package var subject: String { CountKey.group.key(id) }

    /// The action as a name of counts; `nil` without one.
    package var countedAction: String? { action.isEmpty ? nil : CountKey.name(feature, action) }
}

/// A version, flag or variant by which a group is found.
package struct GroupFacet: Sendable, Hashable {
    package enum Kind: String, Sendable {
        case version
        case flag
        /// A flag and one of its variants with a tab between.
        case variant
    }

    package let group: String
    package let kind: Kind
    package let value: String

    package init(group: String, kind: Kind, value: String) {
        self.group = group
        self.kind = kind
        self.value = value
    }
}
