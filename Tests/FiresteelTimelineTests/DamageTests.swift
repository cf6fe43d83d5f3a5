import TestSupport
import Testing

@testable import FiresteelTimeline

@Suite("A damaged run")
struct DamageTests {
    /// The file of a small run with everything in it, and what each of its events says.
    private func sample() throws -> (bytes: [UInt8], name: String, events: [UInt64: TimelineEvent]) {
        let folder = try TemporaryFolder()
        let recorder = Recorder(.folder(folder.path), runSize: 16 << 10, inFlightCapacity: 16)
        // As much as the ring has room for.
        for index in 0..<10 {
            recorder.perform(String(repeating: "input ", count: index * 4), .failure, error: "error \(index)")
            recorder.log("line \(index)", .warning)
        }
        let flag = recorder.timeline.nameFlag("flag")
        let fields = ChangeFields(time: recorder.timeline.now, session: 1, subject: recorder.feature)
        for index in 0..<3 {
            let answer = FlagAnswer(value: "\(index)", variant: "v", provider: "Server", reason: "STATIC")
            recorder.timeline.flagExposed(flag, answer, fields)
            recorder.timeline.flagChanged(flag, from: answer, to: FlagAnswer(value: "\(index + 1)"), fields)
            recorder.timeline.availabilityChanged(from: .available, to: .unavailable, reasons: ["Off"], fields)
        }
        recorder.begin("in flight")
        #expect(recorder.timeline.run.forEachEvent { _ in true }.lost == 0)
        let name = recorder.timeline.runIdentifier + ".run"
        let events = recorder.timeline.run.events() + recorder.timeline.run.inFlightEvents()
        return (
            try folder.bytes(of: name), name,
            Dictionary(events.map { ($0.sequence, $0) }, uniquingKeysWith: { a, _ in a })
        )
    }

    /// Reads everything that can be read, and returns the events.
    private func readAll(_ path: String) throws(RunError) -> [TimelineEvent] {
        let run = try Run(path: path)
        let events = run.events()
        _ = run.performs()
        _ = run.counts()
        _ = run.flags()
        _ = run.availabilityRecords()
        _ = TimelineTextExport().document(of: run)
        _ = TimelineJSONLinesExport().document(of: run)
        return events + run.inFlightEvents()
    }

