#if canImport(CoreBluetooth)
import CoreBluetooth
public import FiresteelPermissions

/// Nearby devices, by CoreBluetooth.
///
/// The program's property list needs `NSBluetoothAlwaysUsageDescription`.
public struct BluetoothPermission: PermissionAdapter {
    /// Creates the adapter.
    public init() {}

    /// Bluetooth.
    public var permission: PermissionKind { .bluetooth }

    /// The current status.
    ///
    /// Whether Bluetooth is switched on is another question.
    public var status: PermissionReading? {
        switch CBManager.authorization {
        case .notDetermined: PermissionReading(.notDetermined)
        case .restricted: PermissionReading(.restricted)
        case .denied: PermissionReading(.denied)
        case .allowedAlways: PermissionReading(.authorized)
        @unknown default: nil
        }
    }

    /// Requests the permission by creating a manager, which is the only way.
    public func request(_ permission: PermissionKind) async -> PermissionReading {
        await BluetoothQuestion.ask()
        return await check()
    }
}

/// A manager created for one request, on the main actor.
@MainActor
private final class BluetoothQuestion: NSObject, CBCentralManagerDelegate {
    private let changed: @Sendable () -> Void

    private init(_ changed: @escaping @Sendable () -> Void) {
        self.changed = changed
    }

    static func ask() async {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
        let question = BluetoothQuestion { continuation.yield() }
        let manager = CBCentralManager(delegate: question, queue: nil)
        // The manager doesn't retain its delegate.
        defer { withExtendedLifetime((question, manager)) {} }
        for await _ in changes where CBManager.authorization != .notDetermined { return }
    }

    nonisolated func centralManagerDidUpdateState(_ central: CBCentralManager) {
        MainActor.assumeIsolated { changed() }
    }
}
#endif
