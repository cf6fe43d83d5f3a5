public import FiresteelTimeline

/// The common requirements of actions: input, presenter and description.
///
/// Don't conform to this protocol itself: conform to ``Action`` or ``UIAction``. An action is usually an `enum` without
/// cases, since it is never instantiated.
public protocol ActionDefinition: ActionMembers {
    /// The input of the action. ``NoInput`` by default.
    associatedtype Input = NoInput

    /// The presenter of the result, usually a protocol, so that the action is independent of the user interface.
    /// ``NoPresenter`` by default.
    associatedtype Presenter = NoPresenter

    /// The action's identity within its feature. By default the type's name without a trailing `Action`. An explicit
    /// identifier keeps the identity when the type is renamed. One to 100 bytes, without `/`, `#` and control
    /// characters.
    static var identifier: String { get }

    /// The display name. Derived from the type's name by default: `OpenDocumentAction` becomes "Open Document".
    static var name: String { get }

    /// The description, in one sentence. Empty by default.
    static var description: String { get }

    /// The parts of the action that the timeline records. ``TimelineRecording/full`` by default.
    static var timelineRecording: TimelineRecording { get }

    /// The effect on data, for callers that select the action by its name. ``ActionEffect/changes`` by default.
    static var effect: ActionEffect { get }

    /// The number of each input whose sum is a metric, such as pages. ``Amount/none`` by default.
    static var amount: Amount<Input> { get }

    /// Adds the recordable fields of an input to a summary.
    ///
    /// By default an input whose type is `TimelineDescribable` describes itself, and any other input isn't recorded, but for its ``amount``.
    /// This is decided at compile time. Implement the method to define the recorded fields for this action alone.
    static func describe(_ input: Input, to summary: inout InputSummary)

    /// Returns the coding of an input that the timeline retains for replay, or `nil` to retain none.
    ///
    /// By default an input whose type is ``ReplayableInput`` is retained, and no other input is. This is decided at compile
    /// time.
    static func keptInput(_ input: Input) -> KeptInput?

    /// The identifier of the action in analytics, which records an event for its begin and one for its end. `nil` by
    /// default: no events are recorded.
    static var analyticsIdentifier: String? { get }

    /// Returns the attributes of an input for analytics. None by default.
    ///
    /// Called at each begin while analytics is enabled, on the performing thread.
    static func analyticsAttributes(of input: Input) -> AnalyticsAttributes

    /// The uses of the action's activity after it succeeded. None by default.
    static var activityEligibility: ActivityEligibility { get }

    /// Returns the activity for an input, or `nil` if it has none. None by default.
    ///
    /// Called at each begin while activities are published, on the thread that performs.
    static func activity(for input: Input) -> ActivityContent?
}

extension ActionDefinition {
    /// The type's name without a trailing `Action` or `UIAction`.
    public static var identifier: String { DerivedName.action(Self.self).identifier }

    /// The words of the type's name.
    public static var name: String { DerivedName.action(Self.self).words }

    /// Empty.
    public static var description: String { "" }

    /// ``TimelineRecording/full``.
    public static var timelineRecording: TimelineRecording { .full }

    /// ``ActionEffect/changes``.
    public static var effect: ActionEffect { .changes }

    /// ``Amount/none``.
    @inlinable public static var amount: Amount<Input> { .none }

    /// Adds no fields.
    @inlinable
    public static func describe(_ input: Input, to summary: inout InputSummary) {}

    /// Returns `nil`.
    @inlinable
    public static func keptInput(_ input: Input) -> KeptInput? { nil }

    /// `nil`.
    public static var analyticsIdentifier: String? { nil }

    /// Returns no attributes.
    public static func analyticsAttributes(of input: Input) -> AnalyticsAttributes { [:] }

    /// No uses.
    public static var activityEligibility: ActivityEligibility { [] }

    /// Returns no activity.
    public static func activity(for input: Input) -> ActivityContent? { nil }
}

extension ActionDefinition where Input: TimelineDescribable {
    /// Adds the fields that the input describes.
    @inlinable
    public static func describe(_ input: Input, to summary: inout InputSummary) {
        input.describe(to: &summary)
    }
}

extension ActionDefinition where Input: ReplayableInput {
    /// Returns the coding of the input.
    @inlinable
    public static func keptInput(_ input: Input) -> KeptInput? { KeptInput(encoding: input) }
}

/// The parts of an action that the timeline records.
public enum TimelineRecording: Sendable {
    /// Begin, completion, and the recordable part of the input.
    case full
    /// Begin and completion, never the input.
    case withoutInput
    /// The action isn't recorded.
    ///
    /// It belongs to no timeline and no stack, and closes none. Actions that it performs are recorded as if they had
    /// been performed by its own cause.
    case hidden
}

/// The input of an action that needs none.
public struct NoInput: Sendable, Hashable {
    /// Creates the only value.
    @inlinable public init() {}
}

/// The presenter of an action without a presentation.
public struct NoPresenter: Sendable, Hashable {
    /// Creates the only value.
    @inlinable public init() {}
}
