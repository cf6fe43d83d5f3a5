import Foundation
import TestSupport
import Testing

@testable import FiresteelTimeline

@Suite("Private data isn't on disk")
struct PrivacyTests {
    struct SignIn: TimelineDescribable {
        var name: String
        @Secret var password: String
        var notes: String

        func describe(to summary: inout InputSummary) {
            summary.add(name)
            summary.add("Password", $password)
            summary.hide("Notes")
        }
    }

    @Test("Planted secrets are nowhere in the file")
    func plantedSecrets() throws {
        let folder = try TemporaryFolder()
        let recorder = Recorder(.folder(folder.path))
        let input = SignIn(name: "Ada", password: "hunter2-4711", notes: "mother's maiden name")
        withUnsafeTemporaryAllocation(byteCount: TextLimits.input, alignment: 8) { buffer in
            var summary = InputSummary(writingTo: buffer)
            input.describe(to: &summary)
            let token = recorder.timeline.begin(
                BeginFields(time: recorder.timeline.now, perform: PerformFields(action: recorder.action)),
                input: summary.bytes)
            #expect(token.perform != 0)
        }
        recorder.log("signing in with \(input.$password)")
        let bytes = try folder.bytes(of: recorder.timeline.runIdentifier + ".run")
        #expect(bytes.firstRange(of: Array("hunter2".utf8)) == nil)
        #expect(bytes.firstRange(of: Array("maiden".utf8)) == nil)
        #expect(bytes.firstRange(of: Array("Ada".utf8)) != nil)
        let fields = try #require(recorder.timeline.run.performs().first).fields
        #expect(
            fields == [
                InputField(label: nil, value: .shown("Ada")), InputField(label: "Password", value: .hidden),
                InputField(label: "Notes", value: .hidden),
            ])
    }

    @Test("A secret is never shown, whichever way it is printed")
    func secret() {
        let secret = Secret("hunter2")
        var dumped = ""
        dump(secret, to: &dumped)
        dump(SignIn(name: "Ada", password: "hunter2", notes: ""), to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), String(describing: secret as Any), dumped] {
            #expect(!text.contains("hunter2"))
        }
        #expect(secret.reveal() == "hunter2")
    }

    @Test("Erasing removes earlier runs and blanks this one, which continues")
    func erase() throws {
        let folder = try TemporaryFolder()
        let earlier = Recorder(.folder(folder.path)).timeline.runIdentifier
        let other = Recorder(.folder(folder.path))
        let recorder = Recorder(.folder(folder.path))
        let secretSession = recorder.timeline.nameSession("Ada's window")
        let flight = recorder.begin("Ada's letter") { $0.sessionName = secretSession }
        recorder.perform("Ada's diary" + String(repeating: "!", count: 200))
        recorder.log("Ada wrote something", .warning)
        #expect(try folder.names.contains(earlier + ".run"))

        try recorder.timeline.erase()

        let name = recorder.timeline.runIdentifier + ".run"
        #expect(try folder.names == [name, other.timeline.runIdentifier + ".run"].sorted())
        #expect(try folder.bytes(of: name).firstRange(of: Array("Ada".utf8)) == nil)
        // Performs in flight continue: only their existence is known.
        let inFlight = try #require(recorder.timeline.run.inFlight().first)
        #expect(inFlight.id == flight.perform && inFlight.input == nil && inFlight.sessionName == nil)
        #expect(inFlight.action?.identifier == "Save")
        recorder.complete(flight)
        recorder.perform("afterwards")
        let run = try Run(path: recorder.path)
        #expect(run.performs().map(\.input) == ["afterwards", nil])
        #expect(run.forEachEvent { _ in true }.torn == 0)
        #expect(recorder.timeline.nameSession("Ada's window") != secretSession)
    }

    @Test("Erasing while others record loses none of what they record afterwards")
    func eraseWhileRecording() async throws {
        let recorder = Recorder(runSize: 4 << 20)
        let after = await withTaskGroup(of: [UInt64].self) { group in
            for _ in 0..<2 {
                group.addTask {
                    for _ in 0..<500 { recorder.perform("before") }
                    try? recorder.timeline.erase()
                    return (0..<500).map { _ in recorder.perform("after") }
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        // The second erasing may have taken what the first task recorded after its own.
        let run = recorder.timeline.run
        let found = Set(run.performs().map(\.id))
        #expect(found.isSuperset(of: after.suffix(1)))
        #expect(run.forEachEvent { _ in true }.torn == 0)
        #expect(run.inFlight().isEmpty)
    }
}
