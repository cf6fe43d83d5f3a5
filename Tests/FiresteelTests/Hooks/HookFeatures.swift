import Synchronization

@testable import Firesteel

/// The features whose performs tests of hooks listen to.
enum HookApp: FeatureGroup {
    static let subfeatures = features(Hooked.self)
}

enum Hooked: Feature {
    static let both = action(Both.self)
    static let analyzed = action(Analyzed.self)
    static let active = action(Active.self)
    static let plain = action(Plain.self)
    static let hidden = action(Hidden.self)
    static let actions = declare(both, analyzed, active, plain, hidden)
}

/// The task of an action, and the number of times that the action was asked about it.
struct HookInput: Sendable {
    final class Asked: Sendable {
        let attributes = Atomic(0)
        let activity = Atomic(0)
    }

    let asked = Asked()
    var title = "Something"
    var during: @Sendable () async -> Void = {}
}

/// An action that does what its input says.
protocol HookedAction: Action where Input == HookInput, Presenter == NoPresenter {}

extension HookedAction {
    static func analyticsAttributes(of input: HookInput) -> AnalyticsAttributes {
        input.asked.attributes.add(1, ordering: .relaxed)
        return ["title": .string(input.title)]
    }

    static func activity(for input: HookInput) -> ActivityContent? {
        input.asked.activity.add(1, ordering: .relaxed)
        return input.title.isEmpty ? nil : ActivityContent(title: input.title)
    }

    static func perform(_ context: ActionContext<HookInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        await context.input.during()
        return .success
    }
}

extension Hooked {
    enum Both: HookedAction {
        static let analyticsIdentifier: String? = "both"
        static let activityEligibility: ActivityEligibility = .perform
    }

    enum Analyzed: HookedAction {
        static let analyticsIdentifier: String? = "analyzed"
    }

    enum Active: HookedAction {
        static let activityEligibility: ActivityEligibility = .perform
    }

    enum Plain: HookedAction {}

    enum Hidden: HookedAction {
        static let analyticsIdentifier: String? = "hidden"
        static let activityEligibility: ActivityEligibility = .perform
        static let timelineRecording = TimelineRecording.hidden
    }
}

extension HookedPerforms.Element {
    /// In a few words.
    var words: String {
        switch self {
        case .perform(let perform): "\(perform.completion == nil ? "begin" : "end") \(perform.action.action)"
        case .closed(let closing): closing.stacks == nil ? "session closed" : "stacks closed"
        case .missed(let count): "missed \(count)"
        case .barrier: "barrier"
        }
    }
}

extension HookedPerforms {
    /// The elements left for the reader once the sequence has ended.
    var rest: [Element] {
        get async {
            var all: [Element] = []
            for await element in self { all.append(element) }
            return all
        }
    }
}
