public import Firesteel
import FiresteelAgents
import FiresteelBase
import FiresteelTimeline
import Foundation
import Synchronization

/// Offers the published actions of a program to a shell, to scripts and to agents.
///
/// ```swift
/// let automation = Automation(runtime, presenters: [AutomationPresenter((any NotePresenter).self) { NoteOutput($0) }])
/// exit(await automation.runCommand(arguments, program: "notes do"))
/// ```
///
/// A call is performed like a person's: in the caller's session, if the feature is available there, with its source on the
/// timeline. An action is offered if its input can be decoded, and if it shows nothing, replies with a value, or the program
/// names a presenter for it.
public final class Automation: Sendable {
    let runtime: FeatureRuntime
    let limits: AutomationLimits
    let confirmations: Confirmations
    let results: ResultStore
    let streams = ChangeStreams()
    private let presenters: [ObjectIdentifier: AutomationPresenter]
    private let published: PublishedActions
    private let sessions: CallerSessions
    private let slots: CallSlots
    private let known = Mutex<ActionCatalogue?>(nil)

    /// Creates an offer of a runtime's published actions.
    ///
    /// - Parameters:
    ///   - runtime: The runtime, which is retained.
    ///   - presenters: The presenters of actions that show something.
    ///   - limits: The limits on callers.
    public convenience init(
        _ runtime: FeatureRuntime, presenters: [AutomationPresenter] = [], limits: AutomationLimits = AutomationLimits()
    ) {
        self.init(runtime, presenters: presenters, limits: limits, confirmations: Confirmations())
    }

    init(
        _ runtime: FeatureRuntime, presenters: [AutomationPresenter], limits: AutomationLimits,
        confirmations: Confirmations
    ) {
        self.runtime = runtime
        self.limits = limits
        self.confirmations = confirmations
        self.presenters = Dictionary(presenters.map { ($0.type, $0) }) { $1 }
        published = PublishedActions(runtime)
        sessions = CallerSessions(runtime)
        slots = CallSlots(limits.calls, ofCaller: limits.callsOfCaller)
        results = ResultStore(limit: limits.storedBytes)
    }

    /// The published actions, which change when the program registers features.
    var catalogue: ActionCatalogue {
        let count = published.featureCount
        if let known = known.withLock({ $0 }), known.featureCount == count { return known }
        let catalogue = ActionCatalogue(published, presenters: presenters)
        known.withLock { $0 = catalogue }
        return catalogue
    }

    /// Returns the availability of an action's feature for a caller.
    func availability(of action: OfferedAction, for caller: AutomationCaller) -> Availability? {
        runtime.availability(of: action.action.path.feature, in: session(of: caller))
    }

    /// Returns the offered actions that are available to a caller.
    func available(to caller: AutomationCaller) -> [OfferedAction] {
        catalogue.actions.filter { $0.obstacle == nil && availability(of: $0, for: caller)?.isAvailable == true }
    }

    /// Returns why an action can't be performed for a caller, or `nil` if it can.
    func obstacle(to action: OfferedAction, for caller: AutomationCaller) -> CallResult? {
        if let obstacle = action.obstacle { return CallResult(.unavailable, obstacle) }
        guard let availability = availability(of: action, for: caller) else {
            return CallResult(.unknown, "There is no action \(action.name).")
        }
        return availability.isAvailable ? nil : CallResult(unavailable: action, availability.reasons)
    }

    func session(of caller: AutomationCaller) -> ActionSession { sessions.session(of: caller) }

    /// Returns a number that changes whenever what is available to a caller may have changed.
    func version(for caller: AutomationCaller) -> UInt64 { published.version(in: session(of: caller)) }

    func takeSlot(_ caller: AutomationCaller) -> Bool { slots.take(caller.identifier) }

    func releaseSlot(_ caller: AutomationCaller) { slots.release(caller.identifier) }

    func router(_ output: ActionOutput, _ session: ActionSession) -> OutputRouter {
        OutputRouter(presenters: presenters, output: output, session: session)
    }
}
