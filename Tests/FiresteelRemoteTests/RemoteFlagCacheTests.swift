import FiresteelFlags
import FiresteelHTTP
import FiresteelRemote
import Foundation
import HTTPTesting
import HTTPTypes
import TestSupport
import Testing

@Suite("A remote provider, at the next start", .timeLimit(.minutes(5))) struct RemoteFlagCacheTests {
    private let fixture = RemoteFlagFixture()
    private let offline = ScriptedTransport { _, _ -> HTTPResponseMessage<[UInt8]> in
        throw HTTPTransportError.unreachable("no network")
    }

    private func online(_ body: String = #"{"a": 1}"#) -> ScriptedTransport {
        ScriptedTransport { request, _ in
            request.fields[.ifNoneMatch] == "\"1\"" ? HTTPResponseMessage(status: 304) : .json(body, etag: "\"1\"")
        }
    }

    private func fetchAndStore(_ source: some RemoteFlagSource = ValuesSource(), _ body: String = #"{"a": 1}"#)
        async throws
    {
        let provider = fixture.provider(source, keeps: true, online(body))
        provider.fixedContextChanged(EvaluationContext(targetingKey: "anna"))
        try await provider.refresh()
    }

    @Test("Without a network, cached values are returned immediately with their age")
    func offlineStart() async throws {
        defer { fixture.remove() }
        try await fetchAndStore()
        let fetched = fixture.clock.now
        fixture.clock.advance(by: 3_600)
        let provider = fixture.provider(keeps: true, offline)
        #expect(provider.evaluation("a") == .value(1, reason: .cached))
        #expect(provider.status.state == .ready && provider.status.updated == fetched && provider.status.isCached)
        #expect(provider.rule(for: "a")?.explain(.empty, now: 0).first?.text == "cached by an earlier run")
        await #expect(throws: RemoteFlagError.self) { try await provider.refresh() }
        #expect(provider.value("a") == 1)
        #expect(provider.status.error?.message.contains("no network") == true)
    }

    @Test("Values cached for too long are stale")
    func stale() async throws {
        defer { fixture.remove() }
        try await fetchAndStore()
        fixture.clock.advance(by: 86_400)
        let provider = fixture.provider(keeps: true, offline)
        #expect(provider.evaluation("a") == .value(1, reason: .stale))
        #expect(provider.status.state == .stale)
    }

    @Test("Cached values are revalidated, and are then no longer reported as cached")
    func confirmed() async throws {
        defer { fixture.remove() }
        try await fetchAndStore()
        let transport = online()
        let provider = fixture.provider(keeps: true, transport)
        let changes = provider.changes()
        try await provider.refresh()
        #expect(transport.requests.first?.fields[.ifNoneMatch] == "\"1\"")
        #expect(provider.evaluation("a")?.reason == .targetingMatch)
        #expect(await changes.next() == .all)
    }

    @Test("The age of confirmed values counts from the confirmation, also at the next start")
    func confirmedLater() async throws {
        defer { fixture.remove() }
        let provider = fixture.provider(keeps: true, online())
        try await provider.refresh()
        fixture.clock.advance(by: 20_000)
        try await provider.refresh()
        #expect(fixture.provider(keeps: true, offline).status.updated == fixture.clock.now)
    }

    @Test("A damaged file is put aside and reported, and nothing of it is used", arguments: 0..<40)
    func damaged(seed: UInt64) async throws {
        defer { fixture.remove() }
        try await fetchAndStore(ValuesSource(), #"{"a": 1, "b": "\#(String(repeating: "x", count: 50))"}"#)
        var bytes = try Array(Data(contentsOf: fixture.cache))
        var generator = SplitMix64(seed: seed)
        switch seed % 3 {
        case 0:
            bytes[Int.random(in: bytes.indices, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1: bytes.removeLast(Int.random(in: 1...bytes.count, using: &generator))
        default: bytes.append(UInt8.random(in: 0...255, using: &generator))
        }
        try Data(bytes).write(to: fixture.cache)
        let provider = fixture.provider(keeps: true, online())
        #expect(provider.keys == [])
        #expect(provider.status.state == .notReady)
        #expect(provider.status.error?.code == .parseError)
        #expect(FileManager.default.fileExists(atPath: fixture.cache.path + ".damaged"))
        try await provider.refresh()
        #expect(provider.status.error == nil)
        #expect(fixture.provider(keeps: true, offline).value("a") == 1)
    }

    @Test("A file that the source can no longer read is moved aside like a damaged one")
    func unreadable() async throws {
        defer { fixture.remove() }
        try await fetchAndStore()
        struct StrictSource: RemoteFlagSource {
            let address = ValuesSource().address
            func request(for context: EvaluationContext, hint: RefetchHint?) async throws -> HTTPRequestMessage {
                HTTPRequestMessage(.get, address)
            }
            func read(_ body: [UInt8], for context: EvaluationContext) throws(FlagError) -> RemoteFlagResponse {
                throw FlagError(.parseError, "Another format.")
            }
        }
        let provider = fixture.provider(StrictSource(), keeps: true, offline)
        #expect(provider.status.error?.message.contains("Another format.") == true)
        #expect(!FileManager.default.fileExists(atPath: fixture.cache.path))
    }

    @Test("Values cached from another address aren't used")
    func otherAddress() async throws {
        defer { fixture.remove() }
        try await fetchAndStore()
        for text in ["https://flags.example.com/others", "https://flags.example.com/values?token=another"] {
            let source = ValuesSource(address: try #require(URL(string: text)))
            let provider = fixture.provider(source, keeps: true, offline)
            #expect(provider.status.state == .notReady && provider.status.error == nil)
        }
    }

    @Test("The file is for its owner alone and has no secret of the address in it")
    func permissions() async throws {
        defer { fixture.remove() }
        try await fetchAndStore()
        let attributes = try FileManager.default.attributesOfItem(atPath: fixture.cache.path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        let text = String(decoding: try Data(contentsOf: fixture.cache), as: UTF8.self)
        #expect(!text.contains("secret"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path) == ["flags"])
    }

    @Test("A file that can't be written is reported, and the values are available nevertheless")
    func unwritable() async throws {
        defer { fixture.remove() }
        // A folder where the file should be.
        try FileManager.default.createDirectory(
            at: fixture.cache.appending(path: "x"), withIntermediateDirectories: true)
        let provider = fixture.provider(keeps: true, online())
        try await provider.refresh()
        #expect(provider.value("a") == 1)
        #expect(provider.status.error != nil)
    }

    @Test("A removed cache is deleted")
    func removed() async throws {
        defer { fixture.remove() }
        try await fetchAndStore()
        let provider = fixture.provider(keeps: true, offline)
        try provider.removeCache()
        #expect(fixture.provider(keeps: true, offline).keys == [])
        #expect(provider.value("a") == 1)
    }

    @Test("Values cached for one user are never used for another")
    func otherUser() async throws {
        defer { fixture.remove() }
        let source = ValuesSource(isContextSpecific: true)
        try await fetchAndStore(source)
        let anna = EvaluationContext(targetingKey: "anna")
        for other in [
            EvaluationContext.empty, EvaluationContext(targetingKey: "ben"),
            EvaluationContext(targetingKey: "anna", attributes: ["plan": "pro"]),
        ] {
            let provider = fixture.provider(source, keeps: true, offline)
            provider.fixedContextChanged(other)
            #expect(provider.value("a", other) == nil)
            #expect(provider.value("a", anna) == nil)
        }
        let provider = fixture.provider(source, keeps: true, offline)
        #expect(provider.value("a", anna) == nil)
        provider.fixedContextChanged(anna)
        #expect(provider.evaluation("a", anna) == .value(1, reason: .cached))
    }
}
