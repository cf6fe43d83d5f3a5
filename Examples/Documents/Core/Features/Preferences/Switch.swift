package import FiresteelTimeline

/// On or off.
package struct Switch: Sendable {
    package let isOn: Bool

    package init(_ isOn: Bool) { self.isOn = isOn }
}

extension Switch: TimelineDescribable {
    package func describe(to summary: inout InputSummary) {
        summary.add(isOn ? "On" : "Off")
    }
}
