import Firesteel

enum App: FeatureGroup {
    static let subfeatures = features(Reading.self, Sharing.self)
}

enum Printing: ConditionalFeature {
    static var constraints: Constraints { UserToggled(default: true) }
}

struct Page: TimelineDescribable {
    func describe(to summary: inout InputSummary) { summary.add("Page", 1) }
}

enum Trial: ConditionalFeature {
    static var constraints: Constraints { RuntimeEnabled.cached { true } }
}
