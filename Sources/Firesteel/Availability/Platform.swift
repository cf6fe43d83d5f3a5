/// The feature needs a system, or a version of it.
///
/// ```swift
/// Platform(iOS: 18, watchOS: .unsupported)           // everywhere else in any version
/// Platform.only(macOS: 26, linux: .any)              // nowhere else
/// Platform(iOS: .from(18, 2))
/// ```
public struct Platform: Constraint {
    /// What is needed of one system.
    public enum Need: Sendable, Hashable {
        /// Any version will do.
        case any
        /// The feature isn't there, in no version.
        case unsupported
        /// This version or a later one.
        case version(PlatformVersion)

        /// This version or a later one.
        public static func from(_ major: Int, _ minor: Int = 0, _ patch: Int = 0) -> Need {
            .version(PlatformVersion(major, minor, patch))
        }
    }

    private let needs: [HostPlatform.System: Need]

    /// Every system, in any version where nothing else is said.
    public init(
        iOS: Need = .any, macOS: Need = .any, tvOS: Need = .any, watchOS: Need = .any, visionOS: Need = .any,
        linux: Need = .any
    ) {
        needs = [.iOS: iOS, .macOS: macOS, .tvOS: tvOS, .watchOS: watchOS, .visionOS: visionOS, .linux: linux]
    }

    /// Only the systems that are named.
    public static func only(
        iOS: Need = .unsupported, macOS: Need = .unsupported, tvOS: Need = .unsupported, watchOS: Need = .unsupported,
        visionOS: Need = .unsupported, linux: Need = .unsupported
    ) -> Platform {
        Platform(iOS: iOS, macOS: macOS, tvOS: tvOS, watchOS: watchOS, visionOS: visionOS, linux: linux)
    }

    /// "Platform".
    public var label: String { "Platform" }

    /// What is needed of a system.
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

    /// Met if the program's system is one that the feature is made for, in a version that is late enough.
    public func check(_ subject: ConstraintSubject) -> ConstraintStatus {
        let platform = subject.platform
        switch self[platform.system] {
        case .any: return .met("\(platform)")
        case .unsupported: return .unmet("\(platform)", because: "Not made for \(platform.system.rawValue)")
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
    /// This version or a later one.
    public init(integerLiteral major: Int) { self = .version(PlatformVersion(major)) }
}
