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
        let rows = products.map { product in
            let status = product.status
            return [
                product.id, product.product.kind.label, status.state.rawValue,
                product.product.kind == .consumable ? "\(status.quantity)" : "",
                (status.graceEnds ?? status.expires).map { $0.formatted(.iso8601) } ?? "",
                status.source ?? "nobody", status.override == nil ? "" : "set by hand",
                product.features.map(\.text).joined(separator: ", "),
            ]
        }
        let columns = ["Product", "Kind", "State", "Left", "Until", "From", "", "Features"]
        return ReportContent([.table(columns: columns, rows: rows)])
    }
}
