import Firesteel
import FiresteelDatabase
import FiresteelStore

/// The parts of the server that operations use.
final class ServerParts: Sendable {
    let database: any Database
    let changes: ChangeService
    let snapshots: SnapshotStore
    let access: CredentialVerifier
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
    let watch = ExperimentWatch()
    /// How long what programs send is stored.
    let retention: InsightRetention
    /// How events are sent to webhooks.
    let webhooks: WebhookOptions
    let clock: ServerClock
    /// Whether cookies require HTTPS.
    let isSecure: Bool
    /// Names the rows that can't be read.
    let damage: DamageLog

    init(
        database: any Database, changes: ChangeService, snapshots: SnapshotStore, access: CredentialVerifier,
        signIns: SignInService, openID: OpenIDProvider?, streams: StreamHub, instances: ProgramInstances,
        catalogues: CatalogueDirectory, insight: InsightService, retention: InsightRetention,
        webhooks: WebhookOptions, clock: ServerClock, isSecure: Bool, damage: DamageLog
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
        self.isSecure = isSecure
        self.damage = damage
    }
}

extension ActionContext {
    /// The identifier of the perform on the server's timeline.
    var performIdentifier: String { "\(frame.perform)" }
}
