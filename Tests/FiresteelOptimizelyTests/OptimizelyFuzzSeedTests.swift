import FiresteelFlags
import FiresteelOptimizely
import Foundation
import Testing

@Suite("Seeds of the fuzz target for datafiles") struct OptimizelyFuzzSeedTests {
    @Test("Every datafile is rejected or evaluated")
    func seeds() throws {
        var folder = URL(filePath: #filePath)
        for _ in 0..<3 { folder.deleteLastPathComponent() }
        folder.append(path: "Fuzz/Seeds/OptimizelyFuzz")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        var readable = 0
        for file in files {
            guard let datafile = try? OptimizelyDatafile(json: Array(Data(contentsOf: file))) else { continue }
            readable += 1
            for key in datafile.keys {
                let rule = try #require(datafile.rule(for: key))
                let context = EvaluationContext(targetingKey: "user")
                #expect(rule.evaluate(context, now: 0) == rule.evaluate(context, now: 0))
            }
        }
        #expect(readable >= 3)
    }
}
