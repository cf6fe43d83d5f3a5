import Firesteel
import FiresteelPermissions
import FiresteelPurchases
import Foundation

/// A feature that links, purchases, permissions and activities lead to.
enum EdgeApp: FeatureGroup {
    static let subfeatures = features(Library.self, Export.self)
}

enum Library: Feature {
    static let open = action(OpenBook.self, .published)
    static let close = action(CloseBook.self)
    static let actions = declare(open, close)
    static var routes: FeatureRoutes {
        Route("books/$(title)", to: open, name: "book", in: .app("library"), .universal("books.example.com"))
        Route("books/close", to: close)
        Route("anything/**", to: close, in: .app("library"))
    }
}

extension EdgeApp {
    enum Export: ConditionalFeature {
        static let identifier = "Exporting"
        static var constraints: Constraints {
            Purchase(.edition)
            Permission(.contacts)
        }
        static let export = action(CloseBook.self, .published)
        static let actions = declare(export)
    }
}

extension Product {
    /// The product that the export needs.
    static let edition = Product(
        "com.example.edition", .autoRenewable(.months(1)), name: "Edition", description: "All there is",
        price: ProductPrice(4, "EUR"))
}

struct Book: Codable {
    let title: String
    let page: Int?
}

enum OpenBook: Action {
    static let activityEligibility: ActivityEligibility = [.perform, .search]

    static func activity(for input: Book) -> ActivityContent? {
        ActivityContent(title: input.title, subtitle: "A book", keywords: ["reading"])
    }

    static func perform(_ context: ActionContext<Book>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

enum CloseBook: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}
