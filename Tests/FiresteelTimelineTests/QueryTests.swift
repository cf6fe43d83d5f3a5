import Testing

@testable import FiresteelTimeline

@Suite("Queries")
struct QueryTests {
    private func query(_ change: (inout TimelineQuery) -> Void) -> TimelineQuery {
        var query = TimelineQuery()
        change(&query)
        return query
    }

    /// A run of which each perform has another property.
    private func sample() -> Recorder {
        let recorder = Recorder()
        let timeline = recorder.timeline
        let sharing = timeline.nameFeature(identifier: "Sharing", name: "Sharing", parent: recorder.feature)
        let share = timeline.nameAction(identifier: "Share", name: "Share Document", feature: sharing)
        let documentsX = timeline.nameFeature(identifier: "DocumentsX", name: "Other")
        let other = timeline.nameAction(identifier: "Other", name: "Other", feature: documentsX)
        recorder.perform("one")
        recorder.complete(recorder.begin("two") { $0.action = share }, .failure, error: "Größe überschritten")
        recorder.complete(
            recorder.begin("three") {
                $0.session = 2; $0.sessionName = timeline.nameSession("second")
            })
        recorder.complete(
            recorder.begin("four") {
                $0.isUserInitiated = false; $0.action = other
            }, .cancelled)
        recorder.begin("five")
        return recorder
    }

    @Test("The sessions of a principal are found by their opening, or their closing")
    func principals() {
        let timeline = Recorder().timeline
        for (session, principal) in [(2, "ada"), (3, "bo"), (4, "ada")] as [(UInt32, String)] {
            timeline.sessionOpened(
                SessionFields(time: 1, session: session, sessionName: timeline.nameSession("one"), principal: principal)
            )
        }
        let long = String(repeating: "é", count: TextLimits.principal)
        timeline.sessionClosed(
            SessionFields(time: 2, session: 5, sessionName: timeline.nameSession("one"), principal: long))
        let run = timeline.run
        #expect(run.sessions(ofPrincipal: "ada") == [2, 4])
        #expect(run.sessions(ofPrincipal: long) == [5])
        #expect(run.sessions(ofPrincipal: "ad") == [])
    }

    @Test("Each criterion selects what it says")
    func criteria() throws {
        let run = sample().timeline.run
        func inputs(_ change: (inout TimelineQuery) -> Void) -> [String?] { run.performs(query(change)).map(\.input) }
        #expect(inputs { _ in } == ["five", "four", "three", "two", "one"])
        #expect(inputs { $0.order = .oldestFirst } == ["one", "two", "three", "four", "five"])
        #expect(inputs { $0.limit = 2 } == ["five", "four"])
        #expect(
            inputs {
                $0.limit = 2; $0.order = .oldestFirst
            } == ["one", "two"])
        #expect(inputs { $0.limit = 0 } == [])
        #expect(inputs { $0.features = ["App/Documents"] } == ["five", "three", "two", "one"])
        #expect(inputs { $0.features = ["App/Documents/Sharing", "DocumentsX"] } == ["four", "two"])
        #expect(inputs { $0.sessions = [2] } == ["three"])
        #expect(inputs { $0.sessionName = "second" } == ["three"])
        #expect(inputs { $0.outcomes = [.failure, .failureClosing] } == ["two"])
        #expect(
            inputs {
                $0.outcomes = [.cancelled]; $0.includesInFlight = true
            } == ["five", "four"])
        #expect(inputs { $0.isUserInitiated = false } == ["four"])
        #expect(inputs { $0.text = "SHARE doc" } == ["two"])
        #expect(inputs { $0.text = "GRÖSSE" } == [])
        #expect(inputs { $0.text = "größe ÜBER" } == ["two"])
        #expect(inputs { $0.text = "thre" } == ["three"])
        let times = run.performs(query { $0.order = .oldestFirst }).map(\.began)
        #expect(inputs { $0.since = times[3] } == ["five", "four"])
        #expect(inputs { $0.until = times[1] } == ["one"])
    }

    @Test("A limit selects the right ones among many")
    func limits() throws {
        let recorder = Recorder(runSize: 1 << 20)
        for index in 0..<1_000 { recorder.perform("\(index)") }
        let run = recorder.timeline.run
        #expect(run.performs(query { $0.limit = 3 }).map(\.input) == ["999", "998", "997"])
        #expect(
            run.performs(
                query {
                    $0.limit = 3; $0.order = .oldestFirst
                }
            ).map(\.input) == ["0", "1", "2"])
    }

    @Test("Log lines are selected by perform and severity")
    func logLines() throws {
        let recorder = Recorder()
        let begun = recorder.begin()
        recorder.log("40 KB left\u{1E}volume\u{1F}/data\u{1E}", .warning, perform: begun.perform)
        recorder.log("elsewhere", .error)
        let run = recorder.timeline.run
        #expect(run.logLines().count == 2)
        #expect(run.logLines(atLeast: .error).map(\.message) == ["elsewhere"])
        let line = try #require(run.logLines(of: begun.perform).first)
        #expect(line.message == "40 KB left" && line.severity == .warning && line.label == "tests")
        #expect(line.metadata == [InputField(label: "volume", value: .shown("/data"))])
        #expect(line.action?.name == "Save Document" && line.feature?.path == "App/Documents")
        #expect(run.logLines(atLeast: .error).first?.feature?.path == "App/Documents")
    }

    @Test("Counts are those of the run")
    func counts() throws {
        let counts = sample().timeline.run.counts()
        #expect(counts.performs == 5 && counts.failures == 1 && counts.inFlight.count == 1 && counts.events == 9)
    }
}
