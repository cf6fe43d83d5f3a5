import DocumentsCore
import Firesteel

/// Which of the conditional features a page can offer now.
enum FeatureStates {
    private static let features: [(name: String, type: any ConditionalFeature.Type)] = [
        ("preview", DocumentPreview.self), ("import", DocumentImport.self), ("crash", CrashRehearsal.self),
    ]

    static func current(in runtime: FeatureRuntime) -> [FeatureState] {
        features.map { name, type in
            let availability = runtime.availability(of: type)
            return FeatureState(
                feature: name, available: availability.isAvailable, reasons: availability.reasons.map(\.text))
        }
    }
}