    @Test("Flipped bits damage only what they hit, and invent nothing")
    func bitFlips() throws {
        let (bytes, name, events) = try sample()
        let folder = try TemporaryFolder()
        for round in 0..<300 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...(round % 3 == 0 ? 200 : 3)) {
                // Most of the damage goes where the events are.
                let first = round % 2 == 0 ? 0 : 4096
                damaged[Int.random(in: first..<damaged.count)] ^= 1 << UInt8.random(in: 0..<8)
            }
            if round % 4 == 0 { FileDamage.seal(&damaged) }
            try folder.write(damaged, to: name)
            let read: [TimelineEvent]
            do {
                read = try readAll(folder.path + "/" + name)
            } catch {
                continue
            }
            for event in read {
                guard let original = events[event.sequence] else {
                    Issue.record("An event was invented: \(event)")
                    continue
                }
                // The entry of a perform in flight has the beginning of its input only.
                #expect(event == original || event.kind == .begin && original.bytes.starts(with: event.bytes))
            }
        }
    }

    @Test("A truncated run is rejected, at any length")
    func truncated() throws {
        let (bytes, name, _) = try sample()
        let folder = try TemporaryFolder()
        for length in [0, 1, 127, 1024, 4095, 4096, 5000, bytes.count - 1] {
            try folder.write(Array(bytes[..<length]), to: name)
            #expect(throws: RunError.self) { try readAll(folder.path + "/" + name) }
        }
    }

    @Test("Any bytes are rejected or read, and never crash")
    func noise() throws {
        let (bytes, name, _) = try sample()
        let folder = try TemporaryFolder()
        for round in 0..<100 {
            var noise = bytes
            let range = round % 2 == 0 ? 4096..<noise.count : Int.random(in: 0..<1020)..<1020
            for index in range { noise[index] = .random(in: 0...255) }
            FileDamage.seal(&noise)
            try folder.write(noise, to: name)
            guard let events = try? readAll(folder.path + "/" + name) else { continue }
            #expect(round % 2 == 1 || events.isEmpty)
        }
    }

    @Test("A damaged name costs that name alone")
    func damagedName() throws {
        let (bytes, name, _) = try sample()
        let folder = try TemporaryFolder()
        var damaged = bytes
        let place = try #require(bytes.firstRange(of: Array("Documents\u{1F}".utf8)))
        damaged[place.lowerBound] ^= 1
        try folder.write(damaged, to: name)
        let run = try Run(path: folder.path + "/" + name)
        let perform = try #require(run.performs().first)
        #expect(perform.action?.identifier == "Save" && perform.sessionName == "main")
        #expect(perform.feature?.path == "(damaged)" && run.damagedNames == 1)
        #expect(TimelineTextExport().document(of: run).contains("1 name is damaged and shown as “(damaged)”."))
    }

    @Test("A path below a damaged name stays as long, and the damage is counted")
    func damagedParent() throws {
        let (bytes, name, _) = try sample()
        let folder = try TemporaryFolder()
        var damaged = bytes
        let place = try #require(bytes.firstRange(of: Array("App\u{1F}".utf8)))
        damaged[place.lowerBound] ^= 1
        try folder.write(damaged, to: name)
        let run = try Run(path: folder.path + "/" + name)
        #expect(run.performs().first?.feature?.path == "(damaged)/Documents" && run.damagedNames == 1)
        #expect(run.counts().damagedNames == 1)
    }

    @Test("Names are read although the size of the used part is damaged, and lost ones at the end are counted")
    func damagedSizeOfNames() throws {
        let (bytes, name, _) = try sample()
        let folder = try TemporaryFolder()
        var damaged = bytes
        for index in 0..<8 { damaged[HeaderField.namesUsed + index] = 0 }
        try folder.write(damaged, to: name)
        let run = try Run(path: folder.path + "/" + name)
        #expect(run.performs().first?.feature?.path == "App/Documents" && run.damagedNames == 0)

        damaged = bytes
        for index in 4096..<6144 { damaged[index] = 0 }
        try folder.write(damaged, to: name)
        let nameless = try Run(path: folder.path + "/" + name)
        #expect(nameless.damagedNames == 1 && nameless.performs().first?.action?.identifier == "(damaged)")
    }

    @Test("Names that refer to each other in a cycle aren't names")
    func nameCircles() {
        let region = UnsafeMutableRawBufferPointer.allocate(byteCount: 256, alignment: 8)
        defer { region.deallocate() }
        region.initializeMemory(as: UInt8.self, repeating: 0)
        guard let base = region.baseAddress else { return }
        Array("A\u{1F}A".utf8).withUnsafeBytes { text in
            NameEntry.write(kind: .feature, identifier: 1, reference: 2, text: text, to: base)
            NameEntry.write(kind: .feature, identifier: 2, reference: 2, text: text, to: base + 32)
            NameEntry.write(kind: .feature, identifier: 3, reference: 0, text: text, to: base + 64)
        }
        var index = NameIndex()
        index.read(UnsafeRawBufferPointer(region), used: 96)
        #expect(index.features.map(\.path) == ["A"])
    }

    @Test("When the region for names is full, further names are omitted and counted")
    func namesFull() throws {
        let recorder = Recorder(runSize: 16 << 10)
        let names = (0..<200).map { recorder.timeline.nameSession("session number \($0)") }
        #expect(names.contains(.none) && names.first != NameID.none)
        #expect(recorder.timeline.run.refused.names == UInt64(names.filter { $0 == .none }.count))
        #expect(recorder.timeline.nameSession("session number 0") == names[0])
        recorder.begin { $0.sessionName = .none }
        #expect(recorder.timeline.run.performs().first?.sessionName == nil)
    }
}
