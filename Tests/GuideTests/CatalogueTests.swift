import Firesteel
import FiresteelCatalogue
import FiresteelTesting
import Foundation
import Testing

@Suite("Guide: the catalogue")
struct CatalogueTests {
    @Test("A catalogue is created, stored, shown and compared")
    func catalogue() throws {
        let runtime = try TestRuntime(AppFeatures.self).runtime
        let file = FileManager.default.temporaryDirectory.appending(path: "guide-\(UUID()).json")
        defer { try? FileManager.default.removeItem(at: file) }
        // guide: TheCatalogue
        let catalogue = runtime.catalogue
        for feature in catalogue.features where feature.kind == .conditional {
            print(feature.path, feature.constraints)
        }
        // end
        // guide: TheCatalogue
        try catalogue.json().write(to: file)
        // end
        // guide: TheCatalogue
        let document = catalogue.markdown
        let drawing = catalogue.mermaid()
        // end
        #expect(document.contains("## Features"))
        #expect(drawing.hasPrefix("flowchart"))
        // guide: TheCatalogue
        let released = try Catalogue(json: Data(contentsOf: file))
        let difference = CatalogueDifference(from: released, to: catalogue)
        print(difference.text)
        // end
        // guide: TheCatalogue
        #expect(!difference.isBreaking, "\(difference.text)")
        // end
        #expect(difference.isEmpty)
    }
}
