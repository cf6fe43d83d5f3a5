import Firesteel
import Testing

@Suite("Conditions on the platform")
struct PlatformTests {
    private func status(_ platform: Platform, _ host: HostPlatform) -> ConstraintStatus {
        platform.check(ConstraintSubject(feature: FeaturePath("App"), platform: host))
    }

    @Test("Without a declaration any version is enough, on every system", arguments: HostPlatform.System.allCases)
    func any(system: HostPlatform.System) {
        #expect(status(Platform(), HostPlatform(system, PlatformVersion(1))).state == .met)
        let only = Platform.only()
        #expect(status(only, HostPlatform(system, PlatformVersion(99))).state == .unmet)
    }

    @Test("The version or a later one is enough, and an earlier one has the version to update to")
    func versions() {
        let platform = Platform(iOS: .from(18, 2), macOS: 26)
        #expect(status(platform, HostPlatform(.iOS, PlatformVersion(18, 2))).state == .met)
        #expect(status(platform, HostPlatform(.iOS, PlatformVersion(19))).state == .met)
        #expect(status(platform, HostPlatform(.linux, PlatformVersion(6, 1))).state == .met)
        let early = status(platform, HostPlatform(.iOS, PlatformVersion(18, 1, 9)))
        #expect(early.state == .unmet && early.reason == "Needs iOS 18.2, and this is iOS 18.1.9")
        #expect(early.remedy == .update(to: "iOS 18.2") && early.remedyDescription == "Update to iOS 18.2")
        #expect(status(platform, HostPlatform(.macOS, PlatformVersion(15, 6))).remedy == .update(to: "macOS 26"))
    }

    @Test("A system that isn't supported can't be updated to")
    func unsupported() {
        let status = status(Platform(watchOS: .unsupported), HostPlatform(.watchOS, PlatformVersion(26)))
        #expect(status.state == .unmet && status.reason == "Not supported on watchOS" && status.remedy == nil)
    }

    @Test("Only the systems that are named, in the versions that are named")
    func only() {
        let platform = Platform.only(macOS: 15, linux: .any)
        #expect(status(platform, HostPlatform(.linux, PlatformVersion(4))).state == .met)
        #expect(status(platform, HostPlatform(.macOS, PlatformVersion(15))).state == .met)
        #expect(status(platform, HostPlatform(.macOS, PlatformVersion(14, 9))).state == .unmet)
        #expect(status(platform, HostPlatform(.iOS, PlatformVersion(26))).state == .unmet)
    }

    @Test("A runtime checks them against the configured system, otherwise against the current one")
    func runtime() throws {
        let watch = HostPlatform(.watchOS, PlatformVersion(26))
        let runtime = try FeatureRuntime(App.self, RuntimeConfiguration(platform: watch))
        #expect(runtime.availability(of: Maps.self).reasons.map(\.text) == ["Not supported on watchOS"])
        let here = try FeatureRuntime(App.self)
        #expect(here.availability(of: Maps.self).isAvailable == (HostPlatform.current.system != .watchOS))
        #expect(HostPlatform.current.version > PlatformVersion(0))
    }

    enum App: FeatureGroup { static let subfeatures = features(Maps.self) }
    enum Maps: ConditionalFeature {
        static var constraints: Constraints { Platform(watchOS: .unsupported) }
    }
}
