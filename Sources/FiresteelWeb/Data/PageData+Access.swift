extension PageData {
    /// The products and permissions of features.
    public struct Access: Codable, Sendable, Equatable {
        /// The products that features name.
        public var products: [AccessItem]
        /// The permissions that features need or that the program can request.
        public var permissions: [AccessItem]

        /// Creates the products and permissions.
        package init(products: [AccessItem] = [], permissions: [AccessItem] = []) {
            self.products = products
            self.permissions = permissions
        }
    }

    /// A product or a permission.
    public struct AccessItem: Codable, Sendable, Equatable {
        /// The identifier.
        public var id: String
        /// The display name.
        public var name: String
        /// The purpose.
        public var description: String
        /// The kind of a product: `non-consumable`, `consumable`, `subscription` or `non-renewing`.
        public var type: String?
        /// The price of a product.
        public var price: String?
        /// The status: `granted`, `denied` or `unknown`; of a permission also `notDetermined`, `restricted` and
        /// `unsupported`.
        public var status: String
        /// The detail of the status.
        public var detail: String?
        /// The name of the tracker that reports the status.
        public var source: String?
        /// The end of the grant, in the future or the past.
        public var expires: Int64?
        /// The remaining quantity of a consumable.
        public var quantity: Int?
        /// The features that read it.
        public var features: [AccessUser]
        /// The override of the status.
        public var override: String?
        /// The valid overrides; omitted if it can't be overridden.
        public var choices: [String]?

        /// Creates an access item.
        package init(
            id: String, name: String, description: String = "", type: String? = nil,
            price: String? =
                nil, status: String, detail: String? = nil, source: String? = nil, expires: Int64? = nil,
            quantity: Int? = nil, features: [AccessUser] = [], override: String? = nil,
            choices:
                [String]? = nil
        ) {
            self.id = id
            self.name = name
            self.description = description
            self.type = type
            self.price = price
            self.status = status
            self.detail = detail
            self.source = source
            self.expires = expires
            self.quantity = quantity
            self.features = features
            self.override = override
            self.choices = choices
        }
    }

    /// A feature that reads a product or a permission.
    public struct AccessUser: Codable, Sendable, Equatable {
        /// The feature's path.
        public var path: String
        /// The display name.
        public var name: String
        /// The availability: `available`, `unavailable` or `undetermined`.
        public var state: String

        /// Creates a feature that reads an item.
        package init(path: String, name: String, state: String) {
            self.path = path
            self.name = name
            self.state = state
        }
    }

    /// An override of a status.
    public struct AccessChange: Codable, Sendable, Equatable {
        /// The kind: `product` or `permission`.
        public var kind: String
        /// The identifier.
        public var id: String
        /// The status; nil removes the override.
        public var status: String?

        /// Creates an access change.
        package init(kind: String, id: String, status: String? = nil) {
            self.kind = kind
            self.id = id
            self.status = status
        }
    }
}
