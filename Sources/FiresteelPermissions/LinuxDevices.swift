#if os(Linux)
import Foundation
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The permissions available on Linux: access to their devices.
///
/// Linux has no prompts, so no permission is ever undetermined: a device exists or not, and may be used or not. Of the
/// thirteen kinds, three have a device:
///
/// | kind | the device | it is authorized if |
/// |---|---|---|
/// | camera | `/dev/video*` | one of them can be read and written |
/// | microphone | `/dev/snd/pcm*c`, the capture devices | one of them can be read and written |
/// | Bluetooth | `/sys/class/bluetooth/hci*` | neither a switch nor a program turned all of them off |
///
/// Without a device the permission is unsupported; without access to one it is denied, with the reason. Video devices
/// are not checked for being a camera, because that would open them. The portals of a sandbox are not queried.
///
/// Added and removed devices are detected in ``Permissions/recheck()``.
public enum LinuxDevices {
    /// The kinds with a device.
    static let kinds: [PermissionKind] = [.camera, .microphone, .bluetooth]

    /// Returns the adapters of the three kinds.
    ///
    /// - Parameter root: The folder with `dev` and `sys`; tests pass a folder other than `/`.
    public static func adapters(root: String = "/") -> [any PermissionAdapter] {
        let root = URL(fileURLWithPath: root, isDirectory: true)
        return [
            DeviceFiles(.camera, in: root.appendingPathComponent("dev"), device: "camera") { $0.hasPrefix("video") },
            DeviceFiles(.microphone, in: root.appendingPathComponent("dev/snd"), device: "microphone") {
                $0.hasPrefix("pcm") && $0.hasSuffix("c")
            },
            BluetoothRadios(classes: root.appendingPathComponent("sys/class")),
        ]
    }
}

/// A permission that depends on access to one of several device files.
private struct DeviceFiles: PermissionAdapter {
    let permission: PermissionKind
    private let folder: URL
    private let device: String
    private let isDevice: @Sendable (String) -> Bool

    init(_ permission: PermissionKind, in folder: URL, device: String, _ isDevice: @escaping @Sendable (String) -> Bool)
    {
        self.permission = permission
        self.folder = folder
        self.device = device
        self.isDevice = isDevice
    }

    var status: PermissionReading? {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter(isDevice).sorted()
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            names = []
        } catch {
            return PermissionReading(.denied, because: "\(folder.path) can’t be read: \(error.localizedDescription)")
        }
        guard let first = names.first else {
            return PermissionReading(.unsupported, because: "this computer has no \(device)")
        }
        // Checks the effective rights of the process, including access lists.
        if names.contains(where: { faccessat(AT_FDCWD, path($0), R_OK | W_OK, AT_EACCESS) == 0 }) {
            return PermissionReading(.authorized)
        }
        return PermissionReading(.denied, because: refusal(of: path(first)))
    }

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    private func refusal(of path: String) -> String {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard let group = attributes?[.groupOwnerAccountName] as? String, !group.isEmpty else {
            return "this user has no access to \(path)"
        }
        return "this user has no access to \(path). Its group is “\(group)”"
    }

    func request(_ permission: PermissionKind) async -> PermissionReading { await check() }
}

/// Bluetooth as the kernel reports it: radios, and the switches that turn them off.
private struct BluetoothRadios: PermissionAdapter {
    var permission: PermissionKind { .bluetooth }
    private let classes: URL

    init(classes: URL) {
        self.classes = classes
    }

    var status: PermissionReading? {
        guard names(in: "bluetooth").contains(where: { $0.hasPrefix("hci") && !$0.contains(":") }) else {
            return PermissionReading(.unsupported, because: "this computer has no Bluetooth")
        }
        let switches = names(in: "rfkill").filter { value("rfkill/\($0)/type") == "bluetooth" }
        guard !switches.isEmpty, !switches.contains(where: { !isHard($0) && !isSoft($0) }) else {
            return PermissionReading(.authorized)
        }
        if switches.contains(where: { !isHard($0) }) {
            return PermissionReading(
                .denied, because: "Bluetooth is turned off. `rfkill unblock bluetooth` turns it on")
        }
        return PermissionReading(.denied, because: "Bluetooth is turned off by a hardware switch")
    }

    private func isSoft(_ name: String) -> Bool { value("rfkill/\(name)/soft") == "1" }
    private func isHard(_ name: String) -> Bool { value("rfkill/\(name)/hard") == "1" }

    /// Returns no names if the kernel doesn't have the class.
    private func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: classes.appendingPathComponent(folder).path)) ?? []
    }

    private func value(_ path: String) -> String? {
        guard let data = FileManager.default.contents(atPath: classes.appendingPathComponent(path).path) else {
            return nil
        }
        return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    func request(_ permission: PermissionKind) async -> PermissionReading { await check() }
}
#endif
