#if os(Linux) || os(macOS)
import TestSupport
import CompilerTesting
import FlagAccessors
import Foundation
import Testing

@Suite("Accessors for whatever keys there are")
struct RandomAccessorsTests {
    private static let seeds: Range<UInt64> = 0..<8

    @Test("A program with them compiles without a warning, and has the file's flags under distinct names")
    func program() async throws {
        let read = try await Self.typesInProgram()
        for seed in Self.seeds {
            let types = try #require(read["Random\(seed)Flags"], "Seed \(seed)")
            // Equal texts are the same to the eye, although the compiler tells such names apart.
            let isUnique = types.allSatisfy { Set($0.names).count == $0.names.count }
            #expect(isUnique, "Seed \(seed)")
            let flags = types.flatMap(\.flags)
            let keys = RandomKeys.sorted(flags.map(\.key))
            #expect(keys.elementsEqual(Self.keys(of: seed), by: isSame), "Seed \(seed)")
            let changed = flags.filter { !isSame($0.defaultValue, $0.key) || !isSame($0.description, $0.key) }
            #expect(changed.isEmpty, "Seed \(seed)")
        }
    }

    @Test("The order in which a file has its flags changes nothing", arguments: seeds)
    func order(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let keys = Self.keys(of: seed)
        let again = try Self.source(of: keys.shuffled(using: &generator), seed)
        #expect(try again == Self.source(of: keys, seed))
    }

    /// The types of all seeds' accessors by the name of the outermost, as a program that has them finds them.
    private static func typesInProgram() async throws -> [String: [ReadContainer]] {
        try await withTemporaryFolder { folder in
            let here = URL(filePath: #filePath).deletingLastPathComponent()
            var files = [here.appending(path: "Program/Program.swift"), here.appending(path: "ReadContainer.swift")]
            func write(_ source: String, to name: String) throws {
                let file = folder.appending(path: name)
                try Data(source.utf8).write(to: file)
                files.append(file)
            }
            for seed in seeds { try write(source(of: keys(of: seed), seed), to: "Random\(seed).swift") }
            let containers = seeds.map { "\"Random\($0)Flags\": Random\($0)Flags()" }.joined(separator: ", ")
            try write(
                "import FiresteelFlags\n\nlet containers: [String: any FlagContainer] = [\(containers)]\n",
                to: "Containers.swift")

            let program = folder.appending(path: "program")
            let answer = try await Compiler.current().build(
                program, of: files, linking: "FiresteelFlags", "FiresteelBase")
            try #require(answer.succeeded, "\(answer.output)")
            let result = try await Command.run(program.path(percentEncoded: false))
            try #require(result.succeeded, "\(result.output)")
            return try JSONDecoder().decode([String: [ReadContainer]].self, from: Data(result.output.utf8))
        }
    }

    private static func keys(of seed: UInt64) -> [String] {
        var generator = SplitMix64(seed: seed)
        return RandomKeys.make(120, using: &generator)
    }

    private static func source(of keys: [String], _ seed: UInt64) throws -> String {
        let toggles = keys.map { key in
            // The key is the value and the description as well: whatever is in it has to stay where it belongs.
            "{\"variable\": \(json(key)), \"string\": \(json(key)), \"metadata\": {\"description\": \(json(key))}}"
        }
        return try accessors("{\"toggles\": [\(toggles.joined(separator: ", "))]}", named: "Random\(seed).flags.json")
            .source
    }

    private static func json(_ text: String) -> String {
        let units = text.utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        return "\"\(units.joined())\""
    }
}

/// Whether two texts are made of the same bytes, which is more than to be equal.
private func isSame(_ text: String, _ other: String) -> Bool { text.utf8.elementsEqual(other.utf8) }
#endif
