import Foundation

/// Dates in the JSON of inputs: ISO 8601 with as many fractional digits as needed for full precision.
enum JSONDates {
    /// The encoding of dates.
    ///
    /// Throws an `EncodingError` for a date that has no such text, such as one outside the years 1 to 9999.
    static let encoding = JSONEncoder.DateEncodingStrategy.custom { date, encoder in
        var container = encoder.singleValueContainer()
        guard let text = LinkDate.text(date) else {
            throw EncodingError.invalidValue(
                date,
                EncodingError.Context(
                    codingPath: container.codingPath,
                    debugDescription: "The date can't be written in ISO 8601, which has the years 1 to 9999."))
        }
        try container.encode(text)
    }

    /// The decoding of dates.
    ///
    /// Accepts times with or without fractional digits, in UTC or with an offset from it, and days.
    static let decoding = JSONDecoder.DateDecodingStrategy.custom { decoder in
        let container = try decoder.singleValueContainer()
        guard let date = LinkDate.date(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "It isn't an ISO 8601 date such as 2026-01-31T08:30:00.25Z.")
        }
        return date
    }
}
