import Foundation
import TestSupport
import Testing

@testable import FiresteelTimeline

@Suite("Flags and availability on the timeline")
struct FlagEventTests {
    private let recorder: Recorder
    private let layout: NameID
    private let beta: NameID

    init() {
        recorder = Recorder(runSize: 16 << 10)
        layout = recorder.timeline.nameFlag("search.layout")
        beta = recorder.timeline.nameFlag("beta")
    }

    private func fields(_ session: UInt32 = 1) -> ChangeFields {
        recorder.clock.advance(by: .microseconds(1))
        return ChangeFields(
            time: recorder.timeline.now, perform: 7, session: session, sessionName: recorder.session, stack: 3,
            subject: recorder.action)
    }

    private static let grid = FlagAnswer(
        value: "\"grid\"", variant: "wide", provider: "flags.json", reason: "TARGETING_MATCH")
    private static let list = FlagAnswer(value: "\"list\"", reason: "DEFAULT")

    @Test("An exposure and a change are read back with all their fields")
    func roundTrip() throws {
        recorder.timeline.flagExposed(layout, Self.list, fields())
        recorder.timeline.flagChanged(layout, from: Self.list, to: Self.grid, fields())
        let records = recorder.timeline.run.flagRecords()
        try #require(records.count == 2)
        #expect(recorder.timeline.run.events().map(\.kind) == [.flagExposed, .flagChanged])
        #expect(!records[0].isChange && records[0].key == "search.layout" && records[0].answer == Self.list)
        #expect(records[0].old == nil && records[0].perform == 7 && records[0].session == 1)
        #expect(records[0].action?.identifier == "Save" && records[0].feature?.path == "App/Documents")
        #expect(records[1].isChange && records[1].answer == Self.grid && records[1].old?.value == "\"list\"")
        #expect(records[1].revision == nil)
        #expect(recorder.timeline.run.flagRecords(of: "beta").isEmpty)
        #expect(recorder.timeline.run.flagRecords(session: 2).isEmpty)
        #expect(recorder.timeline.run.flagRecords(perform: 7).count == 2)
    }

    @Test("A change is read back with the revision of the server's flags")
    func revision() throws {
        recorder.timeline.flagChanged(layout, from: Self.list, to: Self.grid, revision: 12, fields())
        let record = try #require(recorder.timeline.run.flagRecords().first)
        #expect(record.revision == 12 && record.answer == Self.grid)
        #expect(TimelineTextExport().document(of: recorder.timeline.run).contains("revision 12, TARGETING_MATCH"))
    }

    @Test("A change of availability is read back with its reasons")
    func availability() throws {
        var fields = fields()
        fields.subject = recorder.feature
        recorder.timeline.availabilityChanged(
            from: .available, to: .unavailable, reasons: ["Switched off by the user", "Not made for Linux"], fields)
        let record = try #require(recorder.timeline.run.availabilityRecords().first)
        #expect(record.feature?.path == "App/Documents" && record.old == .available && record.new == .unavailable)
        #expect(record.reasons == ["Switched off by the user", "Not made for Linux"])
        #expect(recorder.timeline.run.availabilityRecords(of: "App").count == 1)
        #expect(recorder.timeline.run.availabilityRecords(of: "Other").isEmpty)
    }

    @Test("A run has each flag's values, with their times and sessions")
    func flags() throws {
        recorder.timeline.flagExposed(layout, Self.list, fields(2))
        recorder.timeline.flagExposed(layout, Self.list, fields(1))
        recorder.timeline.flagChanged(layout, from: Self.list, to: Self.grid, fields(1))
        recorder.timeline.flagExposed(beta, FlagAnswer(value: "true"), fields(1))
        let flags = recorder.timeline.run.flags()
        #expect(flags.map(\.key) == ["beta", "search.layout"])
        let layout = flags[1]
        #expect(layout.values.map(\.value) == ["\"list\"", "\"grid\""])
        #expect(layout.values[0].sessions == [1, 2] && layout.values[1].sessions == [])
        #expect(layout.values[0].first.map { $0 < layout.values[0].last ?? 0 } == true)
        #expect(layout.latest?.value == "\"grid\"" && layout.latest?.provider == "flags.json")
    }

