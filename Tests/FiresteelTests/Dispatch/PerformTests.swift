import Firesteel
import FiresteelTesting
import FiresteelTimeline
import Testing

@Suite("Performing")
struct PerformTests {
    @Test("An action's result is its outcome")
    func outcomes() async throws {
        try await withTestRuntime(SampleApp.self) { _ in
            #expect(await Editing.run.perform { _ in .success }.recorded == .success)
            #expect(await Editing.run.perform { _ in .successClosing }.recorded == .successClosing)
            #expect(await Editing.run.perform { _ in .failureClosing(SampleError()) }.recorded == .failureClosing)
            #expect(await Editing.run.perform { _ in .cancelled }.recorded == .cancelled)
            #expect(await Editing.close.perform().recorded == .successClosing)
        }
    }

    @Test("A thrown error is a failure, a thrown cancellation is not")
    func thrown() async throws {
        try await withTestRuntime(SampleApp.self) { _ in
            let failure = await Editing.run.perform { _ in throw SampleError() }
            #expect(failure.error is SampleError)
            #expect(await Editing.run.perform { _ in throw CancellationError() }.recorded == .cancelled)
        }
    }

    @Test("An action starts where its caller runs")
    @MainActor
    func isolation() async throws {
        try await withTestRuntime(SampleApp.self) { _ in
            #expect(await Editing.stay.perform().isSuccess)
        }
    }

    @Test("A UIAction performed from synchronous code is done when the call returns")
    @MainActor
    func uiAction() throws {
        let test = try TestRuntime(SampleApp.self)
        test.runtime.use {
            let outcome: ActionOutcome = Editing.tap.perform()
            #expect(outcome.recorded == .success)
        }
    }

    @Test("An action that never suspends is done when a call from synchronous code returns")
    @MainActor
    func immediate() async throws {
        let test = try TestRuntime(SampleApp.self)
        var isDone = false
        let task: Task<ActionOutcome, Never> = test.runtime.use {
            Editing.run.perform(
                RunClosure.Input { _ in
                    isDone = true
                    return .success
                })
        }
        #expect(isDone)
        #expect(await task.value.recorded == .success)
    }

    @Test("Below an action, session, source and cause are passed on")
    func chain() async throws {
        try await withTestRuntime(SampleApp.self) { test in
            let window = test.runtime.session("Window")
            await Editing.run.perform(
                RunClosure.Input { outer in
                    await Exporting.run.perform { inner in
                        #expect(inner.session == window)
                        #expect(inner.source == .shortcut)
                        #expect(inner.frame.parent == outer.frame.perform)
                        #expect(inner.frame.root == outer.frame.perform)
                        #expect(inner.frame.depth == 1)
                        #expect(!inner.isUserInitiated)
                        return .success
                    }
                }, options: .in(window).from(.shortcut))
        }
    }

    @Test("A child task has the frame, a detached one hasn't, and then nothing is performed")
    func tasks() async throws {
        try await withTestRuntime(SampleApp.self) { _ in
            await Editing.run.perform { context in
                async let child = PerformFrame.current?.perform
                #expect(await child == context.frame.perform)
                let detached = await Task.detached { await Editing.rename.perform(Title(text: "lost")) }.value
                #expect(detached.error is NoRuntimeError)
                #expect(FeatureRuntime.processFaults.contains(.noRuntime(action: "Editing/Rename")))
                return .success
            }
        }
    }

    @Test("Two runtimes live side by side")
    func sideBySide() async throws {
        let first = try TestRuntime(SampleApp.self)
        let second = try TestRuntime(SampleApp.self)
        second.runtime.setToggle(Sharing.self, false)
        #expect(first.runtime.use { Sharing.share.request() } != nil)
        #expect(second.runtime.use { Sharing.share.request() } == nil)
    }

    @Test("An action that was never declared performs, and is reported once")
    func undeclared() async throws {
        try await withTestRuntime(SampleApp.self) { test in
            #expect(await Editing.stray.perform().isSuccess)
            #expect(await Editing.stray.perform().isSuccess)
            #expect(test.runtime.faults == [.undeclaredAction(action: "Stray", feature: "SampleApp/Editing")])
        }
    }
}
