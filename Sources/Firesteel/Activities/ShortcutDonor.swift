import FiresteelTimeline

/// Informs the system about performed actions, so that it can suggest them.
public protocol ShortcutDonor: Sendable {
    /// The name in faults.
    var name: String { get }

    /// Donates an activity.
    ///
    /// - Throws: Any error. It is reported.
    func donate(_ activity: PublishedActivity) throws

    /// Removes donations.
    ///
    /// - Throws: The error of the system.
    func remove(_ selection: ActivitySelection) throws
}

/// Decides which activities are donated.
///
/// Donated are activities with ``ActivityEligibility/prediction`` of actions that succeeded and that the user started,
/// except by a shortcut, which the system already counts. Repeated donations of one activity are limited.
struct DonationRules {
    /// The minimum interval between donations of the same activity, in nanoseconds: half an hour.
    static let interval: UInt64 = 1_800_000_000_000
    /// The number of remembered donations; the oldest may be repeated early beyond that.
    static let limit = 256

    private struct Donation {
        let feature: FeaturePath
        let time: UInt64
    }

    private var donated: [PublishedActivity.ID: Donation] = [:]

    /// Returns whether an activity is to be donated, which is then remembered.
    ///
    /// - Parameter time: The monotonic time, in nanoseconds.
    mutating func donates(_ activity: PublishedActivity, of perform: HookedPerform, at time: UInt64) -> Bool {
        guard activity.eligibility.contains(.prediction), perform.isUserInitiated, perform.source != .shortcut else {
            return false
        }
        let id = activity.id
        if let last = donated[id], time &- last.time < Self.interval { return false }
        donated[id] = Donation(feature: activity.action.feature, time: time)
        if donated.count > Self.limit, let oldest = donated.min(by: { $0.value.time < $1.value.time }) {
            donated[oldest.key] = nil
        }
        return true
    }

    /// Removes remembered donations, so that the activities may be donated again immediately.
    mutating func erase(_ selection: ActivitySelection) {
        donated = donated.filter { !selection.contains($0.key, of: $0.value.feature) }
    }
}
