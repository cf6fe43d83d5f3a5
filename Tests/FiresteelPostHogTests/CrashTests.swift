import FiresteelHTTP
import FiresteelPostHog
import Foundation
import HTTPTesting
import TestSupport
import Testing

@Suite("Events after an abnormal end of a program", .serialized)
struct CrashTests {
    @Test("After repeated kills at any moment, every queued event arrives exactly once")
    func kills() async throws {
        let fixture = try Fixture()
        let seen = Batches()
        let server = try TestServer { request in
            guard let batch = request.batch else { return [.response(400)] }
            seen.add(batch)
            // A failure now and then, although it received the events.
            return batch.contains { ($0.properties.n ?? 0) % 97 == 0 }
                ? [.response(Bool.random() ? 200 : 503)] : [.response(200)]
        }
        let rounds = Soak.isOn ? 200 : 20
        var queued: Set<Int> = []
        var next = 0
        var allowed: Set<Int> = []
        for _ in 0..<rounds {
            let child = try ChildProcess.run(
                "AnalyticsCrashChild", ["endless", fixture.folder.path, server.url.absoluteString, "\(next)"],
                killAfter: (Int.random(in: 1...6_000), SIGKILL))
            let numbers = child.lines.compactMap { Int($0) }
            #expect(child.signal == SIGKILL)
            let faults = child.lines.filter { Int($0) == nil }
            #expect(faults.allSatisfy { $0.contains("status 503") }, "\(faults)")
            queued.formUnion(numbers)
            next = (numbers.last ?? next - 1) + 2
            // One more may have been queued and not said.
            allowed.formUnion(numbers + [next - 1])
        }
        #expect(queued.count > rounds)
        let provider = fixture.provider(to: server.url)
        await provider.flushAll()
        #expect(fixture.faults.allSatisfy { $0.contains("status 503") }, "\(fixture.faults)")
        #expect(provider.status.damaged == 0)

        let events = Set(seen.all.joined())
        let numbers = Set(events.compactMap(\.properties.n))
        let lost = queued.subtracting(numbers)
        #expect(lost == [])
        #expect(provider.status.dropped == 0)
        Soak.add(
            Soak.Counts(
                rounds: rounds, kills: rounds, acknowledged: queued.count, found: queued.count - lost.count),
            to: "analytics")
        #expect(numbers.subtracting(allowed) == [])
        // Sent twice or not, each is one event with one identifier.
        #expect(events.count == numbers.count)
        #expect(Set(events.map(\.uuid)).count == numbers.count)
        #expect(fixture.segments == [])
    }

    @Test("On a full disk, events are stored in memory within the limit and sent, which is reported once")
    func fullDisk() async throws {
        let fixture = try Fixture()
        let seen = Batches()
        let server = try TestServer { request in
            guard let batch = request.batch else { return [.response(400)] }
            seen.add(batch)
            return [.response(200)]
        }
        let child = try ChildProcess.run(
            "AnalyticsCrashChild", ["full", fixture.folder.path, server.url.absoluteString, "120"], mount: "size=64k")
        #expect(
            child.lines.filter { $0.hasPrefix("F ") && $0.contains("Can't write ") }.count == 1, "\(child.lines)")
        #expect(child.lines.contains("D 0") && child.lines.contains("S 120"), "\(child.lines)")
        #expect(Set(seen.all.joined().compactMap(\.properties.n)) == Set(0..<120))
        #expect(Set(seen.all.joined()).count == 120)
    }
}
