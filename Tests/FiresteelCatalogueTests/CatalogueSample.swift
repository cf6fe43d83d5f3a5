import Firesteel
import FiresteelCatalogue
import FiresteelFlags
import Foundation

/// A program with something of everything that a catalogue tells.
enum ReadingRoom: FeatureGroup {
    static let description = "Books, and what is done with them"
    static let subfeatures = features(Lending.self, Reading.self, Printing.self)

    enum Lending: Feature {
        static let tags = ["books", "desk"]
        static let lend = action(LendVolume.self, .published)
        static let end = action(CloseDesk.self)
        static let actions = declare(lend, end)
        static var routes: FeatureRoutes {
            Route("lend/$(title)", to: lend, in: .universal("example.com"), .app("desk"))
            Route("out/$(title)", to: lend, name: "out")
        }
    }

    enum Reading: ConditionalFeature {
        static let isVisible = false
        static let variation: String? = "wide"
        static var constraints: Constraints {
            UserToggled(default: true)
            Flagged(default: true)
            Platform(iOS: .from(18, 2), tvOS: .unsupported)
            NeedsCard()
        }
    }

    enum Printing: ConditionalFeature {
        static var constraints: Constraints {
            Requires(Reading.self)
            Excludes(Scanner.self)
            RuntimeEnabled(default: false)
        }
    }
}

/// Registered by itself, and therefore a separate tree.
enum Cellar: FeatureGroup {
    static let subfeatures = features(Scanner.self)
}

enum Scanner: ConditionalFeature {
    static var constraints: Constraints { UserToggled(default: false) }
}

struct NeedsCard: Constraint {
    var label: String { "Card" }
    var requirements: [Requirement] { [Requirement("card", from: "desk"), Requirement("card.premium", from: "shop")] }
    func check(_ subject: ConstraintSubject) -> ConstraintStatus { .met("Yes") }
}

struct Volume: Codable, Sendable { let title: String }
protocol DeskPresenter {}

enum LendVolume: Action {
    static let description = "Lend a book"
    static let analyticsIdentifier: String? = "book.lent"
    static let activityEligibility: ActivityEligibility = [.search, .perform]

    static func perform(_ context: ActionContext<Volume>, presenter: any DeskPresenter) async throws -> ActionOutcome {
        .success
    }
}

enum CloseDesk: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

enum CoverSize: String, FlagValueConvertible, CaseIterable { case small, large }

struct LibraryFlags: FlagContainer {
    static let key = "library"
    let size = Flag(default: CoverSize.small, description: "How large covers are", owner: "desk", kind: .experiment)
    let rate = Flag(default: 1.0)
}
