import FiresteelBase
import FiresteelInsight
import FiresteelStore
import Testing

@Suite("Lengths of texts without secrets")
struct SecretLengthTests {
    /// Words whose replacement is longer than what it replaces.
    private static let short = ["/" + "home/a/x", "/" + "Users/b/", "a@b.c", "c@de.fg,"]

    @Test("Removing secrets doesn't make a text longer if its length must stay")
    func texts() throws {
        var grown = 0
        for first in Self.short {
            for second in Self.short {
                for count in [1, 2, 7, 500] {
                    let text = Array(repeating: "\(first) \(second)", count: count).joined(separator: " ")
                    let replaced = try #require(SecretText.replaced(text, keepsLength: true))
                    #expect(replaced.utf8.count <= text.utf8.count)
                    #expect(replaced != text)
                    if let longer = SecretText.replaced(text), longer.utf8.count > text.utf8.count { grown += 1 }
                }
            }
        }
        #expect(grown > 0)
    }

    @Test("Values of members that are named as secrets aren't longer either")
    func members() throws {
        var value: JSONValue = [
            "password": "x", "token": "abc", "fields": [["label": "API key", "value": "12"]],
            "message": .string(Self.short.joined(separator: " ")),
        ]
        let before = value.json().utf8.count
        #expect(SecretText.replace(in: &value, keepsLength: true) == 4)
        #expect(value.json().utf8.count <= before)
        guard case .object(let members) = value else {
            Issue.record("It isn't an object")
            return
        }
        #expect(members["password"] != "x" && members["token"] != "abc")
    }

    @Test("A report with a text at its limit can be read without its secrets")
    func report() throws {
        var report = InsightFixture.crash("r1")
        let word = Self.short[0] + " "
        let text = String(repeating: word, count: ReportLimits.text / word.utf8.count)
        report.fatal?.message = text + String(repeating: ".", count: ReportLimits.text - text.utf8.count)
        #expect(try InsightReport(json: report.json).fatal?.message.utf8.count == ReportLimits.text)
        let value = try JSONValue(json: report.json)
        var longer = value
        #expect(SecretText.replace(in: &longer) == 1)
        let error = #expect(throws: InsightMessageError.self) { try InsightReport(json: Array(longer.json().utf8)) }
        #expect(error?.limit == .text)
        var kept = value
        #expect(SecretText.replace(in: &kept, keepsLength: true) == 1)
        let read = try InsightReport(json: Array(kept.json().utf8))
        #expect(read.fatal?.message.contains(Self.short[0]) == false)
        #expect(try #require(read.fatal?.message).utf8.count <= ReportLimits.text)
    }
}
