#if os(Linux)
import FiresteelInsight
import Foundation
import HTTPTesting
import TestSupport
import Testing

@Suite("Messages of processes that are killed")
struct InsightKillTests {
    @Test("However often a process is killed, each acknowledged perform is counted exactly once")
    func kills() throws {
        let folder = try TemporaryFolder()
        let insight = InsightServer(misbehaves: true)
        let server = try TestServer { insight.steps($0) }
        let rounds = Soak.isOn ? 250 : 12
        var performed: [String: Int] = [:]
        for _ in 0..<rounds {
            let child = try ChildProcess.run(
                "InsightCrashChild", ["endless", folder.path, server.url.absoluteString],
                killAfter: (bytes: .random(in: 40...12_000), signal: SIGKILL))
            #expect(child.signal == SIGKILL)
            let run = try #require(child.lines.first { $0.hasPrefix("R ") }.map { String($0.dropFirst(2)) })
            performed[run] = child.lines.count { $0.hasPrefix("C ") }
        }
        let last = try ChildProcess.run("InsightCrashChild", ["send", folder.path, server.url.absoluteString])
        #expect(last.status == 0 && last.signal == nil)
        #expect(insight.conflicts == [] && insight.invalid == [])
        #expect(performed.count == rounds)
        let messages = insight.messages
        var found = 0
        for (run, count) in performed {
            let numbers = messages.keys.compactMap { key -> Int? in
                let parts = key.split(separator: " ")
                return parts[0] == run && parts[1] == "segments" ? Int(parts[2]) : nil
            }.sorted()
            #expect(numbers == Array(1...max(1, numbers.count)), "\(run): \(numbers)")
            let segments = try numbers.map { try RunSegment(json: #require(messages["\(run) segments \($0)"])) }
            let counted = segments.flatMap(\.people).flatMap(\.actions).reduce(0) { $0 + $1.successes }
            // The last perform may have completed without being acknowledged.
            #expect(counted == count || counted == count + 1, "\(run): \(counted) of \(count)")
            found += min(counted, count)
            #expect(segments.map(\.lost).reduce(0, +) == 0)
            #expect(segments.last?.end?.kind == .killed && segments.dropLast().allSatisfy { $0.end == nil })
            #expect(messages["\(run) reports 1"] != nil && messages["\(run) reports 2"] == nil)
        }
        Soak.add(
            Soak.Counts(
                rounds: rounds, kills: rounds, acknowledged: performed.values.reduce(0, +), found: found),
            to: "insight")
    }
}
#endif
