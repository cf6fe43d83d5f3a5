// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import FoundationAdditions

public struct OSLogType: Equatable, RawRepresentable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let `default` = OSLogType(rawValue: 0x00)
    public static let info = OSLogType(rawValue: 0x01)
    public static let debug = OSLogType(rawValue: 0x02)
    public static let error = OSLogType(rawValue: 0x10)
    public static let fault = OSLogType(rawValue: 0x11)
}

public struct OSLogPrivacy {
    public enum Mask {
        case hash, none
    }
    public static var `public`: OSLogPrivacy { declared() }
    public static var `private`: OSLogPrivacy { declared() }
    public static func `private`(mask: Mask) -> OSLogPrivacy { declared() }
    public static var sensitive: OSLogPrivacy { declared() }
    public static var auto: OSLogPrivacy { declared() }
}

public struct OSLogStringAlignment {
    public static var none: OSLogStringAlignment { declared() }
}

public struct OSLogInterpolation: StringInterpolationProtocol {
    public init(literalCapacity: Int, interpolationCount: Int) { declared() }
    public mutating func appendLiteral(_ literal: String) { declared() }
    public mutating func appendInterpolation(
        _ argumentString: @autoclosure @escaping () -> String, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) { declared() }
}

public struct OSLogMessage: ExpressibleByStringInterpolation, ExpressibleByStringLiteral {
    public init(stringInterpolation: OSLogInterpolation) { declared() }
    public init(stringLiteral value: String) { declared() }
}

public struct Logger: Sendable {
    public init(subsystem: String, category: String) { declared() }
    public init() { declared() }
    public func log(level: OSLogType, _ message: OSLogMessage) { declared() }
}
