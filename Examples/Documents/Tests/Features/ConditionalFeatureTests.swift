import DocumentsCore
import Firesteel
import FiresteelFlags
import FiresteelTimeline
import TestSupport
import Testing

@Suite struct ConditionalFeatureTests {
    let presenter = RecordingPagePresenter()

    @Test("The preview is unavailable while the user has disabled it")
    func preview() async throws {
        try await withFeatures { _ in
            let preview = try #require(DocumentPreview.preview.request())
            await preview.perform(DocumentText("*x*", of: "A.md"), presenter: presenter)
            #expect(presenter.shown == ["preview of A.md: <p><em>x</em></p>\n"])

            await Preferences.switchPreview.perform(Switch(false))
            #expect(DocumentPreview.preview.request() == nil)
            #expect(DocumentPreview.availability.reasons.map(\.text) == ["Switched off by the user"])

            await Preferences.switchPreview.perform(Switch(true))
            #expect(DocumentPreview.preview.request() != nil)
        }
    }

    @Test("Imports are unavailable while the program has disabled them")
    func imports() async throws {
        try await withFeatures { _ in
            #expect(DocumentImport.start.request() != nil)
            await Preferences.switchImport.perform(Switch(false))
            #expect(DocumentImport.start.request() == nil)
            #expect(DocumentImport.stop.request() == nil)
        }
    }

    @Test("Crashing is unavailable unless the program enables it")
    func crash() async throws {
        try await withFeatures { fixture in
            #expect(CrashRehearsal.crash.request() == nil)
            fixture.runtime.setEnabled(CrashRehearsal.self, true)
            #expect(CrashRehearsal.crash.request() != nil)
        }
    }

    @Test("A flag disables the export for everyone, and the reason names the flag, which is the feature’s path")
    func export() async throws {
        try await withFeatures { fixture in
            let export = try #require(DocumentExport.export.request())
            await export.perform(DocumentText("*x*", of: "A.md"), presenter: presenter)
            #expect(presenter.shown.first?.hasPrefix("exported A.md") == true)

            try fixture.runtime.flags.setOverride(false, for: "Documents/DocumentExport")
            #expect(DocumentExport.export.request() == nil)
            let reason = try #require(DocumentExport.availability.reasons.first)
            #expect(reason.text.contains("Documents/DocumentExport"))
            #expect(reason.remedy == .changeFlag("Documents/DocumentExport"))

            try fixture.runtime.flags.removeOverrides()
            #expect(DocumentExport.export.request() != nil)
        }
    }

    @Test("Leaving the focus mode closes its stack; it is unavailable while the user has disabled it")
    func focus() async throws {
        try await withFeatures { _ in
            await (try #require(FocusMode.enter.request())).perform(presenter: presenter)
            let left = await (try #require(FocusMode.leave.request())).perform(presenter: presenter)
            #expect(left.closesStack)
            #expect(presenter.shown == ["focus on", "focus off"])

            await Preferences.switchFocus.perform(Switch(false))
            #expect(FocusMode.enter.request() == nil)
            #expect(FocusMode.availability.reasons.map(\.text) == ["Switched off by the user"])
        }
    }

    @Test("Statistics require Premium and the preview")
    func statistics() async throws {
        try await withFeatures { fixture in
            #expect(DocumentStatistics.measure.request() == nil)
            #expect(DocumentStatistics.availability.reasons.map(\.remedy) == [.buy(["Premium"])])

            await Preferences.switchPremium.perform(PremiumChoice(true, in: fixture.purchases))
            let measure = try #require(DocumentStatistics.measure.request())
            let text = MeasuredText(DocumentText("One two three.", of: "A.md"), readingSpeed: 230)
            await measure.perform(text, presenter: presenter)
            #expect(presenter.shown == ["statistics of A.md: 3 words, 1 min"])

            await Preferences.switchPreview.perform(Switch(false))
            #expect(DocumentStatistics.measure.request() == nil)
            #expect(
                DocumentStatistics.availability.reasons.first?.text
                    == "Needs Document Preview, which isn’t available")
        }
    }

    @Test("An import shows its progress and closes its stack at the end")
    func importing() async throws {
        let source = try TemporaryFolder()
        for number in 1...3 { try source.write("\(number)", to: "\(number).md") }
        try await withFeatures { fixture in
            let start = try #require(DocumentImport.start.request())
            let outcome = await start.perform(FolderToImport(source.path, into: fixture.store), presenter: presenter)
            #expect(outcome.closesStack)
            #expect(presenter.shown == ["0 of 3", "1 of 3", "2 of 3", "3 of 3", "imported 3"])
        }
    }

    @Test("A failed import shows the whole path, and the timeline has none of its hidden part")
    func missing() async throws {
        let source = try TemporaryFolder()
        try await withFeatures { fixture in
            let start = try #require(DocumentImport.start.request())
            let path = source.path + "/Missing"
            await start.perform(FolderToImport(path, into: fixture.store), presenter: presenter)
            #expect(presenter.problems.last?.message == "There is no folder at \(path).")
            var error: String?
            fixture.runtime.timeline?.run.forEachPerform { perform in
                error = perform.errorMessage
                return true
            }
            #expect(error == "There is no folder at …/Missing. Choose another folder.")
        }
    }

    @Test("A stopped import is cancelled and shows the number of copied files")
    func stopped() async throws {
        let source = try TemporaryFolder()
        for number in 1...9 { try source.write("\(number)", to: "\(number).md") }
        try await withFeatures { fixture in
            let start = try #require(DocumentImport.start.request())
            presenter.onProgress = { if $0.done == 2 { withUnsafeCurrentTask { $0?.cancel() } } }
            let outcome = await start.perform(FolderToImport(source.path, into: fixture.store), presenter: presenter)
            #expect(outcome.recorded == .cancelled)
            #expect(presenter.shown.last == "stopped after 2")
            #expect(fixture.folder.files.count == 2)
            // The description contains the name of the folder, but not its path.
            let name = source.path.split(separator: "/").last.map(String.init) ?? ""
            #expect(fixture.performs.first?.hasPrefix("ImportFolder cancelled: \(name)") == true)
        }
    }
}
