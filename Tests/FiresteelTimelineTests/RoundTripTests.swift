import Foundation
import TestSupport
import Testing

@testable import FiresteelTimeline

@Suite("Recorded events are read back")
struct RoundTripTests {
    @Test("A perform is read back with all its fields, from memory and from the file")
    func perform() throws {
        let folder = try TemporaryFolder()
        let recorder = Recorder(.folder(folder.path))
        let outer = recorder.begin("Q4 plan.md\u{1E}Size\u{1F}182 KB\u{1E}Contents\u{1F}\u{18}\u{1E}")
        let inner = recorder.begin("") {
            $0.parent = outer.perform
            $0.root = outer.perform
            $0.depth = 1
            $0.source = .commandLine
            $0.isUserInitiated = false
        }
        recorder.clock.advance(by: .seconds(2))
        recorder.complete(inner, .failureClosing, error: "The disk is full\u{1E}Type\u{1F}DocumentError\u{1E}")

        for run in [recorder.timeline.run, try Run(path: recorder.path)] {
            let performs = run.performs()
            try #require(performs.count == 2)
            let (first, second) = (performs[1], performs[0])
            #expect(first.id == outer.perform)
            #expect(first.outcome == nil && first.ended == nil)
            #expect(first.action?.identifier == "Save" && first.action?.name == "Save Document")
            #expect(first.feature?.path == "App/Documents" && first.feature?.name == "Document Management")
            #expect(first.sessionName == "main" && first.session == 1 && first.stack == 3)
            #expect(first.isUserInitiated && first.source == .application && first.root == outer.perform)
            #expect(first.input == "Q4 plan.md, 182 KB")
            #expect(
                first.fields == [
                    InputField(label: nil, value: .shown("Q4 plan.md")),
                    InputField(label: "Size", value: .shown("182 KB")),
                    InputField(label: "Contents", value: .hidden),
                ])
            #expect(second.parent == outer.perform && second.root == outer.perform && second.depth == 1)
            #expect(second.source == .commandLine && !second.isUserInitiated)
            #expect(second.outcome == .failureClosing)
            #expect(second.errorMessage == "The disk is full" && second.errorType == "DocumentError")
            #expect(second.duration == 2_000_001_000)
        }
    }

    @Test(
        "Texts of every length are read back, up to the limit",
        arguments: [0, 1, 57, 58, 59, 169, 170, 171, 255, 256, 257, 400])
    func lengths(length: Int) throws {
        let recorder = Recorder()
        let text = String((0..<length).map { Character(Unicode.Scalar(UInt8(97 + $0 % 26))) })
        recorder.complete(recorder.begin(text), .failure, error: text)
        recorder.log(text)
        let perform = try #require(recorder.timeline.run.performs().first)
        #expect(perform.inputBytes == Array(text.utf8.prefix(256)))
        #expect(perform.isInputCut == (length > 256))
        #expect(perform.errorBytes == Array(text.utf8.prefix(256)))
        let line = try #require(recorder.timeline.run.logLines().first)
        #expect(line.message == text && !line.isCut)
    }

    @Test("A log message is cut at 512 bytes, between characters")
    func longMessage() throws {
        let recorder = Recorder()
        let text = String(repeating: "é", count: 255) + "x" + "😀😀"
        recorder.log(text)
        let line = try #require(recorder.timeline.run.logLines().first)
        #expect(line.isCut)
        #expect(line.message == String(repeating: "é", count: 255) + "x")
    }

    @Test("Sessions, stacks and notes are read back")
    func others() throws {
        let recorder = Recorder()
        let timeline = recorder.timeline
        timeline.sessionOpened(
            SessionFields(time: 10, session: 9, sessionName: recorder.session, isUserInitiated: true))
        timeline.stackOpened(
            StackFields(
                time: 11, stack: 4, parent: 2, feature: recorder.feature, session: 9, sessionName: recorder.session,
                perform: 77))
        Array("undeclared action".utf8).withUnsafeBytes {
            timeline.note(NoteFields(time: 12, kind: .fault, perform: 77, subject: recorder.action), text: $0)
        }
        timeline.stackClosed(
            StackFields(
                time: 13, stack: 4, parent: 2, feature: recorder.feature, session: 9, sessionName: recorder.session))
        timeline.sessionClosed(SessionFields(time: 14, session: 9, sessionName: recorder.session))
        let events = timeline.run.events()
        #expect(events.map(\.kind) == [.sessionOpened, .stackOpened, .note, .stackClosed, .sessionClosed])
        #expect(events[0].isUserInitiated && events[0].session == 9)
        #expect(events[1].stack == 4 && events[1].parentStack == 2 && events[1].perform == 77)
        #expect(timeline.run.names.feature(events[1].subject)?.path == "App/Documents")
        #expect(events[2].note == .fault && events[2].text == "undeclared action")
    }

    @Test("The header of a run has the program and the host")
    func header() throws {
        let folder = try TemporaryFolder()
        let recorder = Recorder(.folder(folder.path))
        let header = try Run(path: recorder.path).header
        #expect(header == recorder.timeline.header)
        #expect(header.program == ProgramDescription(name: "Tests", version: "1.0", build: "7"))
        #expect(header.process == ProcessInfo.processInfo.processIdentifier)
        #expect(try folder.names == [header.identifier + ".run"])
        #expect(try folder.bytes(of: header.identifier + ".run").count == 256 << 10)
    }

    @Test("The input of a perform is available for its log lines, even after a lap of the ring")
    func inputForLogs() throws {
        let recorder = Recorder(runSize: 16 << 10)
        let long = String(repeating: "0123456789", count: 20)
        let begun = recorder.begin(long)
        func input() -> String? {
            recorder.timeline.withInput(of: begun.perform, entry: begun.token.entry) {
                String(decoding: $0, as: UTF8.self)
            }
        }
        #expect(input() == long)
        for _ in 0..<200 { recorder.perform() }
        #expect(input() == String(long.prefix(58)))
        recorder.complete(begun)
        for _ in 0..<200 { recorder.perform() }
        #expect(input() == nil)
    }
}
