// From run RUN of Test.
// Discard Upload failed with TransferError.inUse: inUse
// Read the steps before you run it: they and their inputs come from the program that was recorded.

import Firesteel
import FiresteelTesting
import Testing

@Test("Discard Upload succeeds during Upload File")
func discardUploadSucceeds() async throws {
    try await withTestRuntime(TransferFeatures.self) { test in
        // Set up the data of Transfers here: the report has the inputs alone.
        let uploadFileTask = await test.begin {
            try await Transfers.action(UploadFile.self).perform(.init(replaying: ["name": "Plan.md"]))
        }

        // In the report, this step failed with TransferError.inUse: inUse
        let outcome = await Transfers.action(DiscardUpload.self).perform()
        #expect(outcome.error == nil)
        _ = try await uploadFileTask.value
    }
}
