import Firesteel
import FiresteelHTTP
import FiresteelHTTPServer
import FiresteelTimeline
import HTTPTypes

/// The live stream: one JSON object per line while the client is connected.
struct StreamEndpoint: Sendable {
    let runtime: FeatureRuntime
    let timelines: Timelines
    let hub: LiveHub
    var parts = InspectorParts.everything

    var routes: [Route] {
        [
            Route(.get, "stream") { _ in
                // Existing events are not changes.
                await timelines.live?.refresh()
                let stream = EventStream(
                    runtime: runtime, timelines: timelines, hub: hub, parts: parts,
                    subscription: await hub.subscribe())
                return ServerResponse(
                    status: .ok, fields: [.contentType: "application/x-ndjson; charset=utf-8"],
                    body: .stream(stream))
            }
        ]
    }
}

/// Encodes changes when the client is ready, so that it receives the current state.
private actor EventStream: BodyStream {
    private let runtime: FeatureRuntime
    private let timelines: Timelines
    private let hub: LiveHub
    private let parts: InspectorParts
    private let subscription: LiveSubscription
    private var hasGreeted = false

    init(
        runtime: FeatureRuntime, timelines: Timelines, hub: LiveHub, parts: InspectorParts,
        subscription: LiveSubscription
    ) {
        self.runtime = runtime
        self.timelines = timelines
        self.hub = hub
        self.parts = parts
        self.subscription = subscription
    }

    func next() async throws -> [UInt8]? {
        var bytes: [UInt8] = []
        if !hasGreeted {
            hasGreeted = true
            try Self.add(
                PageData.Hello(
                    topic: "hello", run: runtime.timeline?.runIdentifier ?? "",
                    beat: Int64((hub.beat / .microseconds(1)).rounded())),
                to: &bytes)
            return bytes
        }
        guard var news = await subscription.next() else { return nil }
        if parts == .flags { news = LiveChanges(topics: news.topics.intersection(.ofFlags)) }
        if !news.performs.isEmpty, let view = await timelines.live {
            try Self.add(await view.change(news.performs), to: &bytes)
        }
        if news.topics.contains(.stacks) {
            try Self.add(PageData.StacksChange(topic: "stacks", open: runtime.openStackCount), to: &bytes)
        }
        if news.topics.contains(.logs), let range = runtime.logStore?.range {
            try Self.add(
                PageData.LogsChange(topic: "logs", total: Int(range.upperBound), first: Int(range.lowerBound)),
                to: &bytes)
        }
        for (topic, name) in Self.plain where news.topics.contains(topic) {
            try Self.add(PageData.Change(topic: name), to: &bytes)
        }
        return bytes
    }

    func close() async { await hub.unsubscribe(subscription) }

    private static let plain: [(LiveChanges.Topics, String)] = [
        (.logging, "logging"), (.features, "features"), (.flags, "flags"), (.runs, "runs"), (.alive, "alive"),
        (.beat, "beat"),
    ]

    private static func add(_ value: some Encodable, to bytes: inout [UInt8]) throws {
        bytes += try JSONLine.encode(value)
        bytes.append(0x0A)
    }
}

extension TimelineView {
    /// Returns the current state of changed performs.
    func change(_ changed: ChangedPlaces) -> PageData.TimelineChange {
        PageData.TimelineChange(
            topic: "timeline", total: index.places.upperBound, first: index.places.lowerBound, failures: index.failures,
            inFlight: index.inFlight, performs: index.performs,
            rows: changed.isTooMany ? nil : rows(at: changed.places.sorted()))
    }
}
