package import FiresteelTimeline

/// The input for switching something on or off.
package struct Switch: Sendable {
    package let isOn: Bool

    package init(_ isOn: Bool) { self.isOn = isOn }
}

extension Switch: TimelineDescribable {
    package func describe(to summary: inout InputSummary) {
        summary.add(isOn ? "On" : "Off")
    }
}
