import Firesteel
import Foundation

/// How the products stand that features look at.
///
/// Transactions aren't told: they are the person's.
struct PurchasesSection: ReportSection {
    let identifier = "purchases"
    let title = "Purchases"

    func content(_ request: ReportRequest) -> ReportContent {
        let products = request.runtime.products
        guard !products.isEmpty else { return ReportContent([.paragraph("No feature names a product.")]) }
        let rows = products.map { status in
            let standing = status.standing
            return [
                status.id, status.product.kind.label, standing.state.rawValue,
                status.product.kind == .consumable ? "\(standing.quantity)" : "",
                (standing.graceEnds ?? standing.expires).map { $0.formatted(.iso8601) } ?? "",
                standing.source ?? "nobody", standing.override == nil ? "" : "set by hand",
                status.features.map(\.text).joined(separator: ", "),
            ]
        }
        let columns = ["Product", "Kind", "State", "Left", "Until", "From", "", "Features"]
        return ReportContent([.table(columns: columns, rows: rows)])
    }
}
