// guide: DeclaringFlags
import FiresteelFlags
// end
import Foundation
import Testing

// guide: DeclaringFlags
struct EditorFlags: FlagContainer {
    let autosave = Flag(default: true, description: "Documents are saved while one writes")
    let lineWidth = Flag(default: 80, description: "Characters in a line, 40 to 200", owner: "Editor team")
    let layout = Flag(default: EditorLayout.single, description: "How many panes there are", kind: .experiment)
    let preview = PreviewFlags()
}

struct PreviewFlags: FlagContainer {
    let delay = Flag(default: 0.3, description: "Seconds from the last key to the preview")
}

enum EditorLayout: String, CaseIterable, FlagValueConvertible { case single, split }
// end

// guide: DeclaringFlags
struct ImportLimits: FlagStructure {
    var size = 10
    var formats = ["md", "txt"]
}

let importLimits = Flag("import.limits", default: ImportLimits(), description: "What may be imported")
// end

// guide: DeclaringFlags
// In the module
protocol ImportSettings: Sendable {
    var largestFile: Int { get }
}

// In the program
struct ImportFlags: FlagContainer {
    let largest = Flag(default: 5_000_000, description: "Bytes of the largest file that is imported")
}

extension ImportFlags: ImportSettings {
    var largestFile: Int { largest.value }
}
// end

// guide: DeclaringFlags
final class SearchController {
    @FlagBacked("search.suggestions", default: true) var showsSuggestions
}
// end

@Suite("Guide: declaring flags")
struct DeclaringFlagsTests {
    @Test("A container's flags have their values from the stack that it is registered with")
    func container() throws {
        // guide: DeclaringFlags
        let stack = FlagStack([MemoryProvider("Defaults", ["editor.lineWidth": 100])])
        let editor = try stack.register(EditorFlags.self)

        #expect(editor.lineWidth.value == 100)
        #expect(editor.autosave.value)
        // end
        #expect(editor.preview.delay.key == "editor.preview.delay")
        #expect(editor.layout.value == .single)
    }

    @Test("A flag with its own key is read from any stack, copied or borrowed")
    func single() throws {
        // guide: DeclaringFlags
        let importer = Flag("legacy-importer", default: false, description: "Reads files of version 1")
        // end
        let stack = FlagStack([
            MemoryProvider("Defaults", ["legacy-importer": true, "import.limits": ["size": 3, "formats": []]])
        ])
        var opened = 0
        var checked = 0
        func openOldFile() { opened += 1 }
        func check(_ limits: borrowing ImportLimits) { checked = limits.size }
        // guide: DeclaringFlags
        if stack[importer] { openOldFile() }
        stack.withValue(of: importLimits) { limits in check(limits) }
        // end
        #expect(opened == 1 && checked == 3)
        let half = FlagStack([MemoryProvider("Defaults", ["import.limits": ["size": 3]])])
        #expect(half[importLimits] == ImportLimits())
        #expect(half.resolution(of: importLimits).skipped.count == 1)
    }

    @Test("The guide's file has no diagnostic, and is a part of the one for accessors")
    func file() throws {
        let shown = try ShownJSON("DeclaringFlags", 1)
        #expect(try FlagDefinitions(json: shown.bytes).errors.isEmpty)
        let file = URL(filePath: #filePath).appending(path: "../../FlagAccessorTests/Flags/App.flags.json")
        let whole = try flags([UInt8](Data(contentsOf: file.standardizedFileURL)))
        let part = try flags(shown.bytes)
        #expect(part.count == 3)
        for (key, definition) in part { #expect(whole[key] == definition, "\(key)") }
    }

    private func flags(_ bytes: [UInt8]) throws -> [String: JSONValue] {
        guard case .object(let document) = try JSONValue(json: bytes), case .object(let flags)? = document["flags"]
        else { return [:] }
        return flags
    }

    @Test("A flag has its owner and its expiration")
    func facts() throws {
        // guide: DeclaringFlags
        let checkout = Flag(
            "new-checkout", default: false, description: "The checkout of one page", owner: "Payments",
            expires: FlagDate(year: 2027, month: 3, day: 31), kind: .release)
        // end
        let stack = FlagStack([])
        try stack.declare([checkout.declaration])
        #expect(stack.description(of: "new-checkout")?.owner == "Payments")
    }

    @Test("A module reads its settings without depending on flags")
    func module() throws {
        let stack = FlagStack([MemoryProvider("Defaults", ["import.largest": 1_000])])
        let settings: any ImportSettings = try stack.register(ImportFlags.self)
        #expect(settings.largestFile == 1_000)
    }
}