    @Test("The values of flags are known after any number of laps of the ring")
    func overwritten() throws {
        recorder.timeline.flagExposed(layout, Self.list, fields())
        recorder.timeline.flagExposed(layout, Self.grid, fields())
        for _ in 0..<300 { recorder.perform() }
        #expect(recorder.timeline.run.flagRecords().isEmpty)
        let flag = try #require(recorder.timeline.run.flags().first)
        #expect(flag.key == "search.layout" && flag.values.map(\.value) == ["\"list\"", "\"grid\""])
        #expect(flag.latest?.variant == "wide" && flag.latest?.first == nil)
    }

    @Test("Any number of values leaves room in the region for other names")
    func manyValues() {
        for number in 0..<2_000 { recorder.timeline.flagExposed(beta, FlagAnswer(value: "\(number)"), fields()) }
        #expect(recorder.timeline.nameFlag("another") != .none)
        #expect(recorder.timeline.nameAction(identifier: "A", name: "A", feature: recorder.feature) != .none)
        #expect(recorder.timeline.run.flagRecords().last?.answer.value == "1999")
    }

    @Test("A long value is shortened in the same way everywhere, and is one value whatever it contains")
    func longValue() throws {
        let long = "\"" + String(repeating: "é", count: 300) + "\""
        recorder.timeline.flagExposed(layout, FlagAnswer(value: long, provider: "p\u{1E}q"), fields())
        recorder.timeline.flagChanged(
            layout, from: FlagAnswer(value: long), to: FlagAnswer(value: "\"a\u{1F}b\""), fields())
        let records = recorder.timeline.run.flagRecords()
        #expect(records[0].isCut && records[0].answer.value.utf8.count <= TextLimits.flagValue)
        #expect(long.hasPrefix(records[0].answer.value) && records[0].answer.provider == "p q")
        #expect(records[1].isCut && records[1].old?.value == records[0].answer.value)
        let flags = recorder.timeline.run.flags()
        #expect(flags.count == 1 && flags[0].values.map(\.value) == [records[0].answer.value, "\"a b\""])
    }

    @Test("Erasing removes the values, and keeps the keys")
    func erase() throws {
        let folder = try TemporaryFolder()
        let recorder = Recorder(.folder(folder.path))
        let plan = recorder.timeline.nameFlag("plan")
        recorder.timeline.flagExposed(
            plan, FlagAnswer(value: "\"sapphire\"", variant: "gem"), ChangeFields(time: recorder.timeline.now))
        try recorder.timeline.erase()
        #expect(recorder.timeline.run.flags().isEmpty)
        #expect(try Run(path: recorder.path).flags().isEmpty)
        let bytes = try folder.bytes(of: recorder.timeline.runIdentifier + ".run")
        #expect(bytes.firstRange(of: Array("sapphire".utf8)) == nil)
        #expect(recorder.timeline.nameFlag("plan") == plan)
        recorder.timeline.flagExposed(
            plan, FlagAnswer(value: "\"ruby\""), ChangeFields(time: recorder.timeline.now))
        #expect(recorder.timeline.run.flags().map(\.latest?.value) == ["\"ruby\""])
    }

    @Test("Every export has them")
    func exports() throws {
        recorder.timeline.flagChanged(layout, from: Self.list, to: Self.grid, fields())
        var fields = fields()
        fields.subject = recorder.feature
        recorder.timeline.availabilityChanged(
            from: .undetermined, to: .unavailable, reasons: ["<Off>"], fields)
        let run = recorder.timeline.run
        let text = TimelineTextExport().document(of: run)
        #expect(
            text.contains(
                "main App/Documents/#Save | Flag search.layout changed to \"grid\" "
                    + "(was \"list\", variant wide, from flags.json, TARGETING_MATCH)\n"))
        #expect(text.contains("App/Documents | Became unavailable: <Off>\n"))
        #expect(text.contains("\nFlags:\nsearch.layout is \"grid\", was \"list\"\n"))
        let objects = try TimelineJSONLinesExport().document(of: run).split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(objects.compactMap { $0["kind"] as? String } == ["run", "flag-changed", "availability", "flag", "end"])
        #expect(objects[1]["flag"] as? String == "search.layout" && objects[1]["value"] as? String == "\"grid\"")
        #expect(objects[1]["was"] as? String == "\"list\"" && objects[1]["provider"] as? String == "flags.json")
        #expect(objects[2]["is"] as? String == "unavailable" && objects[2]["reasons"] as? [String] == ["<Off>"])
        #expect(objects[3]["latest"] as? String == "\"grid\"")
    }
}
