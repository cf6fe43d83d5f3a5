import Firesteel
import FiresteelTesting
import Foundation

/// A program whose routes the test gives.
enum RouteApp: FeatureGroup {
    static let subfeatures = features(Routed.self)
}

enum Routed: Feature {
    /// The routes of the program that is being made.
    @TaskLocal static var planned: [Route] = []

    static let go = action(Go.self)
    static let stay = action(Stay.self)
    static let number = action(OpenNumber.self)
    static let text = action(OpenText.self)
    static let texts = action(OpenTexts.self)
    static let all = action(OpenAll.self)
    static let plain = action(OpenPlain.self)
    static let actions = declare(go, stay, number, text, texts, all, plain)
    static var routes: FeatureRoutes { planned }

    /// A runtime with these routes.
    static func runtime(_ routes: Route...) throws -> FeatureRuntime { try runtime(routes) }

    static func runtime(_ routes: [Route]) throws -> FeatureRuntime {
        try $planned.withValue(routes) { try TestRuntime(RouteApp.self) { $0.storage = .none }.runtime }
    }
}

enum Go: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

enum Stay: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

enum OpenNumber: Action {
    static func perform(_ context: ActionContext<Int>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

enum OpenText: Action {
    static func perform(_ context: ActionContext<String>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

enum OpenTexts: Action {
    static func perform(_ context: ActionContext<[String]>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

enum OpenAll: Action {
    static func perform(_ context: ActionContext<Everything>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

enum OpenPlain: Action {
    static func perform(_ context: ActionContext<HandMade>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

/// An input that isn't `Codable`.
struct HandMade: Sendable, Equatable {
    var name: String
}

/// An input of every kind of value.
struct Everything: Codable, Sendable, Equatable {
    enum Kind: String, Codable { case note, list = "a list/of things" }

    struct Place: Codable, Equatable {
        var line: Int
        var column: UInt8?
    }

    var title: String
    var count = 0
    var ratio = 0.0
    var half: Float = 0
    var isDraft = false
    var kind = Kind.note
    var at: Date?
    var page: URL?
    var identifier: UUID?
    var tags: [String] = []
    var numbers: [Int64] = []
    var place: Place?
    var extra: [String: String] = [:]
    var price: Decimal?
    var data: Data?
    var wide: UInt64 = 0
    var note: String?
}
