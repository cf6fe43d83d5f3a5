/// How a permission stands.
public enum PermissionStatus: String, Sendable, Hashable, CaseIterable {
    /// It was never decided: the user can be asked.
    case notDetermined
    /// It is allowed.
    case authorized
    /// The user refused it. Only the settings of the system can change that: asking again shows nothing.
    case denied
    /// It is refused, and not by the user: by parents, by whoever manages the device.
    case restricted
    /// There is no such thing here.
    case unsupported
}

/// What a system says of a permission: how it stands, and more about it where there is more.
public struct PermissionReading: Sendable, Hashable {
    /// What an allowed permission is short of, or one that can still be asked for has already.
    public enum Detail: String, Sendable, Hashable, CaseIterable {
        /// Allowed until the user says more, as quiet notifications are.
        case provisional
        /// Allowed for a part that the user chose, as some photos or contacts.
        case limited
        /// Allowed for a while.
        case temporary
        /// Less is allowed than is asked for: the location while in use, and not at all times.
        case lesser
    }

    /// How it stands.
    public let status: PermissionStatus
    /// More about it, if there is more.
    public let detail: Detail?
    /// Why it stands so, as a colleague would say it and beyond what the status says.
    public let reason: String?

    /// A reading.
    ///
    /// - Parameters:
    ///   - status: How it stands.
    ///   - detail: More about it.
    ///   - reason: Why it stands so, in a sentence without a full stop.
    public init(_ status: PermissionStatus, _ detail: Detail? = nil, because reason: String? = nil) {
        self.status = status
        self.detail = detail
        self.reason = reason
    }

    /// Whether it is allowed, in part or for a while counted as well.
    public var isAuthorized: Bool { status == .authorized }
    /// Whether the user can be asked.
    public var canBeAsked: Bool { status == .notDetermined }
}

extension RequirementStatus {
    /// How a permission stands for the conditions that look at it.
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
