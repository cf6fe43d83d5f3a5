import Firesteel
import FiresteelPermissions
import FiresteelPurchases
import Foundation

/// The features of the program.
enum App: FeatureGroup {
    static let name = "Documents"
    static let subfeatures = features(
        Documents.self, Search.self, Preview.self, Import.self, Sharing.self, FocusMode.self, Preferences.self,
        Printing.self)
}

enum Documents: Feature {
    static let name = "Document Management"
    static let description = "Create, open, save and close documents"
    static let open = action(Open.self, .published)
    static let create = action(Create.self, .published)
    static let save = action(Save.self, .published)
    static let rename = action(Rename.self, .published)
    static let delete = action(Delete.self, .published)
    static let undo = action(UndoDelete.self)
    static let backup = action(Backup.self)
    static let close = action(Close.self, .published)
    static let actions = declare(open, create, save, rename, delete, undo, backup, close)
    static var routes: FeatureRoutes {
        Route("open/$(document)", to: open, in: .app("documents"), .universal("example.com"))
    }
}

enum Search: Feature {
    static let search = action(SearchDocuments.self, .published)
    static let actions = declare(search)
    static var routes: FeatureRoutes {
        Route("search/$(document).json", to: search, in: .anyApp, .anyUniversal)
        Route("find/it", to: search, in: .anyApp)
    }
}

enum Preview: ConditionalFeature {
    static var constraints: Constraints {
        UserToggled(default: true)
        RuntimeEnabled()
    }
    static let show = action(ShowPreview.self, .published)
    static let render = action(RenderPreview.self)
    static let actions = declare(show, render)
}

enum Import: FeatureGroup, Feature {
    static let subfeatures = features(Archive.self)
    static let folder = action(ImportFolder.self, .published)
    static let file = action(ImportFile.self)
    static let actions = declare(folder, file)
}

enum Archive: ConditionalFeature {
    static let name = "Archive Import"
    static var constraints: Constraints {
        Formats()
        Permission(.notifications(.usual))
    }
    static let archive = action(ImportArchive.self, .published)
    static let actions = declare(archive)
}

/// Never known.
struct Formats: Constraint {
    var label: String { "Formats are known" }

    func check(_ subject: ConstraintSubject) -> ConstraintStatus {
        .undetermined("Not asked yet", because: "Waiting for the list of formats", remedy: .wait)
    }
}

enum Sharing: FeatureGroup, ConditionalFeature {
    static let name = "Document Sharing"
    static let description = "Share documents with other people"
    static let tags = ["collaboration"]
    static let subfeatures = features(Links.self)
    static var constraints: Constraints { UserToggled(default: false) }
    static let share = action(ShareDocument.self, .published)
    static let stop = action(StopSharing.self)
    static let people = action(ShowPeople.self)
    static let actions = declare(share, stop, people)
    static var routes: FeatureRoutes { Route("share/**", to: stop, name: "share", in: .anyApp) }
}

enum Links: ConditionalFeature {
    static let name = "Link Sharing"
    static var constraints: Constraints { RuntimeEnabled() }
    static let copy = action(CopyLink.self, .published)
    static let actions = declare(copy)
}

enum FocusMode: ConditionalFeature {
    static var constraints: Constraints {
        UserToggled(default: true)
        Flagged(default: true)
    }
    static let enter = action(EnterFocus.self, .published)
    static let width = action(SetLineWidth.self)
    static let leave = action(LeaveFocus.self, .published)
    static let actions = declare(enter, width, leave)
}

enum Preferences: Feature {
    static let ruler = action(ShowRuler.self)
    static let storage = action(ShowStorage.self)
    static let actions = declare(ruler, storage)
}

/// The feature that products and permissions decide.
enum Printing: ConditionalFeature {
    static var constraints: Constraints {
        Purchase(allOf: .product(.credits, atLeast: 5), .product(.premium))
        Purchase(.supporter)
        Permission(.contacts)
        Permission(.camera)
    }
    static let printing = action(PrintDocument.self)
    static let actions = declare(printing)
}

extension Product {
    static let premium = Product(
        "com.example.premium", .autoRenewable(.months(1)), name: "Premium",
        price: ProductPrice(Decimal(499) / 100, "EUR"))
    static let credits = Product("com.example.credits", .consumable, name: "Export credits")
    static let supporter = Product("com.example.supporter", .nonConsumable, name: "Supporter")
}
