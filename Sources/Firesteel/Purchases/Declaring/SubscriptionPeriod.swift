public import Foundation

/// How long a subscription lasts.
public struct SubscriptionPeriod: Sendable, Hashable {
    /// What it is counted in.
    public enum Unit: String, Sendable, Hashable, CaseIterable {
        /// Days of 24 hours.
        case day
        /// Seven days.
        case week
        /// Months of the calendar: a month after the 31st of January is the last day of February.
        case month
        /// Years of the calendar.
        case year
    }

    /// What it is counted in.
    public let unit: Unit
    /// How many, at least 1.
    public let count: Int

    /// - Parameters:
    ///   - count: How many. Fewer than 1 count as 1, more than 1,000 as 1,000.
    ///   - unit: What it is counted in.
    public init(_ count: Int, _ unit: Unit) {
        self.count = min(max(count, 1), 1_000)
        self.unit = unit
    }

    /// So many days.
    public static func days(_ count: Int) -> SubscriptionPeriod { SubscriptionPeriod(count, .day) }
    /// So many weeks.
    public static func weeks(_ count: Int) -> SubscriptionPeriod { SubscriptionPeriod(count, .week) }
    /// So many months.
    public static func months(_ count: Int) -> SubscriptionPeriod { SubscriptionPeriod(count, .month) }
    /// So many years.
    public static func years(_ count: Int) -> SubscriptionPeriod { SubscriptionPeriod(count, .year) }

    /// The moment at which a period that begins at another ends, in the Gregorian calendar and UTC.
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
        // The calendar has an end for every date that a purchase can have; without one the period is over at once.
        return calendar.date(byAdding: components, to: start) ?? start
    }
}

extension SubscriptionPeriod: CustomStringConvertible {
    /// Such as "1 month" or "2 weeks".
    public var description: String { count == 1 ? "1 \(unit.rawValue)" : "\(count) \(unit.rawValue)s" }
}
