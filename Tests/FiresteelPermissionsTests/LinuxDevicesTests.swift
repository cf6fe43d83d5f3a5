#if os(Linux)
import Firesteel
import FiresteelPermissions
import FiresteelTesting
import Foundation
import TestSupport
import Testing
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite("Permissions on Linux")
struct LinuxDevicesTests {
    private let root = FileManager.default.temporaryDirectory.appendingPathComponent("devices-\(UUID())")

    @Test("Without devices camera, microphone and Bluetooth are unsupported, and the rest is in any case")
    func nothing() throws {
        defer { try? FileManager.default.removeItem(at: root) }
        let permissions = permissions()
        #expect(
            permissions.reading(of: .camera) == PermissionReading(.unsupported, because: "this computer has no camera"))
        #expect(permissions.reading(of: .microphone)?.status == .unsupported)
        #expect(permissions.reading(of: .bluetooth)?.status == .unsupported)
        #expect(
            permissions.reading(of: .contacts)
                == PermissionReading(.unsupported, because: "Linux has no such permission"))
        #expect(permissions.supported == [.camera, .microphone, .bluetooth])
    }

    @Test("Where the program gives no adapters, it is named of camera, microphone and Bluetooth, and Linux of the rest")
    func withoutAdapters() {
        let permissions = Permissions([])
        for kind in PermissionKind.all {
            let reason =
                switch kind {
                case .camera, .microphone, .bluetooth:
                    "the program has no adapter for it. Add `LinuxDevices.adapters()`"
                default: "Linux has no such permission"
                }
            #expect(permissions.reading(of: kind) == PermissionReading(.unsupported, because: reason), "\(kind)")
        }
        #expect(Set(LinuxDevices.adapters().map(\.permission)) == [.camera, .microphone, .bluetooth])
    }

    @Test("A device that can be used is allowed")
    func access() throws {
        defer { try? FileManager.default.removeItem(at: root) }
        try make("dev/video0")
        try make("dev/snd/pcmC0D0c")
        try make("dev/snd/pcmC0D0p")
        try make("sys/class/bluetooth/hci0/address")
        let permissions = permissions()
        #expect(permissions.reading(of: .camera) == PermissionReading(.authorized))
        #expect(permissions.reading(of: .microphone) == PermissionReading(.authorized))
        #expect(permissions.reading(of: .bluetooth) == PermissionReading(.authorized))
    }

    @Test("A playback device isn't a microphone, and a device without video isn't a camera")
    func others() throws {
        defer { try? FileManager.default.removeItem(at: root) }
        try make("dev/snd/pcmC0D0p")
        try make("dev/snd/controlC0")
        try make("dev/media0")
        let permissions = permissions()
        #expect(permissions.reading(of: .microphone)?.status == .unsupported)
        #expect(permissions.reading(of: .camera)?.status == .unsupported)
    }

    @Test("A device without access is denied, and the reason names it and its group")
    func noAccess() throws {
        defer { try? FileManager.default.removeItem(at: root) }
        let device = try make("dev/video0", mode: 0)
        let permissions = try withoutPrivileges { self.permissions() }
        let reading = try #require(permissions.reading(of: .camera))
        #expect(reading.status == .denied)
        let reason = try #require(reading.reason)
        let group = try FileManager.default.attributesOfItem(atPath: device.path)[.groupOwnerAccountName] as? String
        #expect(reason.contains("no access to \(device.path)"))
        #expect(group.map { reason.contains("“\($0)”") } ?? true)
        // The second device can be used, and one is enough.
        try make("dev/video1", mode: 0o666)
        let both = try withoutPrivileges { self.permissions() }
        #expect(both.reading(of: .camera)?.status == .authorized)
    }

    @Test("Bluetooth that is turned off is denied, and the reason has the remedy")
    func radio() async throws {
        defer { try? FileManager.default.removeItem(at: root) }
        try make("sys/class/bluetooth/hci0/address")
        try make("sys/class/rfkill/rfkill0/type", "wlan\n")
        try make("sys/class/rfkill/rfkill0/soft", "1\n")
        try make("sys/class/rfkill/rfkill1/type", "bluetooth\n")
        try make("sys/class/rfkill/rfkill1/soft", "1\n")
        try make("sys/class/rfkill/rfkill1/hard", "0\n")
        let permissions = permissions()
        #expect(permissions.reading(of: .bluetooth)?.status == .denied)
        #expect(permissions.reading(of: .bluetooth)?.reason?.contains("rfkill unblock bluetooth") == true)
        try make("sys/class/rfkill/rfkill1/hard", "1\n")
        await permissions.recheck()
        #expect(permissions.reading(of: .bluetooth)?.reason == "Bluetooth is turned off by a hardware switch")
        try make("sys/class/rfkill/rfkill1/soft", "0\n")
        try make("sys/class/rfkill/rfkill1/hard", "0\n")
        await permissions.recheck()
        #expect(permissions.reading(of: .bluetooth)?.status == .authorized)
    }

    @Test("A camera that is plugged in makes a feature available when the program looks again")
    func pluggedIn() async throws {
        defer { try? FileManager.default.removeItem(at: root) }
        let permissions = permissions()
        let test = try TestRuntime(App.self) { $0.sources = [permissions] }
        let reasons = test.runtime.availability(of: Filming.self).reasons
        #expect(reasons.map(\.text) == ["Camera: this computer has no camera"])
        try make("dev/video3")
        await permissions.recheck()
        #expect(test.runtime.availability(of: Filming.self).isAvailable)
    }

    @Test("Linux has no prompts: a flow requests nothing")
    @MainActor
    func flow() async throws {
        let permissions = permissions()
        let result = try await permissions.authorize([.camera, .bluetooth])
        #expect(result.requested.isEmpty)
        #expect(result.missing.map(\.kind) == [.camera, .bluetooth])
    }

    private func permissions() -> Permissions { Permissions(LinuxDevices.adapters(root: root.path)) }

    @discardableResult
    private func make(_ path: String, _ text: String = "", mode: Int = 0o644) throws -> URL {
        let file = root.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
        return file
    }

    enum App: FeatureGroup { static let subfeatures = features(Filming.self) }
    enum Filming: ConditionalFeature { static var constraints: Constraints { Permission(.camera) } }
}
#endif
