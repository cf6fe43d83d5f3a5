import Firesteel
import FiresteelDatabase
import FiresteelStore
import FiresteelTimeline

/// The input of an operation: the server, who asks, and what for.
struct ServerCall<Payload: Sendable & TimelineDescribable>: Sendable, TimelineDescribable {
    let server: ServerParts
    let caller: Caller
    let payload: Payload

    func describe(to summary: inout InputSummary) { payload.describe(to: &summary) }

    /// The identifier of the account behind the caller, empty for a token of the command line.
    var account: String {
        switch caller {
        case .anonymous: ""
        case .person(let person): person.account.id
        case .token(let token): token.creator
        }
    }

    /// The author of changes.
    func author() throws(APIError) -> Author {
        guard let author = caller.author else { throw .unauthorized }
        return author
    }

    /// The signed-in person.
    func person() throws(APIError) -> SignedInPerson {
        guard case .person(let person) = caller else { throw .unauthorized }
        return person
    }
}

/// A program that an operation reads or changes.
struct ProgramPayload: Sendable, TimelineDescribable {
    let program: String

    func describe(to summary: inout InputSummary) { summary.add("Program", program) }
}

/// The parts of the server that operations use.
final class ServerParts: Sendable {
    let database: any Database
    let changes: ChangeService
    let snapshots: SnapshotStore
    let access: AccessDirectory
    let signIns: SignInService
    /// The OpenID Connect provider, if one is configured.
    let openID: OpenIDProvider?
    let streams: StreamHub
    let instances: ProgramInstances
    let connections = ConnectionCounts()
    let documents = ItemDocuments()
    let catalogues: CatalogueDirectory
    let contexts: RecentContexts
    let reversals = ReversalDirectory()
    let insight: InsightService
    /// How long what programs send is stored.
    let retention: InsightRetention
    /// How events are sent to webhooks.
    let webhooks: WebhookOptions
    let clock: ServerClock
    /// Names the rows that can't be read.
    let damage: DamageLog

    init(
        database: any Database, changes: ChangeService, snapshots: SnapshotStore, access: AccessDirectory,
        signIns: SignInService, openID: OpenIDProvider?, streams: StreamHub, instances: ProgramInstances,
        catalogues: CatalogueDirectory, insight: InsightService, retention: InsightRetention,
        webhooks: WebhookOptions, clock: ServerClock, damage: DamageLog
    ) {
        self.database = database
        self.changes = changes
        self.snapshots = snapshots
        self.access = access
        self.signIns = signIns
        self.openID = openID
        self.streams = streams
        self.instances = instances
        self.catalogues = catalogues
        self.insight = insight
        self.retention = retention
        contexts = RecentContexts(clock: clock)
        self.webhooks = webhooks
        self.clock = clock
        self.damage = damage
    }
}

extension ActionContext {
    /// The identifier of the perform on the server's timeline.
    var performIdentifier: String { "\(frame.perform)" }
}
