extension Timeline {
    /// Records the coding of a perform's input, so that the perform can be replayed.
    ///
    /// A coding of more than ``TextLimits/keptInput`` bytes is recorded as ``KeptInput/tooLarge``.
    /// - Parameters:
    ///   - input: The coding, or the reason why there is none.
    ///   - fields: The perform, and its session, stack and action.
    public func keep(_ input: KeptInput, _ fields: ChangeFields) {
        guard case .json(var json) = input else { return append(input.code, 0, of: 1, [], fields) }
        json.withUTF8 { bytes in
            let size = KeptInput.partSize
            let count = max(1, (bytes.count + size - 1) / size)
            guard count <= KeptInput.maximumParts else {
                return append(KeptInput.tooLarge.code, 0, of: 1, [], fields)
            }
            for index in 0..<count {
                let part = bytes[min(index * size, bytes.count)..<min((index + 1) * size, bytes.count)]
                append(input.code, index, of: count, Array(part), fields)
            }
        }
    }

    private func append(_ code: UInt8, _ index: Int, of count: Int, _ text: [UInt8], _ fields: ChangeFields) {
        append(
            .inputKept, fields, above: UInt64(index), other: UInt64(count), code: code, text: text, isCut: false)
    }
}
