import FiresteelFlags
import FlagTesting
import Foundation
import TestSupport
import Testing

@Suite("Flags from files")
struct FileProviderTests {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    @Test("The format is detected, or passed", arguments: FlagFileFormat.allCases)
    func formats(format: FlagFileFormat) throws {
        let sample = FlagFileSample(format)
        let file = try folder.write(sample.text(true, 7), to: "flags.json")
        for given in [nil, format] {
            let stack = FlagStack([FileProvider(file, format: given, interval: nil)])
            #expect(stack[Flag(sample.switchKey, default: false)])
            #expect(stack[Flag(sample.numberKey, default: 0)] == 7)
            #expect(stack.resolution(of: Flag(sample.numberKey, default: 0)).provider == "flags.json")
        }
    }

    @Test("A file that changes on disk is reloaded automatically", .timeLimit(.minutes(5)), arguments: [true, false])
    func reloading(atomically: Bool) async throws {
        let file = try folder.write(#"{"a": 1}"#, to: "flags.json")
        let stack = FlagStack([FileProvider(file, interval: .milliseconds(10))])
        let flag = Flag("a", default: 0)
        try stack.declare([flag.declaration])
        let changes = stack.changes(of: flag)
        // Of the same length, and within the time that the file's date can't tell from the one before.
        try folder.write(#"{"a": 2}"#, to: "flags.json", atomically: atomically)
        #expect(await next(1, of: changes).map(\.new.value) == [2])
        #expect(stack[flag] == 2)
    }

    @Test("A file that is created later is loaded", .timeLimit(.minutes(5)))
    func later() async throws {
        let provider = FileProvider(folder.file("flags.json"), interval: .milliseconds(10))
        #expect(provider.status.state == .failed)
        #expect(provider.status.error?.message.contains("flags.json") == true)
        let stack = FlagStack([provider])
        let flag = Flag("a", default: 0)
        try stack.declare([flag.declaration])
        let changes = stack.changes(of: flag)
        try folder.write(#"{"a": 2}"#, to: "flags.json")
        #expect(await next(1, of: changes).map(\.new.value) == [2])
        #expect(provider.status.state == .ready)
        #expect(provider.status.error == nil)
    }

    @Test(
        "An invalid file keeps the last good values, and the status has the error",
        arguments: ["", "{", #"{"a": 2"#, "[1]", "a=2", #"{"a": 1, "a": 2}"#, "\u{0}"])
    func badFile(text: String) throws {
        let clock = TestClock(100)
        let file = try folder.write(#"{"a": 1}"#, to: "flags.json")
        let provider = FileProvider(file, interval: nil, clock: clock.read)
        let stack = FlagStack([provider])
        let flag = Flag("a", default: 0)
        #expect(stack[flag] == 1)
        clock.now = 200
        try folder.write(text, to: "flags.json", atomically: false)
        provider.reload()
        #expect(stack[flag] == 1)
        #expect(provider.status.state == .stale)
        #expect(provider.status.updated == 100)
        #expect(provider.status.error?.code == .parseError)
        #expect(provider.status.error?.message.contains(file.path) == true)
        try folder.write(#"{"a": 3}"#, to: "flags.json")
        provider.reload()
        #expect(stack[flag] == 3)
        #expect(provider.status == FlagProviderStatus(.ready, updated: 200))
    }

    @Test("A file that is too large isn't read, and keeps the last good values")
    func tooLarge() throws {
        let file = try folder.write(#"{"a": 1}"#, to: "flags.json")
        let provider = FileProvider(file, interval: nil)
        let handle = try FileHandle(forWritingTo: file)
        // A hole: to read it would take more memory than there is.
        try handle.truncate(atOffset: 1 << 40)
        try handle.close()
        provider.reload()
        #expect(FlagStack([provider])[Flag("a", default: 0)] == 1)
        #expect(provider.status.state == .stale)
        #expect(provider.status.error?.message.contains("\(1 << 40) bytes; the limit is \(64 << 20)") == true)
    }

    @Test("A folder and a pipe aren't files of flags", .timeLimit(.minutes(5)))
    func notRegular() throws {
        let pipe = folder.file("pipe")
        try #require(mkfifo(pipe.path, 0o600) == 0)
        for file in [folder.url, pipe] {
            let provider = FileProvider(file, interval: nil)
            #expect(provider.status.state == .failed)
            #expect(provider.status.error?.message.contains("regular file") == true)
        }
    }

    @Test("The target of a link is read, and read again when it changes")
    func link() throws {
        let file = try folder.write(#"{"a": 1}"#, to: "flags.json")
        let link = folder.file("link.json")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        // Long after both were made, so that only what the link leads to tells of a change.
        let clock = TestClock(Date.distantFuture.timeIntervalSince1970)
        let provider = FileProvider(link, interval: nil, clock: clock.read)
        let stack = FlagStack([provider])
        #expect(stack[Flag("a", default: 0)] == 1)
        try folder.write(#"{"a": 22}"#, to: "flags.json")
        provider.checkForChange()
        #expect(stack[Flag("a", default: 0)] == 22)
    }

    @Test("A file that is removed keeps its values")
    func removed() throws {
        let file = try folder.write(#"{"a": 1}"#, to: "flags.json")
        let provider = FileProvider(file, interval: nil)
        let stack = FlagStack([provider])
        try FileManager.default.removeItem(at: file)
        provider.checkForChange()
        #expect(stack[Flag("a", default: 0)] == 1)
        #expect(provider.status.state == .stale)
    }

    @Test("If a file can't be read, the next provider decides, the resolution has the reason, and it is reported once")
    func unreadable() throws {
        let file = try folder.write("{", to: "flags.json")
        let provider = FileProvider(file, interval: nil)
        #expect(provider.status.state == .failed)
        let stack = FlagStack([provider, MemoryProvider("Memory", ["a": 5, "b": 6])])
        let flags = ["a", "b"].map { Flag($0, default: 0) }
        try stack.declare(flags.map(\.declaration))
        #expect(flags.map { stack[$0] } == [5, 6])
        for flag in flags {
            let skipped = stack.resolution(of: flag).skipped
            #expect(skipped.map(\.error.code) == [.providerNotReady])
            #expect(skipped.first?.error.message.contains(file.path) == true)
        }
        #expect(stack.explain("a")?.text.contains(file.path) == true)
        #expect(stack.diagnostics.map(\.kind) == [.providerFailed])
        try folder.write(#"{"a": 1}"#, to: "flags.json")
        provider.reload()
        #expect(flags.map { stack[$0] } == [1, 6])
        #expect(stack.resolution(of: flags[1]).skipped.map(\.error.code) == [.flagNotFound])
    }

    @Test("A missing file is reported in a sentence until it exists")
    func missing() throws {
        let file = folder.url.appending(path: "later.json")
        let provider = FileProvider(file, interval: nil)
        let stack = FlagStack([provider])
        let flag = Flag("a", default: 0)
        #expect(stack[flag] == 0)
        #expect(
            provider.status.error?.message
                == "Can't read flags from \(file.path): the file doesn't exist. Create it, or make the provider optional."
        )
        #expect(stack.diagnostics.filter { $0.kind == .providerFailed }.count == 1)
        try folder.write(#"{"a": 1}"#, to: "later.json")
        provider.reload()
        #expect(stack[flag] == 1)
        #expect(stack.diagnostics.allSatisfy { $0.kind != .providerFailed })
        // A further outage is reported again, and ends as well, though no flag changes.
        for _ in 0..<2 {
            try FileManager.default.removeItem(at: file)
            provider.reload()
            provider.reload()
            #expect(provider.status.state == .stale)
            #expect(stack.diagnostics.filter { $0.kind == .providerFailed }.map(\.provider) == ["later.json"])
            try folder.write(#"{"a": 1}"#, to: "later.json")
            provider.reload()
            #expect(provider.status.state == .ready)
            #expect(stack.diagnostics.allSatisfy { $0.kind != .providerFailed })
        }
    }

    @Test("An optional file may be missing, come and go")
    func optional() throws {
        let file = folder.url.appending(path: "optional.json")
        let provider = FileProvider(file, isOptional: true, interval: nil)
        let stack = FlagStack([provider])
        let flag = Flag("a", default: 0)
        #expect(stack[flag] == 0)
        #expect(provider.status.state == .ready && provider.status.error == nil)
        for text in [
            #"{"a": 1}"#, #"{"flags": {"a": {"state": "ENABLED", "variants": {"x": 1}, "defaultVariant": "x"}}}"#,
        ] {
            try folder.write(text, to: "optional.json")
            provider.reload()
            #expect(stack[flag] == 1)
            try FileManager.default.removeItem(at: file)
            provider.reload()
            #expect(stack[flag] == 0)
            #expect(provider.status.state == .ready && provider.status.error == nil)
        }
        try folder.write("{", to: "optional.json")
        provider.reload()
        #expect(provider.status.error != nil)
    }

    @Test("A definition that is bad fails alone, and the next provider answers")
    func badDefinition() throws {
        let text = """
            {"flags": {
              "good": {"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on"},
              "bad": {"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "missing"}
            }}
            """
        let provider = FileProvider(try folder.write(text, to: "flags.json"), interval: nil)
        let stack = FlagStack([provider, MemoryProvider("Memory", ["bad": true])])
        #expect(stack[Flag("good", default: false)])
        #expect(stack[Flag("bad", default: false)])
        let resolution = stack.resolution(of: Flag("bad", default: false))
        #expect(resolution.provider == "Memory")
        #expect(resolution.skipped.map(\.provider) == ["flags.json"])
    }

    @Test("A definition with an empty key is named, and the others hold")
    func emptyKey() throws {
        let definition = #"{"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on"}"#
        let file = try folder.write(#"{"flags": {"": \#(definition), "a": \#(definition)}}"#, to: "flags.json")
        let provider = FileProvider(file, interval: nil)
        #expect(provider.keys == ["a"])
        #expect(provider.rule(for: "") == nil)
        #expect(provider.status.error?.message.contains("has no key") == true)
    }

    @Test("Parts of a file that can't be used are named, and the others hold")
    func parts() throws {
        let text = """
            {"toggles": [
              {"variable": "a", "int": 1}, {"variable": "b", "int": "x"}, {"int": 3}, {"variable": "c"},
              {"variable": "a", "int": 4}, {"variable": "d", "secure": "key"}, {"variable": "e", "number": 2}
            ]}
            """
        let provider = FileProvider(try folder.write(text, to: "flags.json"), interval: nil)
        #expect(provider.keys == ["a", "d", "e"])
        #expect(provider.status.state == .ready)
        let message = try #require(provider.status.error?.message)
        for place in ["$.toggles[1]", "$.toggles[2]", "$.toggles[3]", "$.toggles[4]"] {
            #expect(message.contains(place))
        }
        let stack = FlagStack([provider])
        #expect(stack[Flag("a", default: 0)] == 1)
        #expect(stack[Flag("e", default: 0.0)] == 2)
        #expect(stack.resolution(of: Flag("d", default: "")).metadata["secure"] == true)
    }

    @Test("Titles and descriptions of JustTweak's files are metadata")
    func tweakMetadata() throws {
        let file = try folder.write(FlagFileSample(.justTweak).text(true, 3), to: "flags.json")
        let stack = FlagStack([FileProvider(file, interval: nil)])
        let flag = Flag("editor.autosave", default: false)
        #expect(stack.resolution(of: flag).metadata["group"] == "Editor")
        #expect(stack.description(of: "editor.autosave")?.description == "Saves")
    }

    @Test("Only flags that differ in a new file are reported as changed")
    func given() throws {
        let file = try folder.write(#"{"a": 1, "b": 1, "c": 1}"#, to: "flags.json")
        let provider = FileProvider(file, interval: nil)
        let seen = Recorded<FlagProviderChange>()
        let subscription = provider.subscribe { seen.append($0) }
        try folder.write(#"{"a": 1, "b": 2, "d": 1}"#, to: "flags.json")
        provider.reload()
        provider.reload()
        #expect(seen.all == [.keys(["b", "c", "d"])])
        subscription.cancel()
    }

    @Test("Rules of flagd's format decide by context")
    func rules() throws {
        let text = """
            {"flags": {"limit": {"state": "ENABLED", "variants": {"small": 1, "large": 9}, "defaultVariant": "small",
              "targeting": {"if": [{"==": [{"var": "plan"}, "pro"]}, "large", null]},
              "metadata": {"owner": "Payments", "kind": "permission"}}}}
            """
        let stack = FlagStack([FileProvider(try folder.write(text, to: "flags.json"), interval: nil)])
        let limit = Flag("limit", default: 0)
        #expect(stack[limit] == 1)
        let resolution = stack.resolution(of: limit, in: EvaluationContext(attributes: ["plan": "pro"]))
        #expect(resolution.value == 9)
        #expect(resolution.variant == "large")
        #expect(resolution.reason == .targetingMatch)
        let description = stack.description(of: "limit")
        #expect(description?.owner == "Payments")
        #expect(description?.kind == .permission)
        #expect(description?.dependsOnContext == true)
    }
}
