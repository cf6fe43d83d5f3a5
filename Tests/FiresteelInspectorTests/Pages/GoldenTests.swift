import FiresteelWeb
import Foundation
import Testing

/// The JSON of what the pages read and send, as files beside the tests.
///
/// The browser tests compare their fixture with them. `FIRESTEEL_WRITE_GOLDEN=1` rewrites the files; without it they are
/// compared.
@Suite("Golden JSON of the pages")
struct GoldenTests {
    /// A file: what the type looks like with all of its members, and the paths of those that may be missing.
    struct Golden: Codable, Equatable {
        var optional: [String]
        var sample: JSONShape
    }

    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Golden")

    static let types: [any (Codable & Sendable).Type] = [
        PageData.Access.self, PageData.AccessChange.self, PageData.Actions.self, PageData.Activities.self,
        PageData.ActivityChoice.self, PageData.Change.self, PageData.ControlChange.self, PageData.Failure.self,
        PageData.Feature.self, PageData.Features.self, PageData.FilterValues.self, PageData.FlagDetail.self,
        PageData.FlagExplained.self,
        PageData.FlagOverrideChange.self, PageData.FlagOverrideChanges.self, PageData.FlagQuestion.self,
        PageData.FlagSessions.self, PageData.Flags.self, PageData.FlagsRestored.self, PageData.FocusChange.self,
        PageData.Hello.self,
        PageData.LevelChange.self, PageData.Lines.self, PageData.Link.self, PageData.Logging.self,
        PageData.LogsChange.self, PageData.Overview.self, PageData.PerformAnswer.self, PageData.PerformRequest.self,
        PageData.Program.self, PageData.ReportJob.self, PageData.ReportOptions.self, PageData.ReportRequest.self,
        PageData.RouteExplained.self, PageData.Routes.self, PageData.Rows.self, PageData.Runs.self,
        PageData.Sessions.self, PageData.Stacks.self, PageData.StacksChange.self, PageData.TimelineChange.self,
    ]

    @Test("A type's JSON is that of its file", arguments: types.map { "\($0)" })
    func type(name: String) throws {
        let type = try #require(Self.types.first { "\($0)" == name })
        let full = try Self.sample(type, hasOptionals: true), least = try Self.sample(type, hasOptionals: false)
        // What is optional is left out, never null, and all else is always there.
        #expect(try Self.json(least.value).differs(from: try Self.json(full.value), optional: full.optional) == [])
        try Self.check(name, full.value, optional: full.optional)
    }

    @Test("The JSON of one action and that of one run are those of their files")
    func details() throws {
        func value<T: Codable>(_ type: T.Type) throws -> T {
            try SampleDecoder(notes: SampleDecoder.Notes(hasOptionals: true)).decode(type, at: "")
        }
        func optional<T: Codable>(_ type: T.Type, below path: String) throws -> Set<String> {
            let notes = SampleDecoder.Notes(hasOptionals: true)
            _ = try SampleDecoder(notes: notes).decode(type, at: path)
            return notes.optional
        }
        let row = try optional(PageData.Row.self, below: "")
        let lists = try ["chain[]", "children[]", "changes[]"].map { try optional(PageData.Row.self, below: $0) }
        try Self.check(
            "PerformDetail",
            PageData.PerformDetail(
                row: value(PageData.Row.self), ended: 1, fields: [value(PageData.Field.self)], cut: true,
                error: value(PageData.ErrorInfo.self), chain: [value(PageData.Row.self)],
                children: [value(PageData.Row.self)], changes: [value(PageData.Row.self)],
                flags: [value(PageData.FlagRead.self)],
                log: [value(PageData.Line.self)], stack: value(PageData.StackReference.self)),
            optional: lists.reduce(row.union(["ended", "error", "stack"])) { $0.union($1) }
                .union(try optional(PageData.Field.self, below: "fields[]"))
                .union(try optional(PageData.ErrorInfo.self, below: "error"))
                .union(try optional(PageData.FlagRead.self, below: "flags[]"))
                .union(try optional(PageData.Line.self, below: "log[]"))
                .union(try optional(PageData.StackReference.self, below: "stack")))
        try Self.check(
            "RunDetail",
            PageData.RunDetail(
                run: value(PageData.Run.self), flights: [value(PageData.Flight.self)],
                steps: [value(PageData.Step.self)],
                crash: value(PageData.Crash.self), log: [value(PageData.Line.self)], lost: 1, torn: 1, damaged: 1,
                damagedNames: 1,
                lanes: value(PageData.Lanes.self), flags: [value(PageData.FlagInEffect.self)]),
            optional: try optional(PageData.Run.self, below: "")
                .union(try optional(PageData.FlagInEffect.self, below: "flags[]"))
                .union(try optional(PageData.Flight.self, below: "flights[]"))
                .union(try optional(PageData.Step.self, below: "steps[]"))
                .union(["crash"]).union(try optional(PageData.Crash.self, below: "crash"))
                .union(try optional(PageData.Line.self, below: "log[]"))
                .union(try optional(PageData.Lanes.self, below: "lanes")))
    }

    @Test("Each file is that of a type")
    func files() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
        let types = Self.types.map { "\($0).json" } + ["PerformDetail.json", "RunDetail.json"]
        #expect(names == types.sorted())
    }

    private static func sample(
        _ type: any (Codable & Sendable).Type, hasOptionals: Bool
    ) throws -> (value: any Codable, optional: Set<String>) {
        let notes = SampleDecoder.Notes(hasOptionals: hasOptionals)
        return (try SampleDecoder(notes: notes).decode(type, at: ""), notes.optional)
    }

    private static func json(_ value: any Encodable) throws -> JSONShape {
        try JSONDecoder().decode(JSONShape.self, from: try JSONEncoder().encode(value))
    }

    private static func check(_ name: String, _ value: any Encodable, optional: Set<String>) throws {
        let golden = Golden(optional: optional.sorted(), sample: try json(value))
        let file = folder.appendingPathComponent("\(name).json")
        if ProcessInfo.processInfo.environment["FIRESTEEL_WRITE_GOLDEN"] == "1" {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            try (try encoder.encode(golden) + Data("\n".utf8)).write(to: file)
        }
        let written = try JSONDecoder().decode(Golden.self, from: try Data(contentsOf: file))
        #expect(written == golden, "\(name).json differs: FIRESTEEL_WRITE_GOLDEN=1 rewrites it.")
    }
}
