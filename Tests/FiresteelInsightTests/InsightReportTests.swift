import FiresteelBase
import FiresteelInsight
import Testing

@Suite("Reports as messages")
struct InsightReportTests {
    static var sample: InsightReport {
        var report = InsightReport(
            run: "20260101T000000.000Z-7-00ff", number: 1, time: 1_767_225_600_000, kind: .crash,
            program: .init(name: "Documents", version: "3.4.1", build: "512"), system: "Linux 6.1.0, x86_64",
            end: .init(.signal, signal: "SIGSEGV"))
        let save = RunSegment.ActionPath(feature: "App/Documents", action: "save")
        let names = InsightReport.Names(feature: "Document Management", action: "Save Document")
        report.device = "desktop"
        report.person = "a1"
        report.action = save
        report.names = names
        report.state = .inFlight
        report.failure = .init(type: "StorageError", enumCase: "diskFull", message: "The disk is full.")
        report.fatal = .init(message: "Fatal error: No space", file: "DocumentStore.swift", line: 118)
        report.backtrace = [
            .init(function: "DocumentStore.save()", file: "DocumentStore.swift", line: 118, module: "app", isOwn: true),
            .init(function: "0x0000000000000008", module: "libc.so.6", isOwn: false),
        ]
        report.steps = [.init(action: save, names: names, outcome: .inFlight, time: 1_767_225_599_000, duration: 1_000)]
        report.flags = [
            .init(key: "fast-save", value: "true", variant: "on", reason: "SPLIT", provider: "Firesteel"),
            .init(key: "secret"),
        ]
        report.availability = [.init(feature: "App/Sharing", state: "unavailable", reasons: ["Needs Premium"])]
        report.catalogue = "00ff"
        report.timeline = .init(objects: [["kind": "run", "at": .int(1)], ["kind": "ending"]], dropped: 3)
        return report
    }

    @Test("A report is read as it was written, and written the same again")
    func roundTrip() throws {
        let report = Self.sample
        let read = try InsightReport(json: report.json)
        #expect(read == report)
        #expect(read.json == report.json)
        #expect(read.timeline.lines == [#"{"at":1,"kind":"run"}"#, #"{"kind":"ending"}"#])
    }

    @Test("A report without details has the required members only")
    func smallest() throws {
        let report = InsightReport(
            run: "r", number: 2, time: 5, kind: .request, program: .init(name: "App", version: "1"), system: "")
        #expect(
            String(decoding: report.json, as: UTF8.self)
                == #"{"format":1,"kind":"request","number":2,"program":{"build":"","name":"App","version":"1"},"#
                + #""run":"r","system":"","time":5}"#)
        #expect(try InsightReport(json: report.json) == report)
    }

    @Test(
        "Invalid reports are refused with the location",
        arguments: [
            (
                ["format"], JSONValue.int(2),
                "Can't read “format” of the message: 2 is newer than 1, the latest that is known."
            ),
            (["run"], .string(""), "Can't read “run” of the message: it is empty."),
            (["number"], .int(0), "Can't read “number” of the message: 0 isn't from 1 to 1000000."),
            (["kind"], .string("odd"), "Can't read “kind” of the message: “odd” isn't a kind of report."),
            (["end"], .null, "Can't read “end” of the message: it isn't an object."),
            (["action"], .string(""), "Can't read “action” of the message: it is missing."),
            (["state"], .string("gone"), "Can't read “state” of the message: “gone” isn't the state of an action."),
            (["error", "case"], .int(1), "Can't read “error.case” of the message: it isn't a text."),
            (
                ["backtrace", "1", "own"], .int(1),
                "Can't read “backtrace[1].own” of the message: it isn't true or false."
            ),
            (
                ["steps", "0", "outcome"], .string("inflight"),
                "Can't read “steps[0].outcome” of the message: “inflight” isn't the outcome of a step."
            ),
            (
                ["timeline", "run", "0"], .string("x"),
                "Can't read “timeline.run[0]” of the message: it isn't an object."
            ),
            (
                ["timeline", "run", "0", "kind"], .string("a\u{0}b"),
                "Can't read “timeline.run[0].kind” of the message: it contains a NUL character."
            ),
        ])
    func refused(member: [String], value: JSONValue, message: String) throws {
        let changed = try JSONValue(json: Self.sample.json).replacing(member[...], with: value)
        #expect {
            try InsightReport(json: Array(changed.json().utf8))
        } throws: {
            "\($0)" == message
        }
    }

    @Test("A message beyond a limit names the limit")
    func limits() throws {
        let value = try JSONValue(json: Self.sample.json)
        func limit(_ path: String..., replacedBy new: JSONValue) -> InsightMessageError.Limit? {
            do throws(InsightMessageError) {
                _ = try InsightReport(json: Array(value.replacing(path[...], with: new).json().utf8))
                return nil
            } catch {
                return error.limit
            }
        }
        let long = String(repeating: "x", count: ReportLimits.text + 1)
        #expect(limit("error", "message", replacedBy: .string(long)) == .text)
        #expect(limit("timeline", "run", "1", "kind", replacedBy: .string(long)) == .text)
        let deep = (0..<20).reduce(JSONValue.int(1)) { value, _ in .array([value]) }
        #expect(limit("timeline", "run", "1", "kind", replacedBy: deep) == .nesting)
        let steps = [JSONValue](repeating: "x", count: ReportLimits.steps + 1)
        #expect(limit("steps", replacedBy: .array(steps)) == .elements)
        let large = [JSONValue](repeating: .string(String(long.dropLast())), count: 520)
        #expect(limit("catalogue", replacedBy: .array(large)) == .inflated)
        #expect(limit("catalogue", replacedBy: "11ff") == nil)
    }

    @Test("A crash has the end of the run")
    func crashWithoutEnd() {
        var report = Self.sample
        report.end = nil
        #expect(throws: (any Error).self) { try InsightReport(json: report.json) }
        report.kind = .failure
        #expect(throws: Never.self) { try InsightReport(json: report.json) }
    }

    @Test("No damage of a message traps, and what remains readable is a report within the limits")
    func damaged() {
        let bytes = Self.sample.json
        for _ in 0..<3_000 {
            var copy = bytes
            for _ in 0...Int.random(in: 0..<4) { copy[.random(in: copy.indices)] = .random(in: 0...255) }
            if Bool.random() { copy.removeLast(.random(in: 0..<copy.count)) }
            guard let report = try? InsightReport(json: copy) else { continue }
            #expect(!report.run.isEmpty && (1...1_000_000).contains(report.number))
        }
    }
}

extension JSONValue {
    /// Returns the value with the member at a path replaced.
    func replacing(_ path: ArraySlice<String>, with new: JSONValue) -> JSONValue {
        guard let name = path.first else { return new }
        switch self {
        case .object(var members):
            members[name] = (members[name] ?? .null).replacing(path.dropFirst(), with: new)
            return .object(members)
        case .array(var values):
            guard let index = Int(name), values.indices.contains(index) else { return self }
            values[index] = values[index].replacing(path.dropFirst(), with: new)
            return .array(values)
        default: return self
        }
    }
}
