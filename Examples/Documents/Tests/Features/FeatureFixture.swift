import DocumentsCore
import Firesteel
import FiresteelPurchases
import FiresteelTesting
import FiresteelTimeline
import Foundation
import TestSupport

/// A folder, its store, and a runtime of its own in which the actions of a test are performed.
struct FeatureFixture {
    let folder: TemporaryFolder
    let store: DocumentStore
    let runtime: FeatureRuntime
    let purchases: FilePurchaseStore

    func reference(_ path: String) -> DocumentReference { DocumentReference(path, in: store) }

    /// What was performed so far, in the order in which it ended: action, outcome, and what is recorded of the input.
    var performs: [String] {
        var all: [String] = []
        runtime.timeline?.run.forEachPerform { perform in
            all.append(
                "\(perform.action?.identifier ?? "?") \(perform.outcome.map { "\($0)" } ?? "in flight"): \(perform.input ?? "")"
            )
            return true
        }
        return all
    }
}

func withFeatures(_ body: (FeatureFixture) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    let purchases = FilePurchaseStore(URL(fileURLWithPath: folder.path + "/.purchases.json"))
    try await withTestRuntime(AppFeatures.self) {
        $0.sources = [Purchases([purchases])]
    } _: { test in
        let store = try DocumentStore(at: folder.path)
        try await body(FeatureFixture(folder: folder, store: store, runtime: test.runtime, purchases: purchases))
    }
}
