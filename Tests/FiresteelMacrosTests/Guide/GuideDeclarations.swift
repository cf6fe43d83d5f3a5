// guide: FiresteelMacros
import Firesteel
import FiresteelFlags
import FiresteelMacros

// end

// guide: FiresteelMacros
/// Documents that people open and print.
@Feature
enum Printing {
    static let open = action(OpenPrintView.self)
    static let print = action(PrintDocument.self, .published)
}
// end

// guide: FiresteelMacros
enum PrintingByHand: Feature {
    static let description = "Documents that people open and print."
    static let open = action(OpenPrintView.self)
    static let print = action(PrintDocument.self, .published)
    static let actions = declare(open, print)
}
// end

// guide: FiresteelMacros
@Feature(description: "Print on paper of any size")
enum LargePrinting {
    static var constraints: Constraints { UserToggled(default: false) }
    static let print = action(PrintDocument.self)
}
// end

// guide: FiresteelMacros
@FlagContainer
struct PrintingFlags {
    /// Both sides of the paper are used.
    @Flag var isDuplex: Bool = true
}

struct PrintingFlagsByHand: FlagContainer {
    static let key = "printing"
    let isDuplex = Flag(default: true, description: "Both sides of the paper are used.")
}
// end

// guide: FiresteelMacros
@DescribedInput
struct PrintJob: Codable {
    /// The number of copies.
    var copies: Int
}

struct PrintJobByHand: Codable, DescribedInput {
    static let inputFields = [FieldDescription("copies", "The number of copies")]
    var copies: Int
}
// end

enum OpenPrintView: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

enum PrintDocument: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}
