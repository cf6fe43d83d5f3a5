#if canImport(CoreLocation)
import CoreLocation
public import Firesteel

/// Where the device is, by CoreLocation.
///
/// The program's property list needs `NSLocationWhenInUseUsageDescription`, and for all times
/// `NSLocationAlwaysAndWhenInUseUsageDescription` as well.
///
/// Where it is allowed while in use and asked for at all times, the system may ask or stay silent, and doesn't say which:
/// the request returns at once, and the permission changes by itself when the user allows it.
public struct LocationPermission: PermissionAdapter {
    private let usage: LocationUsage

    /// - Parameter usage: When the program gets to know it.
    public init(_ usage: LocationUsage) {
        self.usage = usage
    }

    /// The location.
    public var permission: PermissionKind { .location(usage) }

    /// How it stands.
    public var status: PermissionReading? { reading(CLLocationManager().authorizationStatus) }

    /// Asks the user.
    public func request(_ permission: PermissionKind) async -> PermissionReading {
        await LocationWatch.request(usage)
        return await check()
    }

    /// Calls the handler whenever the system says that it changed, until what is returned is called.
    public func subscribe(_ handler: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        let watch = Task { @MainActor in LocationWatch(handler) }
        return { Task { @MainActor in await watch.value.end() } }
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

/// Hears of changes, on the main actor's thread, where the manager was made.
@MainActor
private final class LocationWatch: NSObject, CLLocationManagerDelegate {
    private let manager = CLLocationManager()
    private let changed: @Sendable () -> Void

    init(_ changed: @escaping @Sendable () -> Void) {
        self.changed = changed
        super.init()
        manager.delegate = self
    }

    /// Asks the user, and waits for the answer where there is sure to be one.
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
