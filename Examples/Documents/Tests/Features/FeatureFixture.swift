import DocumentsCore
import Firesteel
import FiresteelPurchases
import FiresteelTesting
import FiresteelTimeline
import Foundation
import TestSupport

/// A folder, its store, and a separate runtime for the actions of a test.
struct FeatureFixture {
    let folder: TemporaryFolder
    let store: DocumentStore
    let runtime: FeatureRuntime
    let purchases: FilePurchaseStore

    func reference(_ path: String) -> DocumentReference { DocumentReference(path, in: store) }

    /// The performs in the order in which they ended: action, outcome and recorded input.
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
