public import Firesteel
public import FiresteelBase
public import Foundation
import Synchronization

/// A tracker that stores purchases in a JSON file: those that a shop doesn't store, such as consumables, or a copy for
/// offline use.
///
/// ```swift
/// let store = FilePurchaseStore(folder.appending(path: "purchases.json"))
/// try store.record(Entitlement(product: "com.example.credits", transaction: "2000001", quantity: 5))
/// ```
///
/// A new file replaces the old one atomically, so that it is never partly written. A file that can't be read grants
/// nothing and is reported as ``fault``: all products are unknown, and it isn't overwritten until ``setAside()``. The
/// store reads it again before recording, and in ``reload()``, because files can't be read before a device is first
/// unlocked. The file's contents are used as they are: purchases expire on the dates in the file. The file isn't
/// signed, so any process that can write it can grant purchases; where that matters, store signed transactions instead.
/// Use one store per file, in one process.
public final class FilePurchaseStore: ConsumingPurchaseTracker {
    private struct State {
        var contents: Result<PurchaseFile, PurchaseFileError>
        /// Whether all products have become known and subscribers are not notified yet.
        var isRecovered = false

        mutating func takeRecovery() -> Bool {
            defer { isRecovered = false }
            return isRecovered
        }
    }

    /// The display name in lists and reasons.
    public let name: String
    private let file: URL
    private let state: Mutex<State>
    private let subscribers = Broadcaster<RequirementChange>(.immediate)

    /// Creates a store and reads its file; a missing file contains no purchases.
    ///
    /// - Parameters:
    ///   - file: The file, created together with its folder when a purchase is first recorded.
    ///   - name: The display name in lists and reasons.
    public init(_ file: URL, name: String = "File") {
        self.file = file
        self.name = name
        state = Mutex(State(contents: PurchaseFile.read(file)))
    }

    /// The reason why the file can't be read, if any.
    public var fault: String? {
        guard case .failure(let fault) = state.withLock({ $0.contents }) else { return nil }
        return fault.description
    }

    /// Returns the stored snapshot of a product.
    public func snapshot(of product: String) -> PurchaseSnapshot {
        guard case .success(let contents) = state.withLock({ $0.contents }) else { return .unknown }
        guard let stored = contents.products[product] else { return .notPurchased }
        return .known(stored.entitlements, consumed: stored.consumed)
    }

    /// All stored purchases, by product and in the order in which they were recorded.
    public var entitlements: [Entitlement] {
        guard case .success(let contents) = state.withLock({ $0.contents }) else { return [] }
        return contents.products.sorted { $0.key < $1.key }.flatMap(\.value.entitlements)
    }

    /// Calls the handler after each change until the subscription is cancelled or released.
    public func subscribe(_ handler: @escaping @Sendable (RequirementChange) -> Void) -> Subscription {
        subscribers.subscribe(handler)
    }

    // MARK: Changing

    /// Stores a purchase.
    ///
    /// Replaces a purchase with the same product and transaction, so that recording again changes nothing.
    ///
    /// The file is written when this returns.
    ///
    /// - Throws: ``PurchaseError/notStored(_:)`` if the file can't be written or read, and
    ///   ``PurchaseError/quantity(_:)``. Then nothing has changed.
    public func record(_ entitlement: Entitlement) throws(PurchaseError) {
        guard PurchaseFile.quantities.contains(entitlement.quantity) else { throw .quantity(entitlement.quantity) }
        let entitlement = entitlement.rounded
        try change(entitlement.product) { stored throws(PurchaseError) in
            if let index = stored.entitlements.firstIndex(where: { $0.transaction == entitlement.transaction }) {
                stored.entitlements[index] = entitlement
            } else {
                stored.entitlements.append(entitlement)
            }
        }
    }

    /// Consumes a quantity of a consumable.
    ///
    /// The file is written when this returns.
    ///
    /// - Throws: ``PurchaseError``; then nothing is consumed.
    public func consume(_ quantity: Int, of product: String) throws(PurchaseError) {
        guard PurchaseFile.quantities.contains(quantity) else { throw .quantity(quantity) }
        try change(product) { stored throws(PurchaseError) in
            guard stored.left >= quantity else {
                throw .notEnough(product: product, available: stored.left, wanted: quantity)
            }
            stored.consumed += quantity
        }
    }

    /// Removes all purchases of a product.
    ///
    /// - Throws: ``PurchaseError/notStored(_:)``; then the purchases are still stored.
    public func remove(_ product: String) throws(PurchaseError) {
        try change(product) { stored throws(PurchaseError) in stored = PurchaseFile.StoredProduct() }
    }

    /// Reads the file again if it could not be read before.
    ///
    /// - Returns: Whether the contents are known now.
    @discardableResult
    public func reload() -> Bool {
        let (isKnown, isNew) = state.withLock { (reload(&$0), $0.takeRecovery()) }
        if isNew { subscribers.send(.all) }
        return isKnown
    }

    /// Renames an unreadable file, with a suffix of "damaged" and a number, and starts an empty one.
    ///
    /// The file is read once more before that.
    ///
    /// - Returns: The new location, `nil` if the file can be read and is unchanged.
    /// - Throws: The error of the file system; then the file is not moved.
    @discardableResult
    public func setAside() throws -> URL? {
        let target: URL? = try state.withLock { state in
            guard !reload(&state) else { return nil }
            var target = file
            var number = 1
            repeat {
                target = file.deletingLastPathComponent()
                    .appendingPathComponent("\(file.lastPathComponent).damaged\(number)")
                number += 1
            } while FileManager.default.fileExists(atPath: target.path)
            try FileManager.default.moveItem(at: file, to: target)
            state.contents = .success(PurchaseFile())
            state.isRecovered = true
            return target
        }
        if state.withLock({ $0.takeRecovery() }) { subscribers.send(.all) }
        return target
    }

    /// Returns whether the contents are known, reading the file again if they weren't.
    private func reload(_ state: inout State) -> Bool {
        if case .success = state.contents { return true }
        state.contents = PurchaseFile.read(file)
        guard case .success = state.contents else { return false }
        state.isRecovered = true
        return true
    }

    /// Changes the stored purchases of a product, first in the file.
    private func change(
        _ product: String, _ body: (inout PurchaseFile.StoredProduct) throws(PurchaseError) -> Void
    ) throws(PurchaseError) {
        // Notifies even if the change fails: the contents may have become known by then.
        defer { if state.withLock({ $0.takeRecovery() }) { subscribers.send(.all) } }
        let isChanged = try state.withLock { state throws(PurchaseError) in
            _ = reload(&state)
            var contents: PurchaseFile
            switch state.contents {
            case .success(let known): contents = known
            case .failure(let fault): throw .notStored(fault.description)
            }
            let before = contents.products[product]
            var stored = before ?? PurchaseFile.StoredProduct()
            try body(&stored)
            guard stored != before ?? PurchaseFile.StoredProduct() else { return false }
            contents.products[product] = stored == PurchaseFile.StoredProduct() ? nil : stored
            do {
                try contents.write(file)
            } catch {
                throw .notStored("Can't write purchases to \(file.path): \(ErrorText(error).message)")
            }
            state.contents = .success(contents)
            return true
        }
        if isChanged { subscribers.send(.names([product])) }
    }
}
