/// The routes of a runtime: read without a lock, replaced as a whole when more are registered.
///
/// A table that was replaced stays as long as the runtime, since somebody may still read it.
final class RouteStore: Sendable {
    private let tables = IndexedTable<RouteTable>()

    init() {
        _ = tables.replace(with: RouteTable.make([]).table, at: 0)
    }

    /// The routes as they are now.
    var table: RouteTable { tables[0] ?? RouteTable.make([]).table }

    /// The table with the routes of a graph, and everything that is wrong with them.
    ///
    /// The table is `nil` where the graph has no routes.
    func adding(_ graph: FeatureGraph) -> (table: RouteTable?, faults: [FeatureSetupError.Diagnostic]) {
        let added = RegisteredRoute.routes(of: graph)
        guard !added.routes.isEmpty else { return (nil, added.faults) }
        let made = RouteTable.make(table.routes + added.routes)
        return (made.table, added.faults + made.faults)
    }

    /// Takes a table in place of the one that is there.
    func replace(with table: RouteTable?) {
        // There is room: it is the first place of all.
        if let table { _ = tables.replace(with: table, at: 0) }
    }
}
