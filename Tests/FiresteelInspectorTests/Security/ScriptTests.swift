import FiresteelHTTPServer
import FiresteelWeb
import Foundation
import Testing

@testable import FiresteelInspector

@Suite("The pages' scripts")
struct ScriptTests {
    @Test("No script makes HTML or code of text")
    func scripts() throws {
        let all = try WebPages().files.mapValues { HTTPFile(try $0.read(), mediaType: $0.mediaType) }
        let scripts = try StaticPages().files.merging(all) { own, _ in own }.filter { $0.key.hasSuffix(".js") }
        #expect(scripts.count > 60)
        for (name, file) in scripts {
            let script = String(decoding: file.bytes, as: UTF8.self)
            for danger in [
                "innerHTML", "outerHTML", "insertAdjacentHTML", "setHTML", "createContextualFragment", "DOMParser",
                "document.write", "srcdoc", "eval(", "new Function",
            ] {
                #expect(!script.contains(danger), "\(name) has \(danger)")
            }
        }
    }

    @Test("No page has an inline script, style or handler")
    func pages() throws {
        let pages = try StaticPages()
        #expect(pages.names.isSuperset(of: ["home", "timeline", "activities"]) && pages.names.count == 11)
        let page = String(decoding: pages.document.bytes, as: UTF8.self)
        for tag in page.components(separatedBy: "<script").dropFirst() { #expect(tag.contains("></script>")) }
        #expect(!page.contains("<style") && !page.contains("style="))
        #expect(page.firstMatch(of: /<[^>]*\son[a-z]+\s*=/) == nil)
        #expect(!page.contains("javascript:"))
    }
}
