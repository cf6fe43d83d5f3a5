import Foundation

extension PurchaseStatus {
    /// Creates the status of a product from the snapshot of one tracker.
    init(_ product: Product, _ snapshot: PurchaseSnapshot, source: String, now: Date) {
        switch snapshot {
        case .unknown: self.init(.unknown, source: source)
        case .known(let entitlements, let consumed):
            let own = entitlements.filter { $0.product == product.id && $0.quantity > 0 }
            self =
                product.kind == .consumable
                ? .consumable(own, consumed: consumed, source: source)
                : .kept(own, of: product, source: source, now: now)
        }
    }

    /// Combines the statuses that several trackers report.
    ///
    /// One that grants is enough. If none does, one that is unknown leaves the result unknown; among those that deny,
    /// the most informative one is named.
    init(combining statuses: [PurchaseStatus]) {
        guard let best = statuses.max(by: { $0.rank < $1.rank }) else {
            self.init(.unsupported)
            return
        }
        // Several trackers may report the same purchase: the highest quantity counts, and quantities are not added up.
        let quantity = statuses.map(\.quantity).max() ?? 0
        self.init(
            state: best.state, quantity: quantity, entitlement: best.entitlement, expires: best.expires,
            graceEnds: best.graceEnds, source: best.source, override: nil,
            isOpen: statuses.contains { $0.isOpen }, changes: statuses.compactMap(\.changes).min())
    }

    private var rank: Int {
        switch state {
        case .purchased: 7
        case .inGracePeriod: 6
        case .unknown: 5
        case .expired: 4
        case .revoked: 3
        case .notPurchased: 2
        case .unsupported: 1
        }
    }

    private static func consumable(_ entitlements: [Entitlement], consumed: Int, source: String) -> PurchaseStatus {
        let valid = entitlements.filter { $0.revoked == nil }
        let bought = valid.reduce(0) { $0.addingSaturating($1.quantity) }
        let left = max(0, bought - max(0, consumed))
        let state: State =
            left > 0 ? .purchased : valid.isEmpty && !entitlements.isEmpty ? .revoked : .notPurchased
        return PurchaseStatus(
            state: state, quantity: left, entitlement: (valid.isEmpty ? entitlements : valid).newest, expires: nil,
            graceEnds: nil, source: source, override: nil, isOpen: false, changes: nil)
    }

    private static func kept(
        _ entitlements: [Entitlement], of product: Product, source: String, now: Date
    ) -> PurchaseStatus {
        let statuses = entitlements.map { one($0, of: product, source: source, now: now) }
        let best = statuses.max { ($0.rank, $0.lasts, $0.since) < ($1.rank, $1.lasts, $1.since) }
        guard let best else { return PurchaseStatus(.notPurchased, source: source) }
        return PurchaseStatus(
            state: best.state, quantity: best.quantity, entitlement: best.entitlement, expires: best.expires,
            graceEnds: best.graceEnds, source: source, override: nil, isOpen: false,
            changes: statuses.compactMap(\.changes).min())
    }

    private var lasts: Date { graceEnds ?? .distantFuture }
    private var since: Date { entitlement?.purchased ?? .distantPast }

    private static func one(_ entitlement: Entitlement, of product: Product, source: String, now: Date)
        -> PurchaseStatus
    {
        let end = entitlement.end(of: product)
        let graceEnd = entitlement.graceEnd(of: product)
        let state: State =
            if entitlement.revoked != nil {
                .revoked
            } else if end.map({ now < $0 }) ?? true {
                .purchased
            } else if graceEnd.map({ now < $0 }) ?? false {
                .inGracePeriod
            } else {
                .expired
            }
        let changes: Date? =
            switch state {
            case .purchased: end
            case .inGracePeriod: graceEnd
            default: nil
            }
        return PurchaseStatus(
            state: state, quantity: state.isGranted ? 1 : 0, entitlement: entitlement, expires: end,
            graceEnds: graceEnd, source: source, override: nil, isOpen: false, changes: changes)
    }
}

extension [Entitlement] {
    fileprivate var newest: Entitlement? {
        self.max { ($0.purchased ?? .distantPast) < ($1.purchased ?? .distantPast) }
    }
}

extension Int {
    /// Returns the sum, saturating at `Int.max`.
    fileprivate func addingSaturating(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
