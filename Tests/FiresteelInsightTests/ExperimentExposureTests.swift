import FiresteelInsight
import FiresteelTimeline
import TestSupport
import Testing

@Suite("Exposures to experiments")
struct ExperimentExposureTests {
    private let program = RecordedProgram()
    private let pseudonyms = KeyedPseudonyms(key: Array(repeating: 7, count: 16), person: "installation")

    private func collect(
        _ collector: inout SegmentCollector, _ cursor: inout TimelineCursor
    ) -> RunSegment {
        collector.add(cursor.next(), names: program.timeline.run.names)
        return collector.nextSegment(until: program.timeline.now)
    }

    private static func successes(_ counts: [RunSegment.ActionCount]) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: counts.map { ($0.path.action, $0.successes) })
    }

    @Test(
        "A variant names an experiment, its phase and its arm",
        arguments: [
            ("editor/1:focused", ("editor", 1, "focused")), ("e-2/12:a/b:c", ("e-2", 12, "a/b:c")),
            ("editor/1.x:on", nil), ("editor/1.:on", nil), ("editor/1.01:on", nil), ("editor/1.1000:on", nil),
            ("editor/1:", nil), ("editor:1/focused", nil), ("Editor/1:on", nil), ("editor/01:on", nil),
            ("-e/1:on", nil), ("/1:on", nil), ("editor/:on", nil), ("on", nil),
            ("editor/99999999999999999999:on", nil), (String(repeating: "e", count: 61) + "/1:on", nil),
        ] as [(String, (String, Int, String)?)])
    func variants(text: String, expected: (String, Int, String)?) {
        let variant = ExperimentVariant(text)
        #expect(variant?.experiment == expected?.0 && variant?.phase == expected?.1 && variant?.arm == expected?.2)
        if let variant { #expect(variant.variant == text && variant.group == nil) }
    }

    @Test("A variant may name the group of an arm as well")
    func groups() {
        let variants = [0, 37, 999].map { ExperimentVariant("editor/1.\($0):focused") }
        #expect(variants.map { $0?.group } == [0, 37, 999])
        #expect(variants.allSatisfy { $0?.variant == "editor/1:focused" })
    }

    @Test("What came before an exposure is apart, for each experiment, and later segments name it also after idle ones")
    func parts() throws {
        var cursor = program.timeline.cursor()
        var collector = SegmentCollector(program.timeline.run.header, pseudonyms: pseudonyms)
        program.perform()
        program.expose("editor", "editor/1:focused")
        program.perform()
        program.perform("Print")
        program.expose("toolbar", "toolbar/2:wide")
        program.expose("plain", "on")
        program.perform()
        let first = collect(&collector, &cursor).people[0]
        #expect(Self.successes(first.actions) == ["Write": 3, "Print": 1] && first.under.isEmpty)
        let before = Dictionary(uniqueKeysWithValues: first.exposures.map { ($0.flag, Self.successes($0.before)) })
        #expect(before == ["editor": ["Write": 1], "toolbar": ["Write": 2, "Print": 1], "plain": [:]])
        _ = collect(&collector, &cursor)
        // It isn't an exposure again.
        program.expose("editor", "editor/1:focused")
        program.perform()
        let last = collect(&collector, &cursor)
        #expect(last.people[0].exposures.isEmpty && Self.successes(last.people[0].actions) == ["Write": 1])
        #expect(last.people[0].under.map(\.variant) == ["editor/1:focused", "toolbar/2:wide"])
        #expect(try RunSegment(json: last.json) == last)
    }

    @Test("Each session has its own exposures, and one that ended has none")
    func sessions() {
        var cursor = program.timeline.cursor()
        var collector = SegmentCollector(program.timeline.run.header, pseudonyms: pseudonyms)
        program.open(1, principal: "ada")
        program.open(2, principal: "eve")
        program.expose("editor", "editor/1:focused")
        program.perform(session: 1)
        program.perform(session: 2)
        _ = collect(&collector, &cursor)
        program.perform(session: 1)
        program.perform(session: 2)
        program.close(1)
        let people = collect(&collector, &cursor).people
        #expect(people.map(\.session) == [0, 1, 2])
        #expect(people.map(\.under.count) == [0, 1, 0])
        program.open(1, principal: "ada")
        program.perform(session: 1)
        #expect(collect(&collector, &cursor).people.map(\.under.count) == [0, 0])
    }

    @Test("The rest of a run that ended names the exposures of earlier segments")
    func remainder() throws {
        let folder = try TemporaryFolder()
        let program = RecordedProgram(storage: .folder(folder.path))
        program.expose("editor", "editor/1:focused")
        program.perform()
        let until = program.timeline.now
        program.clock.advance(by: .seconds(1))
        program.perform()
        program.timeline.end()
        let run = try Run(path: folder.path + "/" + program.timeline.runIdentifier + ".run")
        let rest = try #require(RunSegment.remainder(of: run, after: (1, until), pseudonyms: pseudonyms)).people[0]
        #expect(rest.under.map(\.variant) == ["editor/1:focused"] && rest.exposures.isEmpty)
    }

    @Test("A person has at most 20 experiments in a session, and further ones are dropped")
    func limits() {
        var cursor = program.timeline.cursor()
        var collector = SegmentCollector(program.timeline.run.header, pseudonyms: pseudonyms)
        for number in 0..<15 { program.expose("f\(number)", "e\(number)/1:on") }
        _ = collect(&collector, &cursor)
        for number in 15..<30 { program.expose("f\(number)", "e\(number)/1:on") }
        program.perform()
        let person = collect(&collector, &cursor).people[0]
        #expect(person.under.count == 15 && person.exposures.count == 5 && person.dropped == 10)
    }

    @Test("Amounts of successes are added up, and their times are known from the start and from the exposure")
    func amounts() throws {
        var cursor = program.timeline.cursor()
        var collector = SegmentCollector(program.timeline.run.header, pseudonyms: pseudonyms)
        program.perform(amount: 1.25)
        program.expose("editor", "editor/1:focused")
        program.perform(error: "Lost", amount: 100)
        program.perform("Print", amount: -1)
        for amount in [2, .infinity, 0.005] { program.perform(amount: amount) }
        let segment = collect(&collector, &cursor)
        let actions = Dictionary(uniqueKeysWithValues: segment.people[0].actions.map { ($0.path.action, $0) })
        let write = try #require(actions["Write"])
        #expect(write.amount == 326 && write.successes == 4)
        #expect(write.first == 0 && write.last == 6_000 && actions["Print"]?.amount == 0)
        let exposure = try #require(segment.people[0].exposures.first)
        #expect(exposure.before.map(\.amount) == [125] && exposure.after.map(\.time) == [4_000])
        #expect(try RunSegment(json: segment.json) == segment)
        let inputs = program.timeline.run.performs().reversed().map(\.input)
        #expect(inputs == ["1.25 pages", "100 pages", nil, "2 pages", nil, "0.005 pages"])
    }

    @Test("The sum of durations is exact")
    func durations() {
        var cursor = program.timeline.cursor()
        var collector = SegmentCollector(program.timeline.run.header, pseudonyms: pseudonyms)
        for milliseconds in [3, 5] {
            let (token, fields) = program.begin()
            program.clock.advance(by: .milliseconds(milliseconds))
            program.timeline.complete(
                token, CompletionFields(of: fields, time: program.timeline.now, outcome: .success),
                error: UnsafeRawBufferPointer(start: nil, count: 0))
        }
        #expect(collect(&collector, &cursor).people[0].actions.map(\.microseconds) == [8_000])
    }
}
