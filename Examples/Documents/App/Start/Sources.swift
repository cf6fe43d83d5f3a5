import Firesteel
import FiresteelPermissions
import FiresteelPurchases

extension [any ConstraintSource] {
    /// What conditions of Documents look at outside the program: purchases, and permissions of this system.
    ///
    /// No feature needs a permission so far; the inspector shows how those of this computer stand.
    ///
    /// - Parameter store: where it is written down what was bought. What the inspector sets by hand goes before it, in
    ///   debug builds.
    static func documents(_ store: FilePurchaseStore) -> [any ConstraintSource] {
        #if DEBUG
        let trackers: [any PurchaseTracker] = [store, DebugPurchaseTracker()]
        #else
        let trackers: [any PurchaseTracker] = [store]
        #endif
        #if os(Linux)
        return [Purchases(trackers), Permissions(LinuxDevices.adapters())]
        #else
        return [Purchases(trackers)]
        #endif
    }
}
