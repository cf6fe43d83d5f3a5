#if canImport(CoreLocation)
import CoreLocation
public import Firesteel
public import FiresteelPermissions

/// Access to the location, with CoreLocation.
///
/// The program's property list needs `NSLocationWhenInUseUsageDescription`, and for permanent access
/// `NSLocationAlwaysAndWhenInUseUsageDescription` as well.
///
/// If access is allowed while in use and permanent access is requested, the system may or may not ask the user, and
/// doesn't report which: the request returns immediately, and the permission changes when the user allows it.
public struct LocationPermission: PermissionAdapter {
    private let usage: LocationUsage

    /// Creates an adapter.
    ///
    /// - Parameter usage: The kind of access.
    public init(_ usage: LocationUsage) {
        self.usage = usage
    }

    /// The location.
    public var permission: PermissionKind { .location(usage) }

    /// The current status.
    public var status: PermissionReading? { reading(CLLocationManager().authorizationStatus) }

    /// Requests the permission.
    public func request(_ permission: PermissionKind) async -> PermissionReading {
        await LocationWatch.request(usage)
        return await check()
    }

    /// Calls the handler on each change, until the subscription is cancelled or released.
    public func subscribe(_ handler: @escaping @Sendable () -> Void) -> Subscription {
        let changes = Broadcaster<Void>()
        let watch = Task { @MainActor in LocationWatch { changes.send(()) } }
        let ending = LocationWatchEnding(watch)
        // The handler is released when the subscription ends.
        return changes.subscribe { _ in withExtendedLifetime(ending) { handler() } }
    }

    private func reading(_ status: CLAuthorizationStatus) -> PermissionReading? {
        switch status {
        case .notDetermined: PermissionReading(.notDetermined)
        case .restricted: PermissionReading(.restricted)
        case .denied: PermissionReading(.denied)
        case .authorizedAlways: PermissionReading(.authorized)
        #if !os(macOS)
        case .authorizedWhenInUse:
            usage == .whenInUse ? PermissionReading(.authorized) : PermissionReading(.notDetermined, .lesser)
        #endif
        @unknown default: nil
        }
    }
}

/// Ends a watch when it is released.
private final class LocationWatchEnding: Sendable {
    private let watch: Task<LocationWatch, Never>

    init(_ watch: Task<LocationWatch, Never>) { self.watch = watch }

    deinit {
        Task { @MainActor [watch] in await watch.value.end() }
    }
}

/// Observes changes, on the main actor, where the manager was created.
@MainActor
private final class LocationWatch: NSObject, CLLocationManagerDelegate {
    private let manager = CLLocationManager()
    private let changed: @Sendable () -> Void

    init(_ changed: @escaping @Sendable () -> Void) {
        self.changed = changed
        super.init()
        manager.delegate = self
    }

    /// Requests the permission, and waits for the response if the system is certain to ask.
    static func request(_ usage: LocationUsage) async {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
        let watch = LocationWatch { continuation.yield() }
        defer { watch.end() }
        let isFirst = watch.manager.authorizationStatus == .notDetermined
        watch.ask(usage)
        guard isFirst else { return }
        for await _ in changes where watch.manager.authorizationStatus != .notDetermined { return }
    }

    private func ask(_ usage: LocationUsage) {
        #if os(tvOS)
        manager.requestWhenInUseAuthorization()
        #else
        switch usage {
        case .whenInUse: manager.requestWhenInUseAuthorization()
        case .always: manager.requestAlwaysAuthorization()
        }
        #endif
    }

    func end() { manager.delegate = nil }

    nonisolated func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
        MainActor.assumeIsolated { changed() }
    }
}
#endif
