import Firesteel
import FiresteelHTTPServer
import FiresteelPermissions
import FiresteelPurchases
import Foundation
import HTTPTypes

/// Products and permissions: their status, the features that use them, and their overrides.
struct AccessEndpoint: Sendable {
    let runtime: FeatureRuntime

    var routes: [Route] {
        [
            Route(.get, "access") { _ in .json(list()) },
            Route(.post, "access/override") { call in
                try set(call.body(PageData.AccessChange.self))
                return .json(list())
            },
        ]
    }

    private func list() -> PageData.Access {
        let names = ActionNames(runtime)
        let choices = runtime.allowsPurchaseOverrides ? PurchaseOverride.allCases.map(\.rawValue) : nil
        return PageData.Access(
            products: runtime.products.map { PageData.AccessItem($0, choices: choices, names) },
            permissions: runtime.permissionDescriptions.map { PageData.AccessItem($0, names) })
    }

    private func set(_ change: PageData.AccessChange) throws(HTTPProblem) {
        switch change.kind {
        case "product": try setProduct(change)
        case "permission": try setPermission(change)
        default: throw .badRequest("kind must be product or permission.")
        }
    }

    private func setProduct(_ change: PageData.AccessChange) throws(HTTPProblem) {
        guard runtime.products.contains(where: { $0.id == change.id }) else {
            throw .notFound("No feature requires the product \(change.id).")
        }
        let override = try change.status.map { status throws(HTTPProblem) in
            guard let override = PurchaseOverride(rawValue: status) else {
                throw .badRequest(
                    "status must be one of \(PurchaseOverride.allCases.map(\.rawValue).joined(separator: ", ")).")
            }
            return override
        }
        guard runtime.setPurchaseOverride(override, of: change.id) else {
            throw .badRequest("Products can't be overridden: the program has no DebugPurchaseTracker.")
        }
    }

    private func setPermission(_ change: PageData.AccessChange) throws(HTTPProblem) {
        guard let permissions = runtime.permissions, let kind = PermissionKind(identifier: change.id) else {
            throw .notFound("There is no permission \(change.id).")
        }
        guard let status = change.status else { return permissions.removeOverride(for: kind) }
        guard let status = PermissionStatus.allCases.first(where: { $0.pageWord == status }) else {
            throw .badRequest(
                "status must be one of \(PermissionStatus.allCases.map(\.pageWord).joined(separator: ", ")).")
        }
        permissions.setOverride(PermissionReading(status, because: "Overridden in the inspector"), for: kind)
    }
}

extension PageData.AccessItem {
    init(_ product: ProductStatus, choices: [String]?, _ names: ActionNames) {
        let status = product.status
        let ends = status.graceEnds ?? status.expires
        self.init(
            id: product.id, name: product.product.name, description: product.product.description,
            type: product.product.kind.pageWord, price: product.price?.description,
            status: status.requirementStatus.rawValue, detail: status.pageDetail, source: status.source,
            expires: ends.flatMap { Int64(exactly: ($0.timeIntervalSince1970 * 1_000_000).rounded()) },
            quantity: product.product.kind == .consumable ? status.quantity : nil,
            features: product.features.map(names.user), override: status.override?.rawValue, choices: choices)
    }

    init(_ permission: PermissionDescription, _ names: ActionNames) {
        self.init(
            id: permission.kind.identifier, name: permission.kind.name,
            status: permission.reading?.status.pageWord ?? "unknown",
            detail: permission.reading?.reason ?? permission.reading?.detail?.rawValue,
            features: permission.features.map(names.user), override: permission.override?.status.pageWord,
            choices: PermissionStatus.allCases.map(\.pageWord))
    }
}

extension ProductKind {
    /// The identifier in the interface.
    fileprivate var pageWord: String {
        switch self {
        case .nonConsumable: "non-consumable"
        case .consumable: "consumable"
        case .autoRenewable: "subscription"
        case .nonRenewing: "non-renewing"
        }
    }
}

extension PurchaseStatus {
    /// The details that the status doesn't contain.
    fileprivate var pageDetail: String? {
        switch state {
        case .inGracePeriod: "in its grace period"
        case .expired: "expired"
        case .revoked: "revoked"
        case .unsupported: "purchases aren’t supported here"
        case .purchased, .notPurchased, .unknown: nil
        }
    }
}

extension PermissionStatus {
    /// The identifier in the interface, as in requirements.
    fileprivate var pageWord: String { self == .authorized ? RequirementStatus.granted.rawValue : rawValue }
}

extension ActionNames {
    /// Returns a feature that uses a product or a permission.
    func user(_ path: FeaturePath) -> PageData.AccessUser {
        let name = feature(path)
        let state = features[path].map { PageData.Availability($0.availability).state } ?? "undetermined"
        return PageData.AccessUser(path: name.path, name: name.name, state: state)
    }
}
