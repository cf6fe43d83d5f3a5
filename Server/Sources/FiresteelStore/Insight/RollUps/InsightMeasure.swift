/// A count by hour and version.
///
/// The subject is the ``CountKey`` of a feature, an action or a group, or empty for everything; the value may also be that of a
/// system, a device class or a variant. Counts of sessions are at the hour in which the session began, so that none is
/// larger than the count of all; others at the hour of the event.
package enum InsightMeasure: String, Sendable, CaseIterable {
    /// Sessions of a subject: those that used a feature or action, or were affected by a group; and of those, by value.
    case sessions
    /// Sessions in which an action of the subject failed.
    case failed
    /// Sessions of which an action of the subject was timed, see ``SlowLimits``.
    case timed
    /// Timed sessions whose action was slow.
    case slow
    /// Sessions that ended abnormally.
    case abnormal
    /// Sessions by feature and action.
    case uses
    /// Performs that succeeded, by action.
    case successes
    /// Performs that failed, by action.
    case failures
    /// Performs that were cancelled, by action.
    case cancellations
    /// Performs that were in flight when the run ended abnormally, by action.
    case interruptions
    /// Failures by action and error.
    case errors
    /// Performs of an action by the bucket of their duration.
    case durations
    /// Refused requests, by feature and reason.
    case refusals
    /// Actions that followed an action.
    case next
    /// Reports of a group; without a subject, by group.
    case reports
    /// Events that programs lost before they could count them.
    case lost
    /// Messages that programs dropped without sending them.
    case unsent
    /// Actions, exposures, refusals and successions that programs left out of segments, which are limited.
    case dropped
}
