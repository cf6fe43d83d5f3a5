public import Foundation
import Synchronization

/// Keeps what was bought in a JSON file: what a shop doesn't keep, such as consumables, or a copy for times without it.
///
/// ```swift
/// let store = FilePurchaseStore(folder.appending(path: "purchases.json"))
/// try store.record(Entitlement(product: "com.example.credits", transaction: "2000001", quantity: 5))
/// ```
///
/// The file is written anew and put in place of the old one, so that it is never half written. One that can't be read grants
/// nothing and is told as ``fault``: all products are unknown, and nothing is written over it until ``setAside()``. It is read
/// again before something is recorded, and by ``reload()``: before a device is first unlocked its files can't be read, and
/// then they can. What the file says is taken at its word and no further: purchases in it expire as they say. It isn't signed,
/// so that whoever can write it can write purchases; where that matters, keep signed transactions instead. One store, in one
/// process, has a file.
public final class FilePurchaseStore: ConsumingPurchaseTracker {
    private struct State {
        var contents: Result<PurchaseFile, PurchaseFileError>
        /// Whether all products have become known, and nobody was told yet.
        var isRecovered = false

        mutating func takeRecovery() -> Bool {
            defer { isRecovered = false }
            return isRecovered
        }
    }

    /// What lists and reasons call it.
    public let name: String
    private let file: URL
    private let state: Mutex<State>
    private let subscribers = RequirementSubscribers()

    /// Reads the file; none is the same as one in which nothing was bought.
    ///
    /// - Parameters:
    ///   - file: The file, made when something is first recorded. Its folder is made with it.
    ///   - name: What lists and reasons call it.
    public init(_ file: URL, name: String = "File") {
        self.file = file
        self.name = name
        state = Mutex(State(contents: PurchaseFile.read(file)))
    }

    /// Why the file can't be read, where it can't.
    public var fault: String? {
        guard case .failure(let fault) = state.withLock({ $0.contents }) else { return nil }
        return fault.description
    }

    /// What the file says of a product.
    public func snapshot(of product: String) -> PurchaseSnapshot {
        guard case .success(let contents) = state.withLock({ $0.contents }) else { return .unknown }
        guard let kept = contents.products[product] else { return .notPurchased }
        return .known(kept.entitlements, consumed: kept.consumed)
    }

    /// Everything in the file, by product and in the order in which it was recorded.
    public var entitlements: [Entitlement] {
        guard case .success(let contents) = state.withLock({ $0.contents }) else { return [] }
        return contents.products.sorted { $0.key < $1.key }.flatMap(\.value.entitlements)
    }

    /// Calls the handler after each change until what is returned is called.
    public func subscribe(_ handler: @escaping @Sendable (RequirementChange) -> Void) -> @Sendable () -> Void {
        subscribers.add(handler)
    }

    // MARK: Changing

    /// Keeps a purchase.
    ///
    /// One of the same product and transaction is replaced, so that recording again changes nothing.
    ///
    /// It is in the file when this returns.
    ///
    /// - Throws: ``PurchaseError/notKept(_:)`` where the file can't be written or was not readable, and
    ///   ``PurchaseError/quantity(_:)``. Nothing changed then.
    public func record(_ entitlement: Entitlement) throws(PurchaseError) {
        guard PurchaseFile.quantities.contains(entitlement.quantity) else { throw .quantity(entitlement.quantity) }
        let entitlement = entitlement.rounded
        try change(entitlement.product) { kept throws(PurchaseError) in
            if let place = kept.entitlements.firstIndex(where: { $0.transaction == entitlement.transaction }) {
                kept.entitlements[place] = entitlement
            } else {
                kept.entitlements.append(entitlement)
            }
        }
    }

    /// Takes away from what there is of a consumable.
    ///
    /// It is in the file when this returns.
    ///
    /// - Throws: ``PurchaseError``; nothing was taken then.
    public func consume(_ quantity: Int, of product: String) throws(PurchaseError) {
        guard PurchaseFile.quantities.contains(quantity) else { throw .quantity(quantity) }
        try change(product) { kept throws(PurchaseError) in
            guard kept.left >= quantity else {
                throw .notEnough(product: product, available: kept.left, wanted: quantity)
            }
            kept.consumed += quantity
        }
    }

    /// Forgets all purchases of a product.
    ///
    /// - Throws: ``PurchaseError/notKept(_:)``; they are still there then.
    public func remove(_ product: String) throws(PurchaseError) {
        try change(product) { kept throws(PurchaseError) in kept = PurchaseFile.Kept() }
    }

    /// Reads the file again, where it could not be read.
    ///
    /// - Returns: Whether what is in it is known now.
    @discardableResult
    public func reload() -> Bool {
        let (isKnown, isNew) = state.withLock { (reload(&$0), $0.takeRecovery()) }
        if isNew { subscribers.notify(.all) }
        return isKnown
    }

    /// Puts a file that can't be read beside its place, under a name that ends in "damaged" and a number, and begins anew.
    ///
    /// It is read once more before that.
    ///
    /// - Returns: Where it is now, `nil` where the file can be read and stayed.
    /// - Throws: What the file system says; the file is where it was then.
    @discardableResult
    public func setAside() throws -> URL? {
        let place: URL? = try state.withLock { state in
            guard !reload(&state) else { return nil }
            var place = file
            var number = 1
            repeat {
                place = file.deletingLastPathComponent()
                    .appendingPathComponent("\(file.lastPathComponent).damaged\(number)")
                number += 1
            } while FileManager.default.fileExists(atPath: place.path)
            try FileManager.default.moveItem(at: file, to: place)
            state.contents = .success(PurchaseFile())
            state.isRecovered = true
            return place
        }
        if state.withLock({ $0.takeRecovery() }) { subscribers.notify(.all) }
        return place
    }

    /// Whether the contents are known, after another look where they weren't.
    private func reload(_ state: inout State) -> Bool {
        if case .success = state.contents { return true }
        state.contents = PurchaseFile.read(file)
        guard case .success = state.contents else { return false }
        state.isRecovered = true
        return true
    }

    /// Changes what is kept of a product, in the file first.
    private func change(
        _ product: String, _ body: (inout PurchaseFile.Kept) throws(PurchaseError) -> Void
    ) throws(PurchaseError) {
        // Also where the change fails: what the file says may have become known by then.
        defer { if state.withLock({ $0.takeRecovery() }) { subscribers.notify(.all) } }
        let isChanged = try state.withLock { state throws(PurchaseError) in
            _ = reload(&state)
            var contents: PurchaseFile
            switch state.contents {
            case .success(let known): contents = known
            case .failure(let fault): throw .notKept(fault.description)
            }
            let before = contents.products[product]
            var kept = before ?? PurchaseFile.Kept()
            try body(&kept)
            guard kept != before ?? PurchaseFile.Kept() else { return false }
            contents.products[product] = kept == PurchaseFile.Kept() ? nil : kept
            do {
                try contents.write(file)
            } catch {
                throw .notKept("Purchases could not be written to \(file.path): \(ErrorText(error).message)")
            }
            state.contents = .success(contents)
            return true
        }
        if isChanged { subscribers.notify(.names([product])) }
    }
}
