import Firesteel
import FiresteelBehaviour
import FiresteelTesting
import FiresteelTimeline
import Foundation
import TestSupport
import Testing

@Suite("Behaviour in earlier runs", .timeLimit(.minutes(2)))
struct EarlierRunTests {
    private func runtime(in folder: TemporaryFolder) throws -> FeatureRuntime {
        try TestRuntime(Shop.self) {
            $0.storage = .folder(folder.path)
            $0.clock = .system
        }.runtime
    }

    @Test("Earlier runs are counted once, with what was in flight at a crash, and damaged ones are reported")
    func earlier() async throws {
        let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
        for _ in 1...2 {
            let run = try runtime(in: folder)
            for _ in 1...500 {
                await Basket.open.perform(Work(), options: .in(run.main))
                await Basket.add.perform(Work(), options: .in(run.main))
            }
            run.end()
        }
        let crashed = try runtime(in: other)
        await Basket.open.perform(
            Work {
                guard case .file(let path) = crashed.timeline?.recording else { return }
                let file = URL(fileURLWithPath: path)
                try FileManager.default.copyItem(at: file, to: folder.file(file.lastPathComponent))
                try folder.write(
                    [UInt8](repeating: 0xFF, count: 1 << 18), to: "20260102T030405.000Z-1-0001." + file.pathExtension)
            }, options: .in(crashed.main))

        let run = try runtime(in: folder)
        await Basket.open.perform(Work(), options: .in(run.main))
        let behaviour = run.behaviour
        await behaviour.read()
        await behaviour.read()
        let basis = await behaviour.basis()
        #expect(basis.runs == 3 && basis.remainingRuns == 0 && basis.isComplete)
        #expect(basis.unreadableRuns.count == 1, "\(basis)")
        let actions = await behaviour.actions()
        #expect(actions.map(\.action) == [Basket.openPath, Basket.addPath])
        #expect(actions.map(\.successes) == [1_001, 1_000] && actions.map(\.interruptions) == [1, 0])
        #expect(await behaviour.texts(after: Basket.openPath) == ["Add 1000/1000"])
        #expect(await behaviour.texts(after: Basket.addPath) == ["Open 998/998"])
        #expect(await behaviour.suggestions(in: run.main).map(\.action) == [Basket.addPath])
        try run.eraseTimeline()
        await behaviour.read()
        #expect(await behaviour.actions() == [])
        #expect(await behaviour.basis().runs == 0)
    }
}
