/// The routes of a runtime: read without a lock, replaced as a whole when more are registered.
///
/// Replaced tables are retained as long as the runtime, because a reader may still use them.
final class RouteStore: Sendable {
    private let tables = IndexedTable<RouteTable>()

    init() {
        _ = tables.replace(with: RouteTable.make([]).table, at: 0)
    }

    var table: RouteTable { tables[0] ?? RouteTable.make([]).table }

    /// Returns the table with the routes of a graph, and the diagnostics of all invalid routes.
    ///
    /// The table is `nil` if the graph has no routes.
    func adding(_ graph: FeatureGraph) -> (table: RouteTable?, faults: [FeatureSetupError.Diagnostic]) {
        let added = RegisteredRoute.routes(of: graph)
        guard !added.routes.isEmpty else { return (nil, added.faults) }
        let made = RouteTable.make(table.routes + added.routes)
        return (made.table, added.faults + made.faults)
    }

    /// Replaces the current table.
    func replace(with table: RouteTable?) {
        // This always succeeds: it is the first place.
        if let table { _ = tables.replace(with: table, at: 0) }
    }
}
