import Firesteel
import FiresteelFlags
import FiresteelTesting
import FiresteelTimeline
import Foundation
import Logging
import Testing

@Suite("Exposures are on the timeline")
struct ExposureTests {
    private let layout = Flag("search.layout", default: "list")

    @Test("A value is exposed once for each session, and again when it is another")
    func once() async throws {
        let server = MemoryProvider("Server", ["search.layout": "grid"])
        try await withTestRuntime(App.self, { $0.flags = FlagStack([server], overrides: MemoryProvider()) }) { test in
            let flags = test.runtime.flags
            try flags.declare([layout.declaration])
            let window = test.runtime.session("Window")
            let read = Input { _ = layout.value }
            for _ in 0..<3 { await Work.run.perform(read, options: .in(window)) }
            await Work.run.perform(read)
            server.set("table", for: "search.layout")
            await Work.run.perform(read, options: .in(window))
            server.set("grid", for: "search.layout")
            await Work.run.perform(read, options: .in(window))
            let exposures = test.flagRecords.filter { !$0.isChange }
            #expect(exposures.map(\.answer.value) == ["\"grid\"", "\"grid\"", "\"table\""])
            #expect(exposures.map(\.sessionName) == ["Window", "main", "Window"])
            #expect(exposures[0].key == "search.layout" && exposures[0].answer.provider == "Server")
            #expect(exposures[0].action?.identifier == "Run" && exposures[0].feature?.path == "App/Work")
            #expect(exposures[0].perform == test.performs[0].id)
            let flag = try #require(test.runtime.timeline?.run.flags().first)
            #expect(flag.latest?.value == "\"grid\"" && flag.values.map(\.value) == ["\"grid\"", "\"table\""])
        }
    }

    @Test("Requesting a feature exposes its flags and those of its groups; describing it doesn't")
    func features() async throws {
        try await withTestRuntime(App.self) { test in
            _ = test.runtime.availability(of: Inner.self)
            _ = test.runtime.featureTree
            #expect(test.flagRecords.isEmpty)
            #expect(Inner.run.request() != nil)
            #expect(Inner.run.request() != nil)
            #expect(test.flagRecords.map(\.key) == ["App/Group/Inner", "App/Group"])
            #expect(test.flagRecords.map { $0.feature?.path } == ["App/Group/Inner", "App/Group"])
            #expect(test.flagRecords.map(\.sessionName) == ["main", "main"])
            try test.runtime.flags.setOverride(false, for: "App/Group")
            #expect(!Inner.availability.isAvailable)
            let exposures = test.flagRecords.filter { !$0.isChange }
            #expect(exposures.map(\.answer.value) == ["true", "true", "false"])
        }
    }

