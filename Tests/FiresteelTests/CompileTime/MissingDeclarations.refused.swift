import Firesteel

// What a group, a conditional feature and a described input have to declare.

// error: list the sub-features with static let subfeatures = features(
enum App: FeatureGroup {
    static let subfeatures: [any FeatureDefinition.Type] = [Reading.self, Sharing.self]
}

// error: declare the constraints, as in static var constraints: Constraints {
enum Printing: ConditionalFeature {}

// error: record fields of the input, as in func describe(to summary: inout InputSummary) {
struct Page: TimelineDescribable {}

// `request()` is one load, and calls no closure.
enum Trial: ConditionalFeature {
    // error: request() doesn't call a closure: write RuntimeEnabled.cached {
    static var constraints: Constraints { RuntimeEnabled { true } }
}
