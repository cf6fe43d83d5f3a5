import Foundation

/// A system that a program runs on.
public struct HostPlatform: Sendable, Hashable, CustomStringConvertible {
    /// The systems that Firesteel supports.
    public enum System: String, Sendable, Hashable, CaseIterable {
        case iOS, macOS, tvOS, watchOS, visionOS
        case linux = "Linux"
    }

    /// The kind of the system.
    public var system: System
    /// The version of the system; on Linux the version of the kernel.
    public var version: PlatformVersion

    /// Creates a platform from a system and its version.
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

    /// The display name: "iOS 18.2".
    public var description: String { "\(system.rawValue) \(version)" }
}

/// A version of a system, of up to three numbers.
public struct PlatformVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The major version number.
    public let major: Int
    /// The minor version number.
    public let minor: Int
    /// The patch version number.
    public let patch: Int

    /// Creates a version from its numbers.
    public init(_ major: Int, _ minor: Int = 0, _ patch: Int = 0) {
        self.major = major
        self.minor = minor
        self.patch = patch
    }

    /// Returns whether a version is older than another one.
    public static func < (left: PlatformVersion, right: PlatformVersion) -> Bool {
        (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
    }

    /// The version without trailing zeros: "18", "18.2".
    public var description: String {
        patch != 0 ? "\(major).\(minor).\(patch)" : minor != 0 ? "\(major).\(minor)" : "\(major)"
    }
}
