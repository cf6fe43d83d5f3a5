extension PageData {
    /// The products and permissions of features.
    struct Access: Codable, Sendable, Equatable {
        /// The products that features name.
        var products: [AccessItem] = []
        /// The permissions that features need or that the program can request.
        var permissions: [AccessItem] = []
    }

    /// A product or a permission.
    struct AccessItem: Codable, Sendable, Equatable {
        /// The identifier.
        var id: String
        /// The display name.
        var name: String
        /// The purpose.
        var description: String = ""
        /// The kind of a product: `non-consumable`, `consumable`, `subscription` or `non-renewing`.
        var type: String?
        /// The price of a product.
        var price: String?
        /// The status: `granted`, `denied` or `unknown`; of a permission also `notDetermined`, `restricted` and
        /// `unsupported`.
        var status: String
        /// The detail of the status.
        var detail: String?
        /// The name of the tracker that reports the status.
        var source: String?
        /// The end of the grant, in the future or the past.
        var expires: Int64?
        /// The remaining quantity of a consumable.
        var quantity: Int?
        /// The features that read it.
        var features: [AccessUser] = []
        /// The override of the status.
        var override: String?
        /// The valid overrides; omitted if it can't be overridden.
        var choices: [String]?
    }

    /// A feature that reads a product or a permission.
    struct AccessUser: Codable, Sendable, Equatable {
        /// The feature's path.
        var path: String
        /// The display name.
        var name: String
        /// The availability: `available`, `unavailable` or `undetermined`.
        var state: String
    }

    /// An override of a status.
    struct AccessChange: Codable, Sendable, Equatable {
        /// The kind: `product` or `permission`.
        var kind: String
        /// The identifier.
        var id: String
        /// The status; nil removes the override.
        var status: String?
    }
}
