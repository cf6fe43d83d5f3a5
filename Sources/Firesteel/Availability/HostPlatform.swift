import Foundation

/// The system that a program runs on.
public struct HostPlatform: Sendable, Hashable, CustomStringConvertible {
    /// The systems that Firesteel knows.
    public enum System: String, Sendable, Hashable, CaseIterable {
        case iOS, macOS, tvOS, watchOS, visionOS
        case linux = "Linux"
    }

    /// Which system.
    public var system: System
    /// Its version; on Linux the kernel's.
    public var version: PlatformVersion

    /// A system in a version.
    public init(_ system: System, _ version: PlatformVersion) {
        self.system = system
        self.version = version
    }

    /// The system that this program runs on.
    ///
    /// Mac Catalyst counts as iOS.
    public static let current: HostPlatform = {
        let version = ProcessInfo.processInfo.operatingSystemVersion
        return HostPlatform(
            builtFor, PlatformVersion(version.majorVersion, version.minorVersion, version.patchVersion))
    }()

    private static var builtFor: System {
        #if os(iOS)
        .iOS
        #elseif os(macOS)
        .macOS
        #elseif os(tvOS)
        .tvOS
        #elseif os(watchOS)
        .watchOS
        #elseif os(visionOS)
        .visionOS
        #else
        .linux
        #endif
    }

    /// As people say it: "iOS 18.2".
    public var description: String { "\(system.rawValue) \(version)" }
}

/// A version of a system: up to three numbers.
public struct PlatformVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The first number.
    public let major: Int
    /// The second number.
    public let minor: Int
    /// The third number.
    public let patch: Int

    /// A version of these numbers.
    public init(_ major: Int, _ minor: Int = 0, _ patch: Int = 0) {
        self.major = major
        self.minor = minor
        self.patch = patch
    }

    /// By the first number that differs.
    public static func < (left: PlatformVersion, right: PlatformVersion) -> Bool {
        (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
    }

    /// Without zeros at the end: "18", "18.2".
    public var description: String {
        patch != 0 ? "\(major).\(minor).\(patch)" : minor != 0 ? "\(major).\(minor)" : "\(major)"
    }
}
