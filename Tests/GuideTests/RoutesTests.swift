import Firesteel
import FiresteelTesting
import Foundation
import Testing

// guide: Routes
struct Page: Codable, Sendable, Equatable {
    var document: String
    var line: Int?
}

enum OpenPage: Action {
    static let description = "Open a document at a line"

    static func perform(
        _ context: ActionContext<Page>, presenter: any PagePresenter
    ) async throws -> ActionOutcome {
        presenter.show(context.input)
        return .success
    }
}

enum Reading: Feature {
    static let open = action(OpenPage.self)
    static let actions = declare(open)

    static var routes: FeatureRoutes {
        Route("open/$(document)", to: open)
        Route("**(document)", to: open, name: "site", in: .universal("docs.example.com"))
    }
}
// end

protocol PagePresenter: Sendable {
    func show(_ page: Page)
}

extension RecordingPresenter: PagePresenter where Call == Page {
    func show(_ page: Page) { record(page) }
}

enum ReadingApp: FeatureGroup {
    static let subfeatures = features(Reading.self, Bookmarks.self)
}

// guide: Routes
struct Bookmark: Sendable {
    let page: Page
}

enum Bookmarks: Feature {
    static let add = action(AddBookmark.self)
    static let actions = declare(add)

    static var routes: FeatureRoutes {
        Route("mark/$(document)", to: add) { parameters in
            Bookmark(page: Page(document: try parameters.require("document"), line: try parameters.decode("line")))
        } link: { bookmark in
            var parameters: RouteParameters = ["document": bookmark.page.document]
            parameters["line"] = bookmark.page.line.map { "\($0)" }
            return parameters
        }
    }
}
// end

enum AddBookmark: Action {
    static func perform(_ context: ActionContext<Bookmark>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

// guide: Routes
struct WindowRouter: PresentationRouter {
    let window: (any PagePresenter)?

    func presentation<Presented: ActionDefinition>(
        of action: Presented.Type, for request: ExternalRequest
    ) async -> Presentation<Presented.Presenter> {
        guard let window else { return .notReady }
        guard let presenter = window as? Presented.Presenter else { return .declined("No window shows this.") }
        return .ready(presenter)
    }
}
// end

@MainActor
final class LinkReceiver {
    var messages: [String] = []
    let window: any PagePresenter
    let runtime: FeatureRuntime

    init(window: any PagePresenter, runtime: FeatureRuntime) {
        self.window = window
        self.runtime = runtime
    }

    func notify(_ words: String) { messages.append(words) }

    // guide: Routes
    func open(_ link: String) async {
        do {
            try await runtime.open(link, presentedBy: WindowRouter(window: window))
        } catch {
            notify(error.description)
        }
    }
    // end
}

// guide: Routes
struct SharedText: Decodable {
    let isShared: Bool

    init(from decoder: any Decoder) throws {
        isShared = decoder.routeName == "share"
    }
}
// end

@Suite("The guide to routes")
@MainActor
struct RoutesTests {
    @Test("Opening performs, and a link without a route is an error")
    func opening() async throws {
        try await withTestRuntime(ReadingApp.self) { test in
            let window = RecordingPresenter<Page>()
            let receiver = LinkReceiver(window: window, runtime: test.runtime)
            await receiver.open("documents://open/Plan?line=12")
            await receiver.open("https://docs.example.com/Work/Plan")
            await receiver.open("documents://open/Plan?line=twelve")
            await receiver.open("documents://close")
            #expect(window.calls == [Page(document: "Plan", line: 12), Page(document: "Work/Plan")])
            #expect(
                receiver.messages == [
                    "The parameter line can't be read: \"twelve\" is not of type Int",
                    "No route matches the link documents://close",
                ])
        }
    }

    @Test("Links lead back")
    func links() async throws {
        try await withTestRuntime(ReadingApp.self) { test in
            let page = Page(document: "Work/Plan", line: 12)
            // guide: Routes
            let link = try Reading.open.link(for: page, in: .app("documents"))
            let address = try Reading.open.link(for: page, in: .universal("docs.example.com"), route: "site")
            // end
            #expect(link == "documents://open/Work%2FPlan?line=12")
            #expect(address == "https://docs.example.com/Work/Plan?line=12")
            let mark = try Bookmarks.add.link(for: Bookmark(page: page), in: .app("documents"))
            #expect(mark == "documents://mark/Work%2FPlan?line=12")
            #expect(try await test.runtime.open(mark, presentedBy: NoPresentation()).isSuccess)
        }
    }

    @Test("An explanation names every pattern")
    func explanation() async throws {
        try await withTestRuntime(ReadingApp.self) { test in
            let runtime = test.runtime
            // guide: Routes
            for candidate in runtime.explainRoute("documents://open/Plan?line=12").candidates {
                print(candidate.route.pattern, candidate.verdict, separator: ": ")
            }
            // end
            let verdicts = runtime.explainRoute("documents://open/Plan?line=12").candidates.map { candidate in
                "\(candidate.route.pattern): \(candidate.verdict)"
            }
            #expect(
                verdicts == [
                    "open/$(document): Opens the link",
                    "mark/$(document): Component 1 is \"open\", where mark is expected",
                    "**(document): Applies to other schemes or domains",
                ])
        }
    }
}
