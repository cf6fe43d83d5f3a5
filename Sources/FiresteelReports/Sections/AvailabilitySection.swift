import Firesteel

/// The availability of features, with reasons.
struct AvailabilitySection: ReportSection {
    let identifier = "availability"
    let title = "Availability"

    func content(_ request: ReportRequest) -> ReportContent {
        var features: [[String]] = []
        var conditions: [[String]] = []
        func add(_ feature: FeatureDescription) {
            let reasons = feature.availability.reasons.map { reason in
                reason.text + (reason.remedyDescription.map { " (\($0))" } ?? "")
            }
            features.append([
                feature.path.text, "\(feature.availability.state)", reasons.joined(separator: "; "),
            ])
            for condition in feature.constraints {
                conditions.append([
                    feature.path.text, condition.label, "\(condition.status.state)", condition.status.summary,
                    condition.status.reason,
                ])
            }
            feature.features.forEach(add)
        }
        request.runtime.featureTree.forEach(add)
        var parts = [ReportPart.table("Features", columns: ["Feature", "State", "Why"], rows: features)]
        if !conditions.isEmpty {
            parts.append(
                .table("Conditions", columns: ["Feature", "Condition", "State", "Now", "Why"], rows: conditions))
        }
        return ReportContent(parts)
    }
}
