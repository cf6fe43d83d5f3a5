extension AvailabilityTable {
    /// Where it is known what was bought.
    var purchases: Purchases? { sources[Purchases.sourceName] as? Purchases }

    /// Reports what keeps purchases from being known as they should, each once.
    func reportPurchaseFaults() {
        for fault in purchases?.faults ?? [] { dispatcher.report(.constraints(fault)) }
    }
}
