import Firesteel
import FiresteelTesting

/// The features of external actions in the tests.
enum ExternalApp: FeatureGroup {
    static let subfeatures = features(Reading.self, Lending.self)
}

enum Reading: Feature {
    static let open = action(OpenBook.self)
    static let mark = action(MarkPage.self)
    static let refresh = action(Refresh.self)
    static let fail = action(FailAlways.self)
    static let opaque = action(TakeOpaque.self)
    static let actions = declare(open, mark, refresh, fail, opaque)

    static var routes: FeatureRoutes {
        Route("books/$(title)", to: open, name: "book")
        Route("mark/$(page)", to: mark)
        Route("refresh", to: refresh)
        Route("fail", to: fail)
        Route("opaque/$(text)", to: opaque) { TakeOpaque.Input(text: try $0.require("text")) }
    }
}

enum Lending: ConditionalFeature {
    static var constraints: Constraints { UserToggled(default: true) }
    static let lend = action(Lend.self)
    static let actions = declare(lend)
    static var routes: FeatureRoutes { Route("lend/$(title)", to: lend) }
}

struct Book: Codable, Sendable, Equatable {
    var title: String
    var page = 1
}

extension Book {
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        title = try container.decode(String.self, forKey: .title)
        page = try container.decodeIfPresent(Int.self, forKey: .page) ?? 1
    }
}

enum BookCall: Equatable, Sendable { case show(Book), mark(Int) }

protocol BookPresenter: Sendable {
    func show(_ book: Book)
    func mark(_ page: Int)
}

extension RecordingPresenter: BookPresenter where Call == BookCall {
    func show(_ book: Book) { record(.show(book)) }
    func mark(_ page: Int) { record(.mark(page)) }
}

enum OpenBook: Action {
    static func perform(_ context: ActionContext<Book>, presenter: any BookPresenter) async throws -> ActionOutcome {
        presenter.show(context.input)
        return .success
    }
}

enum MarkPage: UIAction {
    static func perform(_ context: ActionContext<Int>, presenter: any BookPresenter) throws -> ActionOutcome {
        presenter.mark(context.input)
        return .success
    }
}

enum Refresh: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

enum FailAlways: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        throw SampleError()
    }
}

enum TakeOpaque: Action {
    /// Can't be decoded.
    struct Input: Sendable {
        let text: String
    }

    static func perform(_ context: ActionContext<Input>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

enum Lend: Action {
    static func perform(_ context: ActionContext<Book>, presenter: any BookPresenter) async throws -> ActionOutcome {
        presenter.show(context.input)
        return .successClosing
    }
}

/// A router that answers as the test says, and notes what it was asked.
@MainActor
final class TestRouter: PresentationRouter {
    enum Answer {
        case ready, notReady, declined, cancelled
    }

    let presenter = RecordingPresenter<BookCall>()
    var answer = Answer.ready
    var session: ActionSession?
    /// Done before it answers.
    var before: () async -> Void = {}
    private(set) var requests: [ExternalRequest] = []

    init(_ answer: Answer = .ready) {
        self.answer = answer
    }

    func presentation<Presented: ActionDefinition>(
        of action: Presented.Type, for request: ExternalRequest
    ) async -> Presentation<Presented.Presenter> {
        requests.append(request)
        await before()
        switch answer {
        case .ready:
            guard let presenter = presenter as? Presented.Presenter else { return .declined("No window shows this.") }
            return .ready(presenter, in: session)
        case .notReady: return .notReady
        case .declined: return .declined("Not in this house.")
        case .cancelled: return .cancelled
        }
    }
}
