#if canImport(Speech) && !os(tvOS) && !os(watchOS)
public import FiresteelPermissions
import Speech

/// Conversion of speech to text, by Speech.
///
/// The program's property list needs `NSSpeechRecognitionUsageDescription`.
public struct SpeechPermission: PermissionAdapter {
    /// Creates the adapter.
    public init() {}

    /// Speech recognition.
    public var permission: PermissionKind { .speechRecognition }

    /// The current status.
    public var status: PermissionReading? {
        switch SFSpeechRecognizer.authorizationStatus() {
        case .notDetermined: PermissionReading(.notDetermined)
        case .denied: PermissionReading(.denied)
        case .restricted: PermissionReading(.restricted)
        case .authorized: PermissionReading(.authorized)
        @unknown default: nil
        }
    }

    /// Requests the permission.
    public func request(_ permission: PermissionKind) async -> PermissionReading {
        await withCheckedContinuation { continuation in
            SFSpeechRecognizer.requestAuthorization { @Sendable _ in continuation.resume() }
        }
        return await check()
    }
}
#endif
