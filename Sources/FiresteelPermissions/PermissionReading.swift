import Firesteel

/// The status of a permission.
public enum PermissionStatus: String, Sendable, Hashable, CaseIterable {
    /// The user hasn't decided yet: the system can prompt.
    case notDetermined
    /// The permission is authorized.
    case authorized
    /// The user denied it. It can be changed only in the system's settings: another request shows no prompt.
    case denied
    /// It is denied, but not by the user: by parental controls, or by a device administrator.
    case restricted
    /// The system doesn't have the permission.
    case unsupported
}

/// A status that the system reports for a permission, with details if there are any.
public struct PermissionReading: Sendable, Hashable {
    /// A limit of an authorized permission, or an existing grant of one that can still be requested.
    public enum Detail: String, Sendable, Hashable, CaseIterable {
        /// Authorized until the user decides, as with quiet notifications.
        case provisional
        /// Authorized for a part that the user selected, for example some photos or contacts.
        case limited
        /// Authorized temporarily.
        case temporary
        /// Less is authorized than requested: the location while in use, but not at all times.
        case lesser
    }

    /// The status.
    public let status: PermissionStatus
    /// The detail, if there is one.
    public let detail: Detail?
    /// The reason in plain language, if it says more than the status.
    public let reason: String?

    /// Creates a reading.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - detail: The detail.
    ///   - reason: The reason, in a sentence without a final period.
    public init(_ status: PermissionStatus, _ detail: Detail? = nil, because reason: String? = nil) {
        self.status = status
        self.detail = detail
        self.reason = reason
    }

    /// Whether the permission is authorized, including partly or temporarily.
    public var isAuthorized: Bool { status == .authorized }
    /// Whether the system can prompt the user.
    public var canBeRequested: Bool { status == .notDetermined }
}

extension RequirementStatus {
    /// Creates the status that constraints read.
    init(_ status: PermissionStatus?) {
        self =
            switch status {
            case nil: .unknown
            case .notDetermined: .notDetermined
            case .authorized: .granted
            case .denied: .denied
            case .restricted: .restricted
            case .unsupported: .unsupported
            }
    }
}
