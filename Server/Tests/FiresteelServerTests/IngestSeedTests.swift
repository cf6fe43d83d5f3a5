import FiresteelBase
import FiresteelFlags
import FiresteelHTTPServer
import FiresteelInsight
import FiresteelStore
import Foundation
import HTTPTypes
import Testing

@testable import FiresteelServer

@Suite("Seeds of fuzzing")
struct IngestSeedTests {
    private static let folder: URL = {
        var folder = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        return folder.appending(path: "Fuzz/Seeds/IngestFuzz")
    }()

    static func seeds() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }

    @Test("Each message of a seed is stored readably or refused, and has nothing to hide afterwards")
    func messages() throws {
        var stored = 0
        for seed in try Self.seeds() {
            let bytes = [UInt8](try Data(contentsOf: Self.folder.appending(path: seed)))
            let kind: InsightMessage.Kind? =
                switch bytes.first {
                case UInt8(ascii: "s"): .segment
                case UInt8(ascii: "r"): .report
                default: nil
                }
            let body = Array(bytes.dropFirst())
            guard let kind, let members = (try? JSONValue(json: body))?.objectValue else { continue }
            let sent = MessageReader.Sent(
                scope: InsightScope(program: "documents", environment: "development"),
                run: members["run"]?.stringValue ?? "", kind: kind,
                number: members[kind == .segment ? "segment" : "number"]?.intValue ?? 0, body: body, correction: nil)
            do {
                let message = try MessageReader.message(sent)
                stored += 1
                switch kind {
                case .segment: _ = try RunSegment(json: message.body)
                case .report: _ = try InsightReport(json: message.body)
                }
                var text = try JSONValue(json: message.body)
                #expect(SecretText.replace(in: &text, hidesByName: kind == .report) == 0, "\(seed)")
            } catch let error as HTTPProblem {
                #expect((400..<500).contains(error.status.code), "\(seed)")
            }
        }
        #expect(stored >= 3)
    }

    @Test("Names of errors that say token keep their counts in a segment, and texts in it are checked")
    func names() throws {
        let secret = "mara.lindt@example.com"
        var segment = RunSegment(
            run: "r", number: 1, program: RunSegment.Program(name: "Documents", version: "1.0"), system: "Linux",
            device: "desktop", started: 1_000, from: 0, until: 500, people: [])
        var person = RunSegment.Person(pseudonym: "p-1")
        var action = RunSegment.ActionCount(RunSegment.ActionPath(feature: "App/\(secret)", action: "save"))
        action.failures = ["InvalidToken": 3]
        person.actions = [action]
        segment.people = [person]
        let message = try MessageReader.message(
            MessageReader.Sent(
                scope: InsightScope(program: "documents", environment: "development"), run: "r", kind: .segment,
                number: 1, body: segment.json, correction: nil))
        let read = try RunSegment(json: message.body)
        #expect(read.people.first?.pseudonym == "p-1")
        #expect(read.people.first?.actions.first?.failures == ["InvalidToken": 3])
        #expect(!String(decoding: message.body, as: UTF8.self).contains(secret))
        #expect(message.redactions == 1)
    }
}
