import Firesteel
import FiresteelPurchases
import Foundation

/// The status of the products that features need.
///
/// Transactions are excluded, because they are private.
struct PurchasesSection: ReportSection {
    let identifier = "purchases"
    let title = "Purchases"

    func content(_ request: ReportRequest) -> ReportContent {
        let products = request.runtime.products
        guard !products.isEmpty else { return ReportContent([.paragraph("No feature requires a product.")]) }
        let rows = products.map { product in
            let status = product.status
            return [
                product.id, product.product.kind.label, status.state.rawValue,
                product.product.kind == .consumable ? "\(status.quantity)" : "",
                (status.graceEnds ?? status.expires).map { $0.formatted(.iso8601) } ?? "",
                status.source ?? "no tracker", status.override == nil ? "" : "overridden",
                product.features.map(\.text).joined(separator: ", "),
            ]
        }
        let columns = ["Product", "Kind", "State", "Left", "Until", "From", "", "Features"]
        return ReportContent([.table(columns: columns, rows: rows)])
    }
}
