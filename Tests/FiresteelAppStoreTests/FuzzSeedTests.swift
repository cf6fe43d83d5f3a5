import Foundation
import Testing

@testable import FiresteelAppStore

@Suite("Seeds of fuzzing signed data")
struct FuzzSeedTests {
    @Test("Every seed is read or refused, and so is each of its beginnings")
    func seeds() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Fuzz/Seeds/SignedTransactionFuzz")
        let seeds = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        #expect(seeds.count >= 9)
        var accepted = 0
        for seed in seeds {
            let bytes = try Data(contentsOf: seed).dropFirst()
            for length in stride(from: bytes.count, through: 0, by: -max(1, bytes.count / 50)) {
                let part = bytes.prefix(length)
                let header = TestChain.base64URL(Array(#"{"alg":"ES256","x5c":["AAAA","AAAA","AAAA"]}"#.utf8))
                let signature = TestChain.base64URL(Array(repeating: 7, count: 64))
                for text in [
                    String(decoding: part, as: UTF8.self), "\(header).\(TestChain.base64URL(Array(part))).\(signature)",
                    "\(TestChain.base64URL(Array(part))).e30.\(signature)",
                ] {
                    guard let parts = try? SignedDataParts(text) else { continue }
                    parts.readUnverified()
                    accepted += 1
                }
            }
        }
        #expect(accepted >= 4)
    }
}
