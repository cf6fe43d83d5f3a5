import DocumentsCore
import Firesteel

/// The availability of the conditional features that pages offer.
enum FeatureStates {
    private static let features: [(name: String, type: any ConditionalFeature.Type)] = [
        ("preview", DocumentPreview.self), ("import", DocumentImport.self), ("crash", CrashRehearsal.self),
        ("export", DocumentExport.self), ("focus", FocusMode.self), ("statistics", DocumentStatistics.self),
        ("usage", UsageFigures.self), ("reports", ProgramReports.self),
    ]

    static func current(in runtime: FeatureRuntime) -> [FeatureState] {
        let states = features.map { name, type in
            let availability = runtime.availability(of: type)
            return FeatureState(
                feature: name, available: availability.isAvailable, reasons: availability.reasons.map(\.text))
        }
        return states + [premium(in: runtime)]
    }

    /// Returns whether Premium is purchased, even if its features are unavailable for another reason.
    private static func premium(in runtime: FeatureRuntime) -> FeatureState {
        let isOff = runtime.availability(of: DocumentStatistics.self).reasons.contains { reason in
            switch reason.remedy {
            case .buy, .wait: true
            default: false
            }
        }
        return FeatureState(feature: "premium", available: !isOff, reasons: [])
    }
}
