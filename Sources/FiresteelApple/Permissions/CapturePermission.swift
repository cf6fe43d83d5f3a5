#if canImport(AVFoundation) && !os(watchOS)
import AVFoundation
public import FiresteelPermissions

/// The camera or the microphone, by AVFoundation.
///
/// The program's property list needs `NSCameraUsageDescription` or `NSMicrophoneUsageDescription`.
public struct CapturePermission: PermissionAdapter {
    /// The camera or the microphone.
    public let permission: PermissionKind

    private init(_ permission: PermissionKind) {
        self.permission = permission
    }

    /// The cameras of the device.
    public static var camera: CapturePermission { CapturePermission(.camera) }
    /// The microphones of the device.
    public static var microphone: CapturePermission { CapturePermission(.microphone) }

    private var media: AVMediaType { permission == .microphone ? .audio : .video }

    /// The current status.
    public var status: PermissionReading? {
        switch AVCaptureDevice.authorizationStatus(for: media) {
        case .notDetermined: PermissionReading(.notDetermined)
        case .restricted: PermissionReading(.restricted)
        case .denied: PermissionReading(.denied)
        case .authorized: PermissionReading(.authorized)
        @unknown default: nil
        }
    }

    /// Requests the permission.
    public func request(_ permission: PermissionKind) async -> PermissionReading {
        _ = await AVCaptureDevice.requestAccess(for: media)
        return await check()
    }
}
#endif
