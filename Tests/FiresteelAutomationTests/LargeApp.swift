import Firesteel

/// A program with 121 published actions: 11 features with 11 actions each.
enum LargeApp: FeatureGroup {
    static let subfeatures = features(
        Part<N0>.self, Part<N1>.self, Part<N2>.self, Part<N3>.self, Part<N4>.self, Part<N5>.self, Part<N6>.self,
        Part<N7>.self, Part<N8>.self, Part<N9>.self, Part<N10>.self)
}

protocol Numbered: SendableMetatype { static var number: Int { get } }
enum N0: Numbered { static let number = 0 }
enum N1: Numbered { static let number = 1 }
enum N2: Numbered { static let number = 2 }
enum N3: Numbered { static let number = 3 }
enum N4: Numbered { static let number = 4 }
enum N5: Numbered { static let number = 5 }
enum N6: Numbered { static let number = 6 }
enum N7: Numbered { static let number = 7 }
enum N8: Numbered { static let number = 8 }
enum N9: Numbered { static let number = 9 }
enum N10: Numbered { static let number = 10 }

enum Part<Number: Numbered>: Feature {
    static var identifier: String { "Part\(Number.number)" }
    static var actions: DeclaredActions {
        declare(
            action(Step<Number, N0>.self, .published), action(Step<Number, N1>.self, .published),
            action(Step<Number, N2>.self, .published), action(Step<Number, N3>.self, .published),
            action(Step<Number, N4>.self, .published), action(Step<Number, N5>.self, .published),
            action(Step<Number, N6>.self, .published), action(Step<Number, N7>.self, .published),
            action(Step<Number, N8>.self, .published), action(Step<Number, N9>.self, .published),
            action(Step<Number, N10>.self, .published))
    }
}

enum Step<First: Numbered, Second: Numbered>: Action {
    static var identifier: String { "Step\(First.number)Of\(Second.number)" }
    static var name: String { "Step \(First.number) of \(Second.number)" }
    static var description: String { "Takes step \(First.number) of \(Second.number), with a book" }
    static func perform(_ context: ActionContext<Book>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}
