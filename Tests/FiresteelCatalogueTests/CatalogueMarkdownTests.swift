import Firesteel
import FiresteelCatalogue
import FiresteelFlags
import Testing

@Suite("A catalogue as Markdown")
struct CatalogueMarkdownTests {
    @Test("It has contents, a section for each feature, and tables")
    func document() {
        let catalogue = Catalogue(
            program: CatalogueProgram(name: "Desk", version: "2.1"), library: "1.0",
            features: [
                CatalogueFeature(
                    path: FeaturePath("Desk"), identifier: "Desk", type: "M.Desk", name: "Desk", kind: .group),
                CatalogueFeature(
                    path: FeaturePath("Desk/Lending"), parent: FeaturePath("Desk"), identifier: "Lending",
                    type: "M.Lending", name: "Lending", description: "Lends books",
                    constraints: [CatalogueConstraint(label: "User toggle", kind: .toggle, initial: true)],
                    actions: [
                        CatalogueAction(
                            identifier: "Lend", type: "M.Lend", name: "Lend", description: "Lend a book",
                            isPublished: true, input: "Book")
                    ]),
            ],
            flags: [CatalogueFlag(key: "a.b", type: .bool, valueType: "Bool", defaultValue: true)],
            requirements: [CatalogueRequirement("card", from: "desk")])
        #expect(
            catalogue.markdown == """
                # Desk 2.1: catalogue

                2 features, 1 action, 1 flag, 1 requirement. Built with Firesteel 1.0.

                ## Contents

                - [Desk](#feature-desk)
                  - [Lending](#feature-desk-lending)
                - [Flags](#flags)
                - [Requirements](#requirements)

                ## Features

                <a id="feature-desk"></a>

                ### Desk

                `Desk` · group · `M.Desk`

                <a id="feature-desk-lending"></a>

                #### Lending

                `Desk/Lending` · always available · `M.Lending`

                Lends books

                Conditions:

                - User toggle (on by default)

                | Action | Identifier | Input | Presenter | Visibility | More |
                |---|---|---|---|---|---|
                | Lend: Lend a book | `Lend` | `Book` |  | published |  |

                <a id="flags"></a>

                ## Flags

                | Flag | Type | Default | Kind | Owner | Expires | Description |
                |---|---|---|---|---|---|---|
                | `a.b` | `Bool` | `true` | release |  |  |  |

                <a id="requirements"></a>

                ## Requirements

                | From | Name | Needed by |
                |---|---|---|
                | desk | card |  |

                """)
    }

    @Test(
        "Whatever names say, rows have as many cells as heads, and nothing opens a tag",
        arguments: 0..<200 as Range<UInt64>)
    func escaping(seed: UInt64) {
        var random = RandomCatalogue(seed: seed)
        var cells: Int?
        for line in random.catalogue().markdown.split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix("|") else {
                cells = nil
                #expect(line.hasPrefix("<a id=\"") || Self.unescaped(line, "<") == 0, "\(line)")
                continue
            }
            let count = Self.unescaped(line, "|")
            #expect(cells == nil || cells == count, "\(line)")
            cells = count
        }
    }

    @Test("Anchors are unique, and each is linked once", arguments: 0..<50 as Range<UInt64>)
    func anchors(seed: UInt64) {
        var random = RandomCatalogue(seed: seed)
        let markdown = random.catalogue().markdown
        let anchors = markdown.matches(of: /<a id="([^"]*)"><\/a>/).map { String($0.1) }
        let links = markdown.matches(of: /\]\(#([a-z0-9-]*)\)\n/).map { String($0.1) }
        #expect(Set(anchors).count == anchors.count)
        #expect(links == anchors)
    }

    /// The number of occurrences of a character in a line without `\` before it and outside code.
    private static func unescaped(_ line: Substring, _ wanted: Character) -> Int {
        var count = 0
        var isEscaped = false
        var isCode = false
        for character in line {
            if isEscaped {
                isEscaped = false
            } else if character == "\\" && !isCode {
                isEscaped = true
            } else if character == "`" {
                isCode.toggle()
            } else if character == wanted && !isCode {
                count += 1
            }
        }
        return count
    }
}
