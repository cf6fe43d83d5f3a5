#if os(Linux) || os(macOS)
import Firesteel
import FiresteelReplay
import FiresteelTesting
import FiresteelTimeline
import Foundation
import TestSupport
import Testing

@testable import FiresteelInspector

@Suite("Replays in the inspector", .timeLimit(.minutes(2)))
struct ReplayEndpointTests {
    private struct Offer: Decodable, Equatable {
        struct Flag: Decodable, Equatable {
            let key: String
            let value: Bool
            let isDefault: Bool
        }

        let flags: [Flag]
        let hidden: [String]
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A command that stores how it was called, and ends as the flag `end` says.
    private var script: String {
        """
        printf '%s\\n' "$@" > \(folder.path)/arguments; echo "$FIRESTEEL_REPLAY_HIDDEN" > \(folder.path)/hidden
        case "$*" in
            *refused*) echo 'It has no card.' >&2; exit 2;;
            *garbage*) echo 'garbage'; exit 1;;
            *crash*) echo '   Pay …' >&2; kill -SEGV $$;;
            *endless*) echo '   Pay …' >&2; sleep 1000;;
            *waiting*) while [ ! -e \(folder.path)/go ]; do sleep 0.02; done;;
        esac
        echo '{"failed": false, "failedAsRecorded": false, "steps": [], "notes": []}'
        """
    }

    /// Runs an inspector with a payment that failed.
    private func withFailure(
        isStored: Bool = true, limit: Duration = .seconds(60), _ body: (Bench, _ path: String) async throws -> Void
    ) async throws {
        try await withInspector(
            ShopFeatures.self, configure: { if isStored { $0.storage = .folder(folder.path + "/runs") } },
            tune: { $0.replayLimit = limit }, set: { $0.replayCommand = ["/bin/sh", "-c", script, "sh", "replay"] }
        ) { bench in
            await bench.runtime.use { _ = await Shop.pay.perform(PaidOrder(name: "Rye", card: "planted-card")) }
            let failed = try #require(bench.test.performs.first)
            try await body(bench, "/api/timeline/performs/\(failed.id)/replay")
        }
    }

    private func post(_ bench: Bench, _ path: String, _ body: String) async throws -> RawClient.Response {
        try await bench.client.send("POST", path, body: body)
    }

    @Test("The flags that were read and the names of hidden values are offered, and the command gets what is different")
    func replays() async throws {
        try await withFailure { bench, path in
            let detail = try await bench.client.send("GET", String(path.dropLast("/replay".count)))
            #expect(detail.text.contains("\"replays\":true"))
            let offer: Offer = try await bench.client.send("GET", path).json()
            #expect(
                offer == Offer(flags: [.init(key: "Shop/Discounts", value: true, isDefault: true)], hidden: ["card"]))
            let replay: ProcessReplay = try await post(
                bench, path,
                #"{"with": {"Shop/Discounts": false}, "without": ["other"], "hidden": {"card": "planted-card"}}"#
            ).json()
            #expect(!replay.failed && replay.steps.isEmpty)
            let arguments = try folder.lines("arguments")
            let run = try #require(bench.runtime.timeline?.run.path)
            let perform = path.split(separator: "/").dropLast().last.map(String.init) ?? ""
            let expected = ["replay", run, "--perform", perform, "--json", "--with", "Shop/Discounts=false"]
            #expect(arguments.starts(with: expected))
            // Other users see arguments, and not the environment.
            #expect(!arguments.contains { $0.contains("planted") })
            #expect(try folder.read("hidden") == "{\"card\":\"planted-card\"}\n")
        }
    }

