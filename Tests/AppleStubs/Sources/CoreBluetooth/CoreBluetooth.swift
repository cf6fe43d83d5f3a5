// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported import Dispatch
@_exported import Foundation
@_exported import FoundationAdditions

public enum CBManagerAuthorization: Int, Sendable {
    case notDetermined, restricted, denied, allowedAlways
}

open class CBManager: NSObject {
    open class var authorization: CBManagerAuthorization { declared() }
}

public protocol CBCentralManagerDelegate: NSObjectProtocol {
    func centralManagerDidUpdateState(_ central: CBCentralManager)
}

open class CBCentralManager: CBManager {
    public init(delegate: (any CBCentralManagerDelegate)?, queue: DispatchQueue?) { declared() }
    weak open var delegate: (any CBCentralManagerDelegate)?
}