    @Test("A repeatedly requested feature exposes its flag once for each value, in actions and outside")
    func askedAgain() async throws {
        try await withTestRuntime(App.self) { test in
            @Sendable func ask(_ isOn: Bool) {
                for _ in 0..<3 { #expect((Inner.run.request() != nil) == isOn) }
            }
            func exposed() -> [String] {
                test.flagRecords.filter { !$0.isChange && $0.key == "App/Group" }.map(\.answer.value)
            }
            ask(true)
            try test.runtime.flags.setOverride(false, for: "App/Group")
            ask(false)
            #expect(exposed() == ["true", "false"])
            let window = test.runtime.session("Window")
            await Work.run.perform(Input { ask(false) }, options: .in(window))
            #expect(exposed() == ["true", "false", "false"])
            try test.runtime.eraseTimeline()
            ask(false)
            #expect(exposed() == ["false"])
            try test.runtime.flags.setOverride(nil, for: "App/Group")
            ask(true)
            #expect(exposed() == ["false", "true"])
        }
    }

    @Test("A read outside actions and sessions is the main session's")
    func outside() throws {
        let test = try TestRuntime(App.self, flags: ["search.layout": "grid"])
        #expect(test.runtime.flags[layout] == "grid")
        #expect(test.flagRecords.map(\.session) == [test.runtime.main.identifier])
    }

    @Test("Changes of flags are recorded, and changes of availability after them")
    func changes() async throws {
        try await withTestRuntime(App.self) { test in
            await Work.run.perform(Input { try? test.runtime.flags.setOverride(false, for: "App/Group") })
            let events = test.events.filter { $0.kind == .flagChanged || $0.kind == .availabilityChanged }
            #expect(events.map(\.kind) == [.flagChanged, .availabilityChanged, .availabilityChanged])
            #expect(Set(events.map(\.perform)) == [test.performs[0].id])
            let change = try #require(test.flagRecords.first)
            #expect(change.old?.value == "true" && change.answer.value == "false" && change.answer.reason == "OVERRIDE")
            #expect(
                test.availabilityChanges.map { "\($0.feature?.path ?? "") \($0.new)" }
                    == ["App/Group unavailable", "App/Group/Inner unavailable"])
            #expect(
                test.availabilityChanges.first?.reasons == ["Switched off on this device by the flag App/Group"])
        }
    }

    @Test("Changes of read flags come first among many simultaneous ones, and the rest is counted")
    func manyChanges() throws {
        let server = MemoryProvider("Server")
        let declared = (0..<400).map { Flag("flag\($0)", default: 0) }
        let test = try TestRuntime(App.self) { $0.flags = FlagStack([server]) }
        try test.runtime.flags.declare(declared.map(\.declaration))
        _ = test.runtime.flags[declared[399]]
        server.set(Dictionary(uniqueKeysWithValues: declared.map { ($0.key, JSONValue.int(1)) }))
        let changes = test.flagRecords.filter(\.isChange)
        #expect(changes.count == 256 && changes.first?.key == "flag399")
        #expect(test.events.contains { $0.note == .remark && $0.text == "144 more flags changed together" })
    }

    @Test("Lines carry the flags that their action has read, not those of others, and eight at most")
    func lines() async throws {
        let log = RecordingLogOutput()
        let logger = log.logger("any")
        let many = (0..<12).map { Flag("flag\($0)", default: $0) }
        try await withTestRuntime(App.self, { $0.logger = log.logger }) { test in
            try test.runtime.flags.declare([layout.declaration] + many.map(\.declaration))
            await Work.run.perform(
                Input {
                    logger.info("before")
                    _ = layout.value
                    logger.warning("after", metadata: ["size": "4"])
                })
            await Work.run.perform(Input { logger.info("another") })
            await Work.run.perform(
                Input {
                    for flag in many { _ = flag.value }
                    logger.info("many")
                })
            let flags = log.lines.filter { $0.label == "any" }.map { $0.context?.action?.flags ?? [] }
            #expect(flags[0] == [] && flags[2] == [])
            #expect(flags[1] == [LogContext.Flag(key: "search.layout", value: "list")])
            #expect(flags[3].map(\.key) == many.prefix(8).map(\.key))
            let kept = try #require(test.logLines.first)
            #expect(kept.message == "after")
            #expect(
                kept.metadata.map(\.label) == ["firesteel.flags", "size"]
                    && kept.metadata.first?.value == .shown("search.layout=list"))
            let line = try #require(log.lines.first { $0.message == "after" })
            #expect(LogFormat.text(.dated).string(line).contains(", flags search.layout=list"))
            #expect(LogFormat.jsonLines.string(line).contains("\"flags\":{\"search.layout\":\"list\"}"))
        }
    }

    @Test("A flag that changed between two reads of an action is in its lines once, as last read")
    func changedMeanwhile() async throws {
        let log = RecordingLogOutput()
        let logger = log.logger("any")
        let other = Flag("other", default: "one two")
        try await withTestRuntime(App.self, { $0.logger = log.logger }) { test in
            try test.runtime.flags.declare([layout.declaration, other.declaration])
            await Work.run.perform(
                Input {
                    for value in ["grid", "table", "grid"] {
                        try? test.runtime.flags.setOverride(.string(value), for: "search.layout")
                        _ = (layout.value, other.value)
                        logger.warning("\(value)")
                    }
                })
            let lines = log.lines.filter { $0.label == "any" }
            #expect(
                lines.map { $0.context?.action?.flags.map(\.key) }
                    == Array(repeating: ["search.layout", "other"], count: 3))
            #expect(lines.map { $0.context?.action?.flags.first?.value } == ["grid", "table", "grid"])
            #expect(
                lines.map { LogFormat.jsonLines.string($0).components(separatedBy: "search.layout").count } == [
                    2, 2, 2,
                ])
            #expect(
                test.logLines.last?.metadata.first?.value == .shown("search.layout=grid other=\"one two\""))
        }
    }

    @Test("A line that is written after its action has returned has no flags of whatever is performed now")
    func afterwards() async throws {
        let log = RecordingLogOutput()
        let logger = log.logger("any")
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let (done, finish) = AsyncStream<Void>.makeStream()
        try await withTestRuntime(App.self) { _ in
            await Work.run.perform(
                Input {
                    _ = layout.value
                    Task {
                        for await _ in begun { break }
                        logger.info("late")
                        finish.yield()
                    }
                })
            await Work.run.perform(
                Input {
                    _ = Flag("other", default: 1).value
                    begin.yield()
                    for await _ in done { break }
                })
        }
        #expect(log.lines.map { $0.context?.action?.flags } == [[]])
    }

    @Test("A child task's reads belong to its action, and reads below a second action to that")
    func nested() async throws {
        let log = RecordingLogOutput()
        let logger = log.logger("any")
        let other = Flag("other", default: 1)
        try await withTestRuntime(App.self) { _ in
            await Work.run.perform(
                Input {
                    async let child = layout.value
                    _ = await child
                    await Work.run.perform(
                        Input {
                            _ = other.value
                            logger.info("inner")
                        })
                    logger.info("outer")
                })
        }
        #expect(log.lines.map { $0.context?.action?.flags.map(\.key) ?? [] } == [["other"], ["search.layout"]])
    }

    @Test("Reads of a hidden action aren't attributed to it on the timeline")
    func hidden() async throws {
        try await withTestRuntime(App.self) { test in
            await Work.secret.perform(Input { _ = layout.value })
            let exposure = try #require(test.flagRecords.first)
            #expect(exposure.action == nil && exposure.perform == 0 && exposure.feature?.path == "App/Work")
        }
    }

    @Test("Erasing the timeline erases exposures, and the next read is exposed again")
    func erase() async throws {
        try await withTestRuntime(App.self) { test in
            _ = layout.value
            try test.runtime.eraseTimeline()
            #expect(test.flagRecords.isEmpty)
            _ = layout.value
            #expect(test.flagRecords.map(\.key) == ["search.layout"])
        }
    }

    @Test("The memory of a session is bounded, and nothing new is lost")
    func bounded() async throws {
        let server = MemoryProvider("Server")
        let number = Flag("number", default: -1)
        try await withTestRuntime(App.self, { $0.flags = FlagStack([server]) }) { test in
            let declared = (0..<200).map { Flag("flag\($0)", default: $0) }
            try test.runtime.flags.declare([number.declaration] + declared.map(\.declaration))
            for _ in 0..<3 { for flag in declared { _ = flag.value } }
            #expect(test.flagRecords.filter { !$0.isChange }.count == 200)
            for value in 0..<1_000 {
                server.set(.int(value), for: "number")
                _ = number.value
            }
            #expect(test.flagRecords.filter { !$0.isChange && $0.key == "number" }.count == 1_000)
        }
    }

    @Test("Threads that read concurrently expose each value once")
    func threads() async throws {
        let declared = (0..<32).map { Flag("flag\($0)", default: $0) }
        try await withTestRuntime(App.self) { test in
            try test.runtime.flags.declare(declared.map(\.declaration))
            let session = test.runtime.session("Shared")
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        for _ in 0..<50 {
                            await Work.run.perform(
                                Input { for flag in declared { _ = flag.value } }, options: .in(session))
                        }
                    }
                }
            }
            let exposures = test.flagRecords.filter { !$0.isChange }
            #expect(exposures.compactMap(\.key).sorted() == declared.map(\.key).sorted())
        }
    }

    struct Input: Sendable {
        let body: @Sendable () async -> Void

        init(_ body: @escaping @Sendable () async -> Void) {
            self.body = body
        }
    }

    enum Run: Action {
        static func perform(_ context: ActionContext<Input>, presenter: NoPresenter) async throws -> ActionOutcome {
            await context.input.body()
            return .success
        }
    }

    enum Secret: Action {
        static let timelineRecording = TimelineRecording.hidden
        static func perform(_ context: ActionContext<Input>, presenter: NoPresenter) async throws -> ActionOutcome {
            await context.input.body()
            return .success
        }
    }

    enum App: FeatureGroup { static let subfeatures = features(Work.self, Group.self) }
    enum Work: Feature {
        static let run = action(Run.self)
        static let secret = action(Secret.self)
        static let actions = declare(run, secret)
    }
    enum Group: FeatureGroup, ConditionalFeature {
        static var constraints: Constraints { Flagged(default: true) }
        static let subfeatures = features(Inner.self)
    }
    enum Inner: ConditionalFeature {
        static var constraints: Constraints { Flagged(default: true) }
        static let run = action(Run.self)
        static let actions = declare(run)
    }
}
