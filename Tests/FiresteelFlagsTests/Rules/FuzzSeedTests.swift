import FiresteelFlags
import FlagTesting
import Foundation
import Testing

@Suite("Seeds of the fuzz targets for flags")
struct FlagFuzzSeedTests {
    private static func seeds(_ target: String) throws -> [(name: String, bytes: [UInt8])] {
        var folder = URL(filePath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        folder.append(path: "Fuzz/Seeds/\(target)")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try files.map { ($0.lastPathComponent, Array(try Data(contentsOf: $0))) }
    }

    @Test("Every file of flags is rejected or evaluated")
    func files() throws {
        let seeds = try Self.seeds("FlagFileFuzz")
        #expect(seeds.count >= 4)
        var readable = 0
        for seed in seeds {
            guard let definitions = try? FlagDefinitions(json: seed.bytes) else { continue }
            readable += 1
            for key in definitions.keys {
                let rule = try #require(definitions.rule(for: key))
                _ = rule.evaluation("u", ["plan": "premium"])
                #expect(!rule.explain(.empty, now: 0).isEmpty || definitions.errors.contains { $0.key == key })
            }
        }
        #expect(readable >= 4)
    }

    @Test("Every rule is rejected or evaluated")
    func rules() throws {
        let seeds = try Self.seeds("JsonLogicFuzz")
        #expect(seeds.count >= 4)
        for seed in seeds {
            guard case .array(let parts)? = try? JSONValue(json: seed.bytes), parts.count == 2 else { continue }
            let value = try? JsonLogic.compile(parts[0]).evaluate(parts[1])
            #expect(value != nil, "\(seed.name)")
        }
    }
}