    @Test("A crash is a result, and what isn't one is an error with its reason")
    func ends() async throws {
        try await withFailure(limit: .seconds(1)) { bench, path in
            let crashed: ProcessReplay = try await post(bench, path, #"{"with": {"end": "crash"}}"#).json()
            #expect(crashed.failed && !crashed.failedAsRecorded)
            #expect(crashed.steps.map(\.replayed) == ["ended the program: SIGSEGV"])
            for (end, message) in [
                ("refused", "It has no card."), ("garbage", "something else"), ("endless", "Pay hasn't ended"),
            ] {
                let response = try await post(bench, path, "{\"with\": {\"end\": \"\(end)\"}}")
                #expect(response.status == 422 && response.text.contains(message), "\(response.text)")
            }
        }
    }

    @Test("One replay runs at a time")
    func oneAtATime() async throws {
        try await withFailure { bench, path in
            async let first = post(bench, path, #"{"with": {"end": "waiting"}}"#)
            while !FileManager.default.fileExists(atPath: folder.path + "/arguments") { await Task.yield() }
            #expect(try await post(bench, path, "{}").status == 409)
            try folder.write("", to: "go")
            let status = try await first.status
            #expect(status == 200)
            #expect(try await post(bench, path, "{}").status == 200)
        }
    }

    @Test("Without a token, from another origin, of other performs and of runs in memory nothing is replayed")
    func refused() async throws {
        try await withFailure { bench, path in
            let (client, body) = (bench.client, "{}")
            #expect(try await client.send("POST", path, body: body, fields: ["Authorization": nil]).status == 401)
            #expect(
                try await client.send("POST", path, body: body, fields: ["Origin": "http://evil.example"]).status == 403
            )
            #expect(
                try await client.send("POST", path, body: body, fields: ["Content-Type": "text/plain"]).status == 400)
            for hostile in [#"{"with": []}"#, #"{"with": {"a": {"b"}}"#, "[]", ""] {
                #expect(try await post(bench, path, hostile).status == 400)
            }
            for other in ["0", "x", "-1", "99", "18446744073709551615"] {
                let status = try await post(bench, "/api/timeline/performs/\(other)/replay", body).status
                #expect([400, 404].contains(status))
            }
            #expect(try await post(bench, path + "?run=other", body).status == 404)
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/arguments"))
        }
        try await withFailure(isStored: false) { bench, path in
            let response = try await post(bench, path, "{}")
            #expect(response.status == 409 && response.text.contains("in memory"))
        }
        // Only a program that names a command is replayed.
        try await withInspector(ShopFeatures.self) { bench in
            await bench.runtime.use { _ = await Shop.pay.perform(PaidOrder(name: "Rye", card: "")) }
            let path = "/api/timeline/performs/\(try #require(bench.test.performs.first).id)"
            #expect(try await bench.client.send("POST", path + "/replay", body: "{}").status == 404)
            let detail = try await bench.client.send("GET", path)
            #expect(detail.status == 200 && !detail.text.contains("replays"))
        }
    }

    @Test("The details of a perform say whether its input is retained for replay")
    func marks() async throws {
        struct Detail: Decodable { let replay: String? }
        try await withInspector(ShopFeatures.self) { bench in
            await bench.runtime.use {
                _ = await Shop.pay.perform(PaidOrder(name: "Rye", card: ""))
                _ = await Shop.pay.perform(PaidOrder(name: String(repeating: "x", count: 2_000), card: ""))
                _ = await Shop.close.perform()
            }
            var words: [String?] = []
            for perform in bench.test.performs {
                words.append(try await bench.client.get("timeline/performs/\(perform.id)", Detail.self).replay)
            }
            #expect(words == ["replayable", "too-large", nil])
        }
    }
}

private enum ShopFeatures: FeatureGroup {
    static let subfeatures = features(Shop.self, Discounts.self)
}

private enum Shop: Feature {
    static let pay = action(Pay.self)
    static let close = action(CloseShop.self)
    static let actions = declare(pay, close)
}

private enum Discounts: ConditionalFeature {
    static var constraints: Constraints { Flagged(default: true) }
    static let apply = action(CloseShop.self)
    static let actions = declare(apply)
}

private struct PaidOrder: ReplayableInput {
    static let hiddenKeys = ["card"]
    let name: String
    let card: String
}

private enum ShopError: Error {
    case declined
}

private enum Pay: Action {
    static func perform(_ context: ActionContext<PaidOrder>, presenter: NoPresenter) async throws -> ActionOutcome {
        _ = Discounts.apply.request()
        throw ShopError.declined
    }
}

private enum CloseShop: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}
#endif
