import FiresteelBase
import FiresteelFlags

/// Which part of everybody goes where: ranges of the numbers from 0 to 9,999, in order.
struct TrafficAllocation: Sendable {
    /// The numbers below an end that are not below an earlier one.
    struct Range: Sendable {
        let end: Double
        /// Where they go; `nil` is nowhere.
        let entity: String?
    }

    let ranges: [Range]

    /// Where somebody goes, or `nil`.
    /// - Parameters:
    ///   - bucketingID: Who it is.
    ///   - entity: What is drawn for: the identifier of an experiment, a holdout or a group.
    func entity(for bucketingID: String, of entity: String) -> (entity: String?, bucket: Int) {
        let bucket = Self.bucket(for: bucketingID, of: entity)
        return (ranges.first { Double(bucket) < $0.end }?.entity, bucket)
    }

    /// A number from 0 to 9,999, drawn by who it is and what for.
    static func bucket(for bucketingID: String, of entity: String) -> Int {
        var hash = MurmurHash3(seed: 1)
        hash.take(bucketingID)
        hash.take(entity)
        // In this order and in floating point, as Optimizely does it.
        return Int(Double(hash.value) / 4_294_967_296 * 10_000)
    }
}
