import TestSupport
import Testing

@testable import FiresteelTimeline

@Suite("Retained inputs")
struct KeptInputTests {
    private func keep(_ input: KeptInput, of begun: Recorder.Begun, in recorder: Recorder) {
        recorder.timeline.keep(
            input,
            ChangeFields(
                time: recorder.timeline.now, perform: begun.perform, session: 1, sessionName: recorder.session,
                subject: recorder.action))
    }

    @Test("An input of any size is read as it was recorded, in flight and completed")
    func sizes() throws {
        let recorder = Recorder(runSize: 1 << 20)
        var recorded: [UInt64: KeptInput] = [:]
        for size in [0, 1, 58, 59, 511, 512, 513, 1_024, 4_095, 4_096, 4_097] {
            let input = KeptInput.json(String(repeating: "ü", count: size / 2) + (size % 2 == 1 ? "x" : ""))
            for isCompleted in [true, false] {
                let begun = recorder.begin()
                keep(input, of: begun, in: recorder)
                if isCompleted { recorder.complete(begun) }
                recorded[begun.perform] = size > 4_096 ? .tooLarge : input
            }
        }
        let performs = recorder.timeline.run.performs()
        #expect(performs.count == recorded.count)
        for perform in performs { #expect(perform.keptInput == recorded[perform.id]) }
    }

    @Test("Parts of simultaneous performs are kept apart")
    func interleaved() throws {
        let recorder = Recorder()
        let texts = ["a", "b"].map { String(repeating: $0, count: 1_200) }
        let begun = [recorder.begin(), recorder.begin()]
        for (begun, text) in zip(begun, texts) { keep(.json(text), of: begun, in: recorder) }
        let events = recorder.timeline.run.events().filter { $0.kind == .inputKept }
        var parts = KeptInputParts()
        let whole = [0, 3, 1, 4, 2, 5].map { parts.add(events[$0]) }
        #expect(whole == [nil, nil, nil, nil, .json(texts[0]), .json(texts[1])])
    }

    @Test("An input of which a part is damaged isn't read, and the perform is")
    func damage() throws {
        let folder = try TemporaryFolder()
        let recorder = Recorder(.folder(folder.path))
        let begun = recorder.begin("Plan.md")
        keep(.json(String(repeating: "x", count: 900)), of: begun, in: recorder)
        recorder.complete(begun)
        recorder.timeline.end()
        let path = try recorder.path
        var bytes = try folder.bytes(of: recorder.timeline.runIdentifier + ".run")
        let place = try #require(bytes.firstRange(of: Array("xxxxxxxx".utf8))).lowerBound
        bytes[place] = UInt8(ascii: "y")
        try folder.write(bytes, to: "changed.run")
        let run = try Run(path: path.replacing(recorder.timeline.runIdentifier, with: "changed"))
        let perform = try #require(run.performs().first)
        #expect(perform.input == "Plan.md" && perform.keptInput == nil)
        #expect(run.forEachEvent { _ in true }.damaged > 0)
    }
}
