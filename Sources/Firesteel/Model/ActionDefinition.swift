public import FiresteelTimeline

/// What every action says about itself: its input, its presenter, its words.
///
/// Don't conform to this protocol itself: conform to ``Action`` or ``UIAction``. An action is usually an `enum` without
/// cases, since it is never instantiated.
public protocol ActionDefinition: SendableMetatype {
    /// What the action needs to know. ``NoInput`` by default.
    associatedtype Input = NoInput

    /// What the action shows its result with, usually a protocol so that the action knows no user interface.
    /// ``NoPresenter`` by default.
    associatedtype Presenter = NoPresenter

    /// The action's identity within its feature. By default the type's name without a trailing `Action`; give one by hand
    /// and the action keeps its identity when the type is renamed. One to 100 bytes, without `/`, `#` and control
    /// characters.
    static var identifier: String { get }

    /// What people call the action. By default made from the type's name: `OpenDocumentAction` becomes "Open Document".
    static var name: String { get }

    /// One sentence about what the action does. Empty by default.
    static var description: String { get }

    /// How much of the action the timeline keeps. ``TimelineRecording/full`` by default.
    static var timelineRecording: TimelineRecording { get }

    /// Writes what may be recorded of an input.
    ///
    /// By default an input whose type is `TimelineDescribable` describes itself, and of any other nothing is recorded.
    /// Which of the two applies is decided when the action is compiled. Implement it to say for this action alone what may
    /// be recorded.
    static func describe(_ input: Input, to summary: inout InputSummary)

    /// What the action is called in analytics, which then has an event for its begin and one for its end. `nil`, as by
    /// default: analytics knows nothing of it.
    static var analyticsIdentifier: String? { get }

    /// What analytics gets to know of an input. Nothing by default.
    ///
    /// Called at each begin while analytics is on, on the thread that performs.
    static func analyticsAttributes(of input: Input) -> AnalyticsAttributes

    /// What the action's activity can be used for after it succeeded. By default there is no activity.
    static var activityEligibility: ActivityEligibility { get }

    /// The activity for an input, `nil` where this one leaves none. None by default.
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

    /// Writes nothing.
    @inlinable
    public static func describe(_ input: Input, to summary: inout InputSummary) {}

    /// `nil`.
    public static var analyticsIdentifier: String? { nil }

    /// Nothing.
    public static func analyticsAttributes(of input: Input) -> AnalyticsAttributes { [:] }

    /// None.
    public static var activityEligibility: ActivityEligibility { [] }

    /// None.
    public static func activity(for input: Input) -> ActivityContent? { nil }
}

extension ActionDefinition where Input: TimelineDescribable {
    /// Writes what the input says of itself.
    @inlinable
    public static func describe(_ input: Input, to summary: inout InputSummary) {
        input.describe(to: &summary)
    }
}

/// How much of an action the timeline keeps.
public enum TimelineRecording: Sendable {
    /// Begin, completion, and the input as far as its type describes it.
    case full
    /// Begin and completion, never the input.
    case withoutInput
    /// Nothing.
    ///
    /// The action is on no timeline and on no stack, and closes none. What it performs in turn is recorded as if its own
    /// cause had performed it.
    case hidden
}

/// The input of an action that needs none.
public struct NoInput: Sendable, Hashable {
    /// The one value there is.
    @inlinable public init() {}
}

/// The presenter of an action that shows nothing.
public struct NoPresenter: Sendable, Hashable {
    /// The one value there is.
    @inlinable public init() {}
}
