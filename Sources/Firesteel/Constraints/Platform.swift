/// A constraint on the system that the program runs on, or on its version.
///
/// ```swift
/// Platform(iOS: 18, watchOS: .unsupported)           // any version of every other system
/// Platform.only(macOS: 26, linux: .any)              // no other system
/// Platform(iOS: .from(18, 2))
/// ```
public struct Platform: Constraint {
    /// The requirement for one system.
    public enum Need: Sendable, Hashable {
        /// Any version of the system.
        case any
        /// No version of the system.
        case unsupported
        /// This version or a later one.
        case version(PlatformVersion)

        /// Creates a requirement for a version or a later one.
        public static func from(_ major: Int, _ minor: Int = 0, _ patch: Int = 0) -> Need {
            .version(PlatformVersion(major, minor, patch))
        }
    }

    private let needs: [HostPlatform.System: Need]

    /// Creates a constraint that allows every system, in any version by default.
    public init(
        iOS: Need = .any, macOS: Need = .any, tvOS: Need = .any, watchOS: Need = .any, visionOS: Need = .any,
        linux: Need = .any
    ) {
        needs = [.iOS: iOS, .macOS: macOS, .tvOS: tvOS, .watchOS: watchOS, .visionOS: visionOS, .linux: linux]
    }

    /// Creates a constraint that allows only the named systems.
    public static func only(
        iOS: Need = .unsupported, macOS: Need = .unsupported, tvOS: Need = .unsupported, watchOS: Need = .unsupported,
        visionOS: Need = .unsupported, linux: Need = .unsupported
    ) -> Platform {
        Platform(iOS: iOS, macOS: macOS, tvOS: tvOS, watchOS: watchOS, visionOS: visionOS, linux: linux)
    }

    /// The label: "Platform".
    public var label: String { "Platform" }

    /// The requirement for a system.
    public subscript(system: HostPlatform.System) -> Need { needs[system] ?? .any }

    /// The kind of the constraint, and the systems that it restricts.
    public var details: ConstraintDetails {
        var systems: [String: String] = [:]
        for system in HostPlatform.System.allCases {
            switch self[system] {
            case .any: break
            case .unsupported: systems[system.rawValue] = "unsupported"
            case .version(let version): systems[system.rawValue] = "\(version)"
            }
        }
        return ConstraintDetails(kind: .platform, systems: systems)
    }

    /// Returns whether the constraint allows the program's system and its version.
    public func check(_ subject: ConstraintSubject) -> ConstraintStatus {
        let platform = subject.platform
        switch self[platform.system] {
        case .any: return .met("\(platform)")
        case .unsupported: return .unmet("\(platform)", because: "Not supported on \(platform.system.rawValue)")
        case .version(let version) where platform.version >= version: return .met("\(platform)")
        case .version(let version):
            let needed = HostPlatform(platform.system, version)
            return .unmet(
                "\(platform)", because: "Needs \(needed), and this is \(platform)",
                remedy: .update(to: "\(needed)"))
        }
    }
}

extension Platform.Need: ExpressibleByIntegerLiteral {
    /// Creates a requirement for a major version or a later one.
    public init(integerLiteral major: Int) { self = .version(PlatformVersion(major)) }
}
