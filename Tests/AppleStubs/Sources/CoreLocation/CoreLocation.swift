// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported import Foundation
@_exported import FoundationAdditions

public enum CLAuthorizationStatus: Int32, Sendable {
    case notDetermined, restricted, denied, authorizedAlways
    @available(macOS, unavailable)
    case authorizedWhenInUse
}

public protocol CLLocationManagerDelegate: NSObjectProtocol {
    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)
}

extension CLLocationManagerDelegate {
    public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) { declared() }
}

open class CLLocationManager: NSObject {
    public override init() { declared() }
    weak open var delegate: (any CLLocationManagerDelegate)?
    open var authorizationStatus: CLAuthorizationStatus { declared() }
    open func requestWhenInUseAuthorization() { declared() }
    @available(tvOS, unavailable)
    open func requestAlwaysAuthorization() { declared() }
}
