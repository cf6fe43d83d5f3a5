extension PageData {
    /// What has to be bought and allowed.
    public struct Access: Codable, Sendable, Equatable {
        /// The products that features name.
        public var products: [AccessItem]
        /// The permissions that features need or that can be asked for.
        public var permissions: [AccessItem]

        /// Makes one of its values.
        package init(products: [AccessItem] = [], permissions: [AccessItem] = []) {
            self.products = products
            self.permissions = permissions
        }
    }

    /// A product or a permission.
    public struct AccessItem: Codable, Sendable, Equatable {
        /// Its identifier.
        public var id: String
        /// What people call it.
        public var name: String
        /// What it is for.
        public var description: String
        /// Of a product: `non-consumable`, `consumable`, `subscription` or `non-renewing`.
        public var type: String?
        /// Of a product: what it costs.
        public var price: String?
        /// `granted`, `denied`, `unknown`; of a permission `notDetermined`, `restricted` and `unsupported` too.
        public var status: String
        /// More about how it stands.
        public var detail: String?
        /// Who says so.
        public var source: String?
        /// When it ends, or ended.
        public var expires: Int64?
        /// How many are left of a consumable.
        public var quantity: Int?
        /// The features that look at it.
        public var features: [AccessUser]
        /// The status that was set by hand.
        public var override: String?
        /// What can be set by hand; left out where nothing can.
        public var choices: [String]?

        /// Makes one of its values.
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

    /// A feature that looks at a product or a permission.
    public struct AccessUser: Codable, Sendable, Equatable {
        /// Its path.
        public var path: String
        /// What people call it.
        public var name: String
        /// `available`, `unavailable` or `undetermined`.
        public var state: String

        /// Makes one of its values.
        package init(path: String, name: String, state: String) {
            self.path = path
            self.name = name
            self.state = state
        }
    }

    /// A status to set by hand.
    public struct AccessChange: Codable, Sendable, Equatable {
        /// `product` or `permission`.
        public var kind: String
        /// Its identifier.
        public var id: String
        /// The status; nil takes back what was set.
        public var status: String?

        /// Makes one of its values.
        package init(kind: String, id: String, status: String? = nil) {
            self.kind = kind
            self.id = id
            self.status = status
        }
    }
}
