import FiresteelWeb
import Foundation
import Testing

@Suite("The pages' scripts")
struct ScriptTests {
    @Test("No script makes HTML or code of text")
    func scripts() throws {
        let folder = try #require(WebPages().find("kit/icon.svg")).location
            .deletingLastPathComponent().deletingLastPathComponent()
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".js") }
        #expect(names.count > 60)
        for name in names {
            let script = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            for danger in [
                "innerHTML", "outerHTML", "insertAdjacentHTML", "setHTML", "createContextualFragment", "DOMParser",
                "document.write", "srcdoc", "eval(", "new Function",
            ] {
                #expect(!script.contains(danger), "\(name) has \(danger)")
            }
        }
    }

    @Test("No page has a script, a style or a handler of its own within it")
    func pages() throws {
        let pages = WebPages()
        #expect(pages.pages.contains("timeline"))
        for name in pages.pages {
            let page = String(decoding: try #require(pages.find(name)).read(), as: UTF8.self)
            for tag in page.components(separatedBy: "<script").dropFirst() { #expect(tag.contains("></script>")) }
            #expect(!page.contains("<style") && !page.contains("style="), "\(name)")
            #expect(page.firstMatch(of: /<[^>]*\son[a-z]+\s*=/) == nil, "\(name)")
            #expect(!page.contains("javascript:"), "\(name)")
        }
    }
}
