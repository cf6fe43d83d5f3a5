import FiresteelBase
import FiresteelFlags

/// The allocation of users to entities: ranges of the numbers from 0 to 9,999, in order.
package struct TrafficAllocation: Sendable {
    /// The numbers below an end that are not below an earlier one.
    package struct Range: Sendable {
        package let end: Double
        /// The entity; `nil` for none.
        package let entity: String?
    }

    package let ranges: [Range]

    /// Returns the entity of a user, or `nil`.
    /// - Parameters:
    ///   - bucketingID: The identifier of the user.
    ///   - entity: The identifier of the experiment, holdout or group.
    func entity(for bucketingID: String, of entity: String) -> (entity: String?, bucket: Int) {
        let bucket = Self.bucket(for: bucketingID, of: entity)
        return (ranges.first { Double(bucket) < $0.end }?.entity, bucket)
    }

    /// Returns a number from 0 to 9,999, determined by the user and the entity.
    static func bucket(for bucketingID: String, of entity: String) -> Int {
        var hash = MurmurHash3(seed: 1)
        hash.write(bucketingID)
        hash.write(entity)
        // In this order and in floating point, as Optimizely does it.
        return Int(Double(hash.value) / 4_294_967_296 * 10_000)
    }
}
