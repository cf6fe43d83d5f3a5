import DocumentsCore
import Testing

@Suite struct DocumentNameTests {
    @Test("A name has its path, and its title is the last component without the suffix")
    func goodName() throws {
        let name = try DocumentName("Travel/Norway in June.md")
        #expect(name.path == "Travel/Norway in June.md")
        #expect(name.title == "Norway in June")
    }

    @Test(
        "A name that leaves the folder, hides a file or isn’t Markdown is rejected with the reason",
        arguments: [
            ("../secrets.md", NameRejection.leaves), ("a/../../b.md", .leaves), ("./a.md", .leaves),
            ("/etc/passwd.md", .absolute),
            (".hidden.md", .hidden), ("a/.git/b.md", .hidden), ("a//b.md", .emptyPart), ("a/", .emptyPart),
            ("", .empty),
            ("notes.txt", .notMarkdown), ("notes", .notMarkdown), ("a\\b.md", .forbidden("\\")),
            ("a\u{0}b.md", .forbidden("U+0")),
            ("a\nb.md", .forbidden("U+A")), ("a\u{202E}b.md", .forbidden("U+202E")),
            // Slashes and dots that are part of a larger character.
            ("Notes\u{600}/../\u{301}up.md", .leaves), ("\u{600}/../b.md", .leaves), ("/\u{301}a.md", .absolute),
            ("a/\u{301}/.\u{301}git/b.md", .hidden), (".\u{301}a.md", .hidden),
            ("a\u{600}/b/c/d/e/f/g/h/i.md", .tooDeep), (" a.md", .blankEdge), ("a /b.md", .blankEdge),
            ("a/b/c/d/e/f/g/h/i.md", .tooDeep), (String(repeating: "x", count: 300) + ".md", .tooLong),
        ])
    func badName(path: String, fault: NameRejection) {
        #expect(throws: DocumentError.invalidName(path, fault)) { try DocumentName(path) }
    }

    @Test("Names that differ only in their normalization are different names")
    func normalization() throws {
        let (composed, decomposed) = (try DocumentName("caf\u{E9}.md"), try DocumentName("cafe\u{301}.md"))
        #expect(composed != decomposed && Set([composed, decomposed, composed]).count == 2)
    }

    @Test("An entered name is trimmed and gets the suffix")
    func typed() throws {
        #expect(try DocumentName(typed: "  Shopping list ").path == "Shopping list.md")
        #expect(try DocumentName(typed: "Plan.MD").path == "Plan.MD")
        #expect(throws: DocumentError.invalidName("", .empty)) { try DocumentName(typed: "   ") }
        #expect(throws: DocumentError.invalidName("../x.md", .leaves)) { try DocumentName(typed: "../x") }
    }

    @Test("Every error has a message and a remedy in complete sentences")
    func errorsHaveWords() throws {
        let name = try DocumentName("Plan.md")
        let errors: [DocumentError] = [
            .invalidName("x", .notMarkdown), .missing(name), .nameTaken(name), .outside(name), .notADocument(name),
            .tooLarge(name: "Plan.md", bytes: 6_291_456, limit: 5_242_880), .notText(name), .notInTrash("1"),
            .noFolder("/x"),
            .notImportable("/x", .overlaps), .notImportable("x", .relative), .notImportable("/x", .empty),
            .notImportable("/x", .tooMany(limit: 2)), .notPermitted("/x"), .diskFull("x"),
        ]
        for error in errors {
            #expect(error.problem.hasSuffix("."))
            #expect(error.remedy.hasSuffix("."))
            #expect(error.description.hasSuffix(" " + error.remedy))
        }
        #expect(errors[5].problem == "“Plan.md” has 6 MB. Documents are limited to 5 MB.")
    }

    @Test("The user reads the whole path in an error; logs and the timeline have its last component")
    func recordedPaths() {
        let path = "/srv/ada/Private/Notes"
        let errors: [DocumentError] = [
            .noFolder(path), .notImportable(path, .notAFolder), .notImportable(path, .overlaps),
            .notImportable(path, .empty), .notImportable(path, .tooMany(limit: 2)), .notPermitted(path),
            .diskFull(path), .system(path, code: 5, message: "Input/output error"),
            .notImportable("~/Private/Notes", .relative),
        ]
        for error in errors {
            #expect(error.problem.contains("/Private/Notes"))
            #expect(error.description.contains("Notes") && !error.description.contains("Private"), "\(error)")
        }
        #expect(DocumentError.notPermitted("Work/Plan.md").description.contains("Work/Plan.md"))
    }
}
