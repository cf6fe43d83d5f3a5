import FiresteelTimeline

/// Tells the system what people do here, so that it can suggest doing it again.
public protocol ShortcutDonor: Sendable {
    /// What it is called in faults.
    var name: String { get }

    /// Donates an activity.
    ///
    /// - Throws: Anything; it is reported.
    func donate(_ activity: PublishedActivity) throws

    /// Takes back what was donated.
    ///
    /// - Throws: What the system says.
    func remove(_ selection: ActivitySelection) throws
}

/// Decides which activities are donated.
///
/// Those that the system may suggest (``ActivityEligibility/prediction``), of actions that succeeded and that the user
/// started, but not by a shortcut: of that the system knows. The same one at most once in a while.
struct DonationRules {
    /// How long the same activity isn't donated again, in nanoseconds: half an hour.
    static let interval: UInt64 = 1_800_000_000_000
    /// How many are remembered; beyond that the one donated longest ago may come again early.
    static let limit = 256

    private struct Donation {
        let feature: FeaturePath
        let time: UInt64
    }

    private var donated: [PublishedActivity.ID: Donation] = [:]

    /// Whether an activity is to be donated, which is then remembered.
    ///
    /// - Parameter time: On a clock that isn't set.
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

    /// Forgets that activities were donated, so that they may be at once.
    mutating func erase(_ selection: ActivitySelection) {
        donated = donated.filter { !selection.contains($0.key, of: $0.value.feature) }
    }
}
