#if os(Linux) || os(macOS)
import Testing

@Suite("The expansion of @DescribedInput")
struct InputExpansionTests {
    @Test("The documentation of stored properties describes their fields, by the names with which they are decoded")
    func properties() async throws {
        try await expectExpansion(
            of: """
                @DescribedInput
                public struct Page: Codable {
                    enum CodingKeys: String, CodingKey { case title, size = "paper_size" }
                    /// The "title",
                    /// in one line.
                    ///
                    /// More about it.
                    var title: String
                    /// The paper's size.
                    var size: Double
                    /// What isn't decoded.
                    var cached = 3
                    /// What is computed.
                    var isLarge: Bool { size > 10 }
                }
                """,
            is: [
                """
                extension Page: DescribedInput {
                    public static var inputFields: [FieldDescription] {
                        [FieldDescription("title", #"The "title", in one line"#), \
                FieldDescription("paper_size", "The paper's size")]
                    }
                }
                """
            ])
    }

    @Test("An input without documentation, and one that isn't a struct, are errors")
    func mistakes() async throws {
        try await expectExpansion(
            of: """
                @DescribedInput
                struct Page: Codable {
                    var title: String
                }
                @DescribedInput
                class Book {
                }
                """,
            is: [],
            faults: [
                MacroDiagnostic(
                    line: 1, column: 1, "No property of the input has a documentation comment to describe it",
                    fixIts: []),
                MacroDiagnostic(
                    line: 6, column: 1, "A described input must be a struct",
                    fixIts: ["Replace 'class' with 'struct'"]),
            ],
            fixed: """
                @DescribedInput
                struct Page: Codable {
                    var title: String
                }
                @DescribedInput
                struct Book {
                }
                """)
    }
}
#endif
