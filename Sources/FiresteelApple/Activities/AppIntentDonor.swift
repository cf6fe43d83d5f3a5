#if canImport(AppIntents)
public import AppIntents
public import Firesteel
import Synchronization

/// Donates performed actions as App Intents, so that the system can suggest them.
///
/// The system finds intents in the program's own code, so the program declares them, and this creates one from an
/// activity:
///
/// ```
/// struct CallIntent: AppIntent {
///     static let title: LocalizedStringResource = "Call"
///     @Parameter(title: "Name") var name: String
///
///     init() {}
///
///     init(name: String) {
///         self.name = name
///     }
///
///     @MainActor
///     func perform() async throws -> some IntentResult {
///         let call = ActionPath(feature: FeaturePath("CallApp/VideoCalls"), action: "CallPerson")
///         try await FeatureRuntime.current?.perform(
///             ExternalRequest(call, from: .shortcut), input: JSONInput(JSONEncoder().encode(Person(name: name))),
///             presentedBy: WindowRouter())
///         return .result()
///     }
/// }
///
/// runtime.publishActivities(to: [], donatingTo: [AppIntentDonor { CallIntent(name: $0.title) }])
/// ```
///
/// Donations and their removal are passed to the system in order, and carried out asynchronously.
public final class AppIntentDonor: ShortcutDonor {
    private typealias Work = @Sendable () async -> Void

    private let intent: @Sendable (PublishedActivity) -> (any AppIntent)?
    private let failed: @Sendable (any Error) -> Void
    private let work: AsyncStream<Work>.Continuation
    private let donated = Donated()

    /// Creates a donor.
    ///
    /// - Parameters:
    ///   - failed: Called if the system rejects a donation. Does nothing by default.
    ///   - intent: Creates an intent from an activity, or returns `nil` if it shouldn't be donated.
    public init(
        failed: @escaping @Sendable (any Error) -> Void = { _ in },
        _ intent: @escaping @Sendable (PublishedActivity) -> (any AppIntent)?
    ) {
        self.intent = intent
        self.failed = failed
        let (all, work) = AsyncStream.makeStream(of: Work.self)
        self.work = work
        Task.detached {
            for await next in all { await next() }
        }
    }

    deinit { work.finish() }

    /// "App Intents".
    public var name: String { "App Intents" }

    /// Donates an activity's intent.
    public func donate(_ activity: PublishedActivity) {
        guard let intent = intent(activity) else { return }
        work.yield { [donated, failed] in
            do {
                donated.add(try await IntentDonationManager.shared.donate(intent: intent), of: activity)
            } catch {
                failed(error)
            }
        }
    }

    /// Removes donations made since the program started.
    public func remove(_ selection: ActivitySelection) {
        work.yield { [donated, failed] in
            for identifier in donated.remove(selection) {
                do {
                    try await IntentDonationManager.shared.deleteDonations(matching: .donationIdentifier(identifier))
                } catch {
                    failed(error)
                }
            }
        }
    }
}

/// The donations.
private final class Donated: Sendable {
    private let all = Mutex<[(activity: PublishedActivity, identifier: IntentDonationIdentifier)]>([])

    func add(_ identifier: IntentDonationIdentifier, of activity: PublishedActivity) {
        all.withLock { $0.append((activity, identifier)) }
    }

    func remove(_ selection: ActivitySelection) -> [IntentDonationIdentifier] {
        all.withLock { all in
            defer { all.removeAll { selection.contains($0.activity) } }
            return all.filter { selection.contains($0.activity) }.map(\.identifier)
        }
    }
}
#endif
