import Crypto
import FiresteelStore
import HTTPTypes

/// The endpoints that programs use: OpenFeature's remote evaluation, definitions in flagd's format, and event streams.
struct ProtocolEndpoints: Sendable {
    let snapshots: SnapshotStore
    let streams: StreamHub
    let access: CredentialVerifier
    let instances: ProgramInstances
    let catalogues: CatalogueDirectory
    let contexts: RecentContexts
    let clock: ServerClock
    let streamSecret: SymmetricKey
    let failures: FailureLog
    /// The time for which the address of a stream is valid, in seconds.
    let streamValidity: Int64 = 7_200
    /// The time after which a response is sent again although no flag changed, for a new address of a stream, in seconds.
    ///
    /// A client whose stream can no longer be opened then receives another address with its next poll.
    let streamRenewal: Int64 = 1_800

    /// Changes if the same definitions can have other results, so that no program keeps values of an earlier version.
    static let evaluatorVersion = 1
    static let bodyLimit = 64 << 10

    var all: [Endpoint] {
        [
            Endpoint(
                method: .post, path: "/ofrep/v1/evaluate/flags", id: "evaluateFlagsBulk",
                summary: "Evaluates all flags for a context", access: .program([.client, .server]),
                request: OpenAPIDocument.evaluationRequest, response: "BulkEvaluation", bodyLimit: Self.bodyLimit,
                isBrief: true, handle: evaluateAll),
            Endpoint(
                method: .post, path: "/ofrep/v1/evaluate/flags/{key}", id: "evaluateFlag",
                summary: "Evaluates one flag for a context", access: .program([.client, .server]),
                request: OpenAPIDocument.evaluationRequest, response: "Evaluation", bodyLimit: Self.bodyLimit,
                isBrief: true, handle: evaluate),
            Endpoint(
                method: .get, path: "/flags/v1/definitions", id: "getDefinitions",
                summary: "Returns all definitions in flagd's format", access: .program([.server]),
                query: [.init(name: "eventStreams", description: "1 to receive addresses of event streams as well")],
                response: "Definitions", isBrief: true, handle: definitions),
            Endpoint(
                method: .get, path: "/events/v1/{stream}", id: "followEvents",
                summary: "Sends an event for each revision, as server-sent events", access: .capability,
                response: "Events", isBrief: true, handle: events),
        ]
    }
}
