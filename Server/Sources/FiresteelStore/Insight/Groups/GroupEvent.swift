package import FiresteelBase
import FiresteelDatabase

/// Something that happened to a group, or was decided about it.
package struct GroupEvent: Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        /// Its first report arrived.
        case new
        /// Reports opened it again.
        case reopened
        case resolved
        case ignored
        /// A person opened it again.
        case opened
        case assigned
        case unassigned
        case merged
        case split
    }

    package let kind: Kind
    /// When, in milliseconds since 1970.
    package let time: Int64
    /// The account or token that did it, empty for the server.
    package let actor: String
    /// The name of who did it.
    package let actorName: String
    package let details: [String: JSONValue]

    package init(
        _ kind: Kind, time: Int64, actor: String = "", actorName: String = "", details: [String: JSONValue] = [:]
    ) {
        self.kind = kind
        self.time = time
        self.actor = actor
        self.actorName = actorName
        self.details = details
    }
}

/// The events of groups that webhooks are notified of.
enum GroupNotifications {
    /// Stores the events for webhooks, in the transaction that stores an event of a group.
    static func record(
        _ event: GroupEvent, of group: ReportGroup, scope number: Int64, _ database: any DatabaseConnection
    ) throws {
        let type: WebhookEventType
        switch event.kind {
        case .new: type = .reportOpened
        case .reopened: type = .reportReopened
        default: return
        }
        guard let scope = try ScopeTable(database).scope(number) else { return }
        let environments = [scope.environment]
        try Outbox(database).add(
            OutboxEvent(
                type, program: scope.program, environments: environments,
                page: OutboxEvent.page("reports/\(group.id)", of: scope.program, in: environments),
                data: [
                    "group": .string(group.id), "title": .string(group.title), "kind": .string(group.kind),
                    "feature": .string(group.feature), "action": .string(group.action),
                    "version": event.details["version"] ?? .string(group.firstVersion),
                ], time: event.time))
    }
}
