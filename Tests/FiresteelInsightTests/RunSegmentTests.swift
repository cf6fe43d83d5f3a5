import FiresteelBase
import FiresteelInsight
import FiresteelTimeline
import Testing

@Suite("Segments as messages")
struct RunSegmentTests {
    static var sample: RunSegment {
        let save = RunSegment.ActionPath(feature: "App/Documents", action: "Save")
        var count = RunSegment.ActionCount(save)
        count.successes = 40
        count.cancellations = 1
        count.interruptions = 1
        count.failures = ["DiskError": 2, "": 1]
        count.durations.add(1_500_000)
        var person = RunSegment.Person(pseudonym: "a1")
        person.actions = [count]
        person.exposures = [.init(flag: "App/FastSave", variant: "on", first: 12)]
        person.refusals = [.init(feature: "App/Sharing", reasons: ["Needs Premium"], count: 3)]
        person.successions = [.init(from: save, to: save, count: 39)]
        person.dropped = 2
        var other = RunSegment.Person(session: 7, pseudonym: "b2")
        other.isEnded = true
        return RunSegment(
            run: "20260101T000000.000Z-7-00ff", number: 3,
            program: .init(name: "Documents", version: "3.4.1", build: "512"), system: "Linux 6.1.0, x86_64",
            device: "desktop", started: 1_767_225_600_000, from: 900_000, until: 1_800_000,
            end: .init(.signal, signal: "SIGSEGV"), lost: 4, unsent: 2,
            people: [person, other])
    }

    @Test("A segment is read as it was written, and written the same again")
    func roundTrip() throws {
        let segment = Self.sample
        let read = try RunSegment(json: segment.json)
        #expect(read == segment)
        #expect(read.json == segment.json)
    }

    @Test(
        "Invalid segments are refused with the location",
        arguments: [
            (["run"], JSONValue.int(1), "Can't read “run” of the message: it isn't a text."),
            (["segment"], .int(0), "Can't read “segment” of the message: 0 isn't from 1 to 1000000."),
            (["version"], .int(2), "Can't read “version” of the message: 2 is newer than 1, the latest that is known."),
            (["until"], .int(1), "Can't read “until” of the message: it is before “from”."),
            (
                ["end"], .object(["kind": "tired"]),
                "Can't read “end.kind” of the message: “tired” isn't the end of a run."
            ),
            (
                ["people"], .array([]),
                "Can't read “people” of the message: the first entry isn't that of the run, with the session 0."
            ),
            (
                ["people", "0", "actions", "0", "durations"], .object(["400": .int(1)]),
                "Can't read “people[0].actions[0].durations” of the message: it has a bucket that isn't from 0 to 136."
            ),
            (
                ["people", "0", "actions", "0", "successes"], .int(-1),
                "Can't read “people[0].actions[0].successes” of the message: -1 isn't from 0 to 4294967296."
            ),
            (
                ["people", "0", "exposures", "0", "flag"], .string("a\u{0}b"),
                "Can't read “people[0].exposures[0].flag” of the message: it contains a NUL character."
            ),
        ])
    func refused(member: [String], value: JSONValue, message: String) throws {
        let changed = try JSONValue(json: Self.sample.json).replacing(member[...], with: value)
        #expect {
            try RunSegment(json: Array(changed.json().utf8))
        } throws: {
            "\($0)" == message
        }
    }

    @Test("No damage of a message traps, and what remains readable is a segment within the limits")
    func damaged() {
        let bytes = Self.sample.json
        for _ in 0..<3_000 {
            var copy = bytes
            for _ in 0...Int.random(in: 0..<4) { copy[.random(in: copy.indices)] = .random(in: 0...255) }
            if Bool.random() { copy.removeLast(.random(in: 0..<copy.count)) }
            guard let segment = try? RunSegment(json: copy) else { continue }
            #expect(segment.until >= segment.from && segment.people.first?.session == 0)
        }
    }
}
