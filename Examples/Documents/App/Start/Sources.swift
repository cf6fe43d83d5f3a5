import Firesteel
import FiresteelPermissions
import FiresteelPurchases

extension [any ConstraintSource] {
    /// The sources of constraints: purchases, and permissions of this system.
    ///
    /// No feature requires a permission; the inspector shows the permissions of this computer.
    ///
    /// - Parameter store: The store of purchases. In debug builds, values set in the inspector have priority.
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
