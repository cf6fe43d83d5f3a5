import Firesteel
import FiresteelCatalogue
import FiresteelFlags
import Foundation
import Testing

@Suite("A catalogue as JSON")
struct CatalogueJSONTests {
    @Test(
        "A written catalogue is read back as the same one, for random catalogues", arguments: 0..<200 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var random = RandomCatalogue(seed: seed)
        let catalogue = random.catalogue()
        let json = try catalogue.json()
        let read = try Catalogue(json: json)
        #expect(read == catalogue)
        #expect(try read.json() == json)
    }

    @Test("Keys that a later minor version added are passed over")
    func unknownKeys() throws {
        let json = """
            {"format": "1.7", "program": {"name": "A", "version": "", "build": "", "color": 1}, "library": "9",
             "features": [{"path": "A", "identifier": "A", "type": "M.A", "name": "A", "kind": "feature", "visible": true,
               "moods": [1], "conditions": [{"label": "Moon", "kind": "lunar", "phase": 3}]}],
             "flags": [], "requirements": [], "planets": {}}
            """
        let catalogue = try Catalogue(json: Data(json.utf8))
        #expect(catalogue.format == CatalogueFormat(major: 1, minor: 7))
        #expect(catalogue.features.first?.constraints.first?.kind == .other)
    }

    @Test("A later major version is rejected, even if nothing else in it can be read")
    func newerMajor() {
        let error = #expect(throws: CatalogueError.self) {
            try Catalogue(json: Data(#"{"format": "2.0", "all": "else"}"#.utf8))
        }
        #expect(error == .newerFormat(found: CatalogueFormat(major: 2, minor: 0), known: Catalogue.currentFormat))
        #expect("\(error as Any)".contains("format 2.0"))
    }

    @Test(
        "An invalid catalogue is rejected with the location of the error",
        arguments: [
            ("", "unreadable"), ("[]", "unreadable"), ("{}", "format"), (#"{"format": "one"}"#, "format"),
            (#"{"format": "1.0", "program": {"name": "A", "version": "", "build": ""}, "library": "1"}"#, "features"),
            (
                #"{"format":"1.0","program":{"name":"","version":"","build":""},"library":"1","features":[{}],"flags":[],"requirements":[]}"#,
                "features[0]"
            ),
        ])
    func refused(json: String, place: String) {
        let error = #expect(throws: CatalogueError.self) { try Catalogue(json: Data(json.utf8)) }
        guard case .unreadable(let words)? = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(place == "unreadable" || words.contains(place), "\(words)")
    }

    @Test("Random bytes are rejected or read", arguments: 0..<100 as Range<UInt64>)
    func damaged(seed: UInt64) throws {
        var random = RandomCatalogue(seed: seed)
        var json = try random.catalogue().json()
        for _ in 0..<(1 + random.number(4)) { json[random.number(json.count)] = UInt8(random.number(256)) }
        do throws(CatalogueError) { _ = try Catalogue(json: json) } catch { #expect(!"\(error)".isEmpty) }
    }
}
