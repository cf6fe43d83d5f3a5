#if os(Linux) || os(macOS)
import DocumentsCore
import Foundation
import Testing

// `SaveDocumentSucceeds.swift` is what `documents replay --write-test` writes for the rehearsed crash of Save, filled in;
// Tests/Automation/test_replay.py compares them. Without the rehearsal, which is the fault, it passes.

@Suite("A test that was written from a report", .timeLimit(.minutes(5)))
struct WrittenTestTests {
    @Test("It crashes as the report says, ten of ten times")
    func crashes() async {
        for _ in 0..<10 {
            await #expect(processExitsWith: .signal(SIGSEGV)) {
                SaveRehearsal.set(.segmentationFault)
                try await saveDocumentSucceeds()
            }
        }
    }
}
#endif
