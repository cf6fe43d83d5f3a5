import Firesteel
import FiresteelTimeline
import Foundation
import TestSupport
import Testing

@testable import FiresteelInspector

@Suite("Actions, performed from the pages", .timeLimit(.minutes(5)))
struct ActionTests {
    private func perform(_ bench: Bench, _ action: String, _ input: String? = nil) async throws -> RawClient.Response {
        let request = PageData.PerformRequest(action: action, input: input)
        return try await bench.client.send(
            "POST", "/api/actions/perform", body: String(decoding: JSONEncoder().encode(request), as: UTF8.self))
    }

    private func result(
        _ bench: Bench, _ action: String, _ input: String? = nil
    ) async throws -> PageData.PerformAnswer {
        try await perform(bench, action, input).json()
    }

    private func row(_ bench: Bench, _ perform: UInt64?) async throws -> PageData.Row {
        try await bench.client.get("timeline/performs/\(try #require(perform))")
    }

    @Test("Published actions are listed with availability and what their inputs are made from, and no others")
    func list() async throws {
        try await withInspector(PaletteApp.self) { bench in
            let actions: PageData.Actions = try await bench.client.get("actions")
            #expect(!actions.presents)
            #expect(
                actions.actions.map(\.identifier) == [
                    "AddNote", "ClearNotes", "FailNote", "ShowNote", "ImportNote", "WaitForGate", "HiddenNote",
                    "OpenLock",
                ])
            let add = actions.actions[0]
            #expect(add.path == "PaletteApp/Notes/#AddNote" && add.name == "Add Note")
            #expect(add.description == "Write a note" && add.feature.name == "Notes")
            #expect(add.input.kind == "fields" && add.input.fields.map(\.type) == ["text", "integer"])
            #expect(actions.actions[1].input.kind == "none")
            #expect(
                actions.actions[3].presenter == "NotePresenter" || actions.actions[3].presenter == "any NotePresenter")
            #expect(actions.actions[4].input.kind == "impossible")
            #expect(actions.actions[5].input.kind == "value")
            #expect(actions.actions[7].availability.state == "unavailable")
            #expect(actions.actions[7].availability.reasons.map(\.text) == ["Off until the user switches it on"])
        }
    }

    @Test("A perform is on the timeline, as from HTTP and started by the user, and the answer says where")
    func performs() async throws {
        try await withInspector(PaletteApp.self) { bench in
            let first = try await result(bench, "PaletteApp/Notes/#AddNote", #"{"title": "Plan", "pages": 2}"#)
            #expect(first.outcome == "success" && first.error == nil && first.refused == nil)
            let row = try await row(bench, first.perform)
            #expect(row.input == "Plan" && row.source == "http" && row.user)
            #expect(first.took == row.took)
            let second = try await result(bench, "PaletteApp/Notes/#AddNote", #"{"title": "Plan", "pages": 0}"#)
            #expect(second.outcome == "closing" && second.perform != first.perform)
            #expect(try await result(bench, "PaletteApp/Notes/#ClearNotes").outcome == "cancelled")
            let failed = try await result(bench, "PaletteApp/Notes/#FailNote")
            #expect(failed.outcome == "failure" && failed.error == "The disk is full")
        }
    }

    @Test("A hidden action is performed, and has no place on the timeline")
    func hidden() async throws {
        try await withInspector(PaletteApp.self) { bench in
            let answer = try await result(bench, "PaletteApp/Notes/#HiddenNote")
            #expect(answer.outcome == "success" && answer.perform == nil && answer.took != nil)
        }
    }

    @Test("An input that isn't one names the field that is missing or wrong, and nothing is performed")
    func wrongInput() async throws {
        try await withInspector(PaletteApp.self) { bench in
            let cases: [(String?, String)] = [
                (#"{"title": "Plan"}"#, "pages"), (#"{"title": "Plan", "pages": "two"}"#, "pages"), (nil, "title"),
                ("[]", ""), ("nonsense", ""), (#"{"title": 1, "pages": 1}"#, "title"),
            ]
            for (input, parameter) in cases {
                let answer = try await result(bench, "PaletteApp/Notes/#AddNote", input)
                #expect(answer.outcome == "refused" && answer.refused?.reason == "input", "\(input ?? "none")")
                #expect(answer.refused?.parameter == parameter && answer.refused?.message.isEmpty == false)
            }
            let impossible = try await result(bench, "PaletteApp/Notes/#ImportNote", "{}")
            #expect(impossible.refused?.reason == "input")
            #expect(try await bench.client.get("timeline", PageData.Rows.self).performs == 0)
        }
    }

    @Test("An unavailable action is refused with its reasons, and performed once it is available")
    func unavailable() async throws {
        try await withInspector(PaletteApp.self) { bench in
            let refused = try await result(bench, "PaletteApp/Locked/#OpenLock").refused
            #expect(refused?.reason == "unavailable")
            #expect(refused?.message.contains("Off until the user switches it on") == true)
            bench.runtime.set(.toggle, of: FeaturePath("PaletteApp/Locked"), to: true)
            #expect(try await result(bench, "PaletteApp/Locked/#OpenLock").outcome == "success")
        }
    }

    @Test("An action with a presenter needs the program's router")
    func presenters() async throws {
        try await withInspector(PaletteApp.self) { bench in
            let refused = try await result(bench, "PaletteApp/Notes/#ShowNote").refused
            #expect(refused?.reason == "declined" && refused?.message.contains("no presenters") == true)
        }
        try await withInspector(PaletteApp.self, set: { $0.presentationRouter = NoteRouter() }) { bench in
            let actions: PageData.Actions = try await bench.client.get("actions")
            #expect(actions.presents)
            #expect(try await result(bench, "PaletteApp/Notes/#ShowNote").outcome == "success")
        }
    }

    @Test("An action is performed in the selected session, and lists why it can't be presented there")
    func sessions() async throws {
        try await withInspector(PaletteApp.self) { bench in
            let plain: PageData.Actions = try await bench.client.get("actions")
            #expect(plain.sessions.isEmpty)
            let reason = "The program provides no presenters for external actions"
            #expect(plain.actions.filter { $0.obstacle == reason }.map(\.identifier) == ["ShowNote"])
        }
        let router = SessionRouter()
        try await withInspector(PaletteApp.self, set: { $0.presentationRouter = router }) { bench in
            let (first, second) = (bench.runtime.session("First"), bench.runtime.session("Second"))
            router.open([first, second])
            let path = "PaletteApp/Notes/#ShowNote"
            func obstacle(_ query: String) async throws -> String? {
                try await bench.client.get("actions\(query)", PageData.Actions.self).actions
                    .first { $0.path == path }?.obstacle
            }
            let actions: PageData.Actions = try await bench.client.get("actions")
            #expect(actions.sessions.map(\.name) == ["First", "Second"])
            #expect(try await obstacle("") == nil)
            #expect(try await obstacle("?session=\(first.identifier)") == nil)
            #expect(try await obstacle("?session=\(second.identifier)") == "Second has no window")
            func perform(_ action: String, in session: UInt32) async throws -> RawClient.Response {
                let request = PageData.PerformRequest(action: action, session: session)
                return try await bench.client.send(
                    "POST", "/api/actions/perform", body: String(decoding: JSONEncoder().encode(request), as: UTF8.self)
                )
            }
            for action in [path, "PaletteApp/Notes/#ClearNotes"] {
                let answer: PageData.PerformAnswer = try await perform(action, in: first.identifier).json()
                #expect(try await row(bench, answer.perform).session?.name == "First")
            }
            second.close()
            router.open([first])
            let closed = try await perform(path, in: second.identifier)
            #expect(closed.status == 404)
            #expect(try closed.json(PageData.Failure.self).error.message.contains("is closed"))
            #expect(try await bench.client.send("GET", "/api/actions?session=99").status == 404)
        }
    }

    @Test("A long perform is returned as in flight, and continues")
    func inFlight() async throws {
        try await withInspector(PaletteApp.self, tune: { $0.performPatience = .zero }) { bench in
            let name = UUID().uuidString
            let answer = try await result(bench, "PaletteApp/Notes/#WaitForGate", "\"\(name)\"")
            #expect(answer.outcome == "in-flight")
            await Gate.shared.open(name)
            // The perform may not even have begun when the answer was given.
            try await eventually {
                let timeline: PageData.Rows = try await bench.client.get("timeline?outcome=success")
                return timeline.rows.contains { $0.action.identifier == "WaitForGate" }
            }
        }
    }

    @Test("Two concurrent performs of the same action are two entries of the timeline")
    func concurrent() async throws {
        // Performs are distinguished by their times: a test's clock doesn't advance.
        try await withInspector(PaletteApp.self, configure: { $0.clock = .system }) { bench in
            for _ in 0..<20 {
                let places = try await withThrowingTaskGroup(of: UInt64?.self) { group in
                    for _ in 0..<8 {
                        group.addTask {
                            try await result(bench, "PaletteApp/Notes/#AddNote", #"{"title": "Plan", "pages": 1}"#)
                                .perform
                        }
                    }
                    return try await group.reduce(into: Set<UInt64>()) { if let place = $1 { $0.insert(place) } }
                }
                #expect(places.count == 8)
            }
        }
    }

    @Test("Only published actions can be performed, and an invalid path is an error")
    func refusals() async throws {
        try await withInspector(PaletteApp.self) { bench in
            for action in ["PaletteApp/Notes/#PurgeNotes", "PaletteApp/Notes/#None", "None/#AddNote"] {
                #expect(try await perform(bench, action).status == 404)
            }
            for action in ["PaletteApp", "", "/#", String(repeating: "a", count: 5_000) + "/#b"] {
                #expect(try await perform(bench, action).status == 400)
            }
            let timeline: PageData.Rows = try await bench.client.get("timeline")
            #expect(timeline.performs == 0)
        }
    }
}
