public import Foundation

/// The duration of one period of a subscription.
public struct SubscriptionPeriod: Sendable, Hashable {
    /// The unit of a period.
    public enum Unit: String, Sendable, Hashable, CaseIterable {
        /// Days of 24 hours.
        case day
        /// Seven days.
        case week
        /// Calendar months: one month after January 31 is the last day of February.
        case month
        /// Calendar years.
        case year
    }

    /// The unit.
    public let unit: Unit
    /// The number of units, at least 1.
    public let count: Int

    /// Creates a period.
    ///
    /// - Parameters:
    ///   - count: The number of units. Values below 1 count as 1, above 1,000 as 1,000.
    ///   - unit: The unit.
    public init(_ count: Int, _ unit: Unit) {
        self.count = min(max(count, 1), 1_000)
        self.unit = unit
    }

    /// Returns a period in days.
    public static func days(_ count: Int) -> SubscriptionPeriod { SubscriptionPeriod(count, .day) }
    /// Returns a period in weeks.
    public static func weeks(_ count: Int) -> SubscriptionPeriod { SubscriptionPeriod(count, .week) }
    /// Returns a period in months.
    public static func months(_ count: Int) -> SubscriptionPeriod { SubscriptionPeriod(count, .month) }
    /// Returns a period in years.
    public static func years(_ count: Int) -> SubscriptionPeriod { SubscriptionPeriod(count, .year) }

    /// Returns the end of a period that starts at a date, in the Gregorian calendar and UTC.
    public func end(from start: Date) -> Date {
        switch unit {
        case .day: start.addingTimeInterval(Double(count) * 86_400)
        case .week: start.addingTimeInterval(Double(count) * 604_800)
        case .month: Self.adding(DateComponents(month: count), to: start)
        case .year: Self.adding(DateComponents(year: count), to: start)
        }
    }

    private static func adding(_ components: DateComponents, to start: Date) -> Date {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        // The calendar has an end for every date that a purchase can have; otherwise the period ends immediately.
        return calendar.date(byAdding: components, to: start) ?? start
    }
}

extension SubscriptionPeriod: CustomStringConvertible {
    /// A text such as "1 month" or "2 weeks".
    public var description: String { count == 1 ? "1 \(unit.rawValue)" : "\(count) \(unit.rawValue)s" }
}
