import FiresteelFlags
import Foundation
import Testing

@Suite("Guide: coming from JustTweak, Toggles and Vexil")
struct FlagLibrariesTests {
    @Test("JustTweak's file is read unchanged, and an override outlives the run")
    func justTweak() throws {
        let folder = try Folder()
        let (file, overrides) = (folder.file("Tweaks.json"), folder.file("overrides.json"))
        let json = #"{"search": {"suggestions": {"Title": "Suggestions", "Group": "Search", "Value": true}}}"#
        try Data(json.utf8).write(to: file)
        var isShown = false
        func showSuggestions() { isShown = true }
        // guide: ComingFromOtherFlagLibraries
        struct SearchFlags: FlagContainer {
            let suggestions = Flag(default: false, description: "Suggestions are shown while one types")
        }

        let stack = FlagStack([FileProvider(file, format: .justTweak)], overrides: OverrideStore(overrides))
        let search = try stack.register(SearchFlags.self)

        if search.suggestions.value { showSuggestions() }
        // end
        #expect(isShown)
        try stack.setOverride(false, for: "search.suggestions")
        let next = FlagStack([FileProvider(file)], overrides: OverrideStore(overrides))
        #expect(try next.register(SearchFlags.self).suggestions.value == false)
    }

    @Test("Toggles' file is read unchanged, and a value is overridden")
    func toggles() throws {
        let folder = try Folder()
        let (file, overrides) = (folder.file("Toggles.json"), folder.file("overrides.json"))
        let json = #"{"toggles": [{"variable": "enable_search", "bool": true}, {"variable": "retry_count", "int": 2}]}"#
        try Data(json.utf8).write(to: file)
        var isShown = false
        func showSearch() { isShown = true }
        // guide: ComingFromOtherFlagLibraries
        struct ShopFlags: FlagContainer {
            let search = Flag("enable_search", default: false, description: "Articles can be searched for")
            let retries = Flag("retry_count", default: 3, description: "How often a request is tried again")
        }

        let stack = FlagStack([FileProvider(file, format: .toggles)], overrides: OverrideStore(overrides))
        let shop = try stack.register(ShopFlags.self)

        if shop.search.value { showSearch() }
        try stack.setOverride(5, for: "retry_count")
        // end
        #expect(isShown)
        #expect(shop.retries.value == 5)
        try stack.setOverride(nil, for: "retry_count")
        #expect(shop.retries.value == 2)
    }

    @Test("Vexil's tree keeps its keys, and an override has precedence over all sources")
    func vexil() throws {
        let suite = "guide-\(UUID())"
        let defaults = try #require(UserDefaults(suiteName: suite))
        defer { defaults.removePersistentDomain(forName: suite) }
        defaults.set(false, forKey: "preview.is-shown")
        // guide: ComingFromOtherFlagLibraries
        struct PreviewFlags: FlagContainer {
            let isShown = Flag("preview.is-shown", default: true, description: "There is a preview")
            let delay = Flag(default: 0.3, description: "Seconds from the last key to the preview")
        }

        struct AppFlags: FlagContainer {
            static let key = ""
            let preview = PreviewFlags()
        }

        let stack = FlagStack(
            [UserDefaultsProvider(defaults, prefix: "")], overrides: MemoryProvider("Overrides"))
        let app = try stack.register(AppFlags.self)

        try stack.setOverride(1.5, for: "preview.delay")
        #expect(app.preview.delay.value == 1.5)
        // end
        #expect(app.preview.isShown.value == false)
        #expect(app.preview.delay.key == "preview.delay")
    }

    /// A folder that is removed after the test.
    private final class Folder {
        private let url = FileManager.default.temporaryDirectory.appending(path: "guide-\(UUID())")

        init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
        deinit { try? FileManager.default.removeItem(at: url) }

        func file(_ name: String) -> URL { url.appending(path: name) }
    }
}
