import CZlib

/// Compresses and inflates bytes in the format of gzip (RFC 1952).
package enum Gzip {
    /// The reason why bytes can't be inflated.
    package enum InflateError: Error, Sendable, Hashable {
        /// They aren't gzip, are damaged, or end early.
        case damaged
        /// They have more bytes than the limit once they are inflated.
        case tooLarge
    }

    private static let chunk = 64 << 10

    /// Inflates bytes, without ever holding more than the limit and one chunk.
    ///
    /// - Throws: ``InflateError``.
    package static func inflated(_ bytes: [UInt8], limit: Int) throws(InflateError) -> [UInt8] {
        var stream = z_stream()
        // 16 more than the window's size means gzip alone.
        guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw .damaged
        }
        defer { inflateEnd(&stream) }
        var input = bytes
        var result: [UInt8] = []
        var error: InflateError?
        input.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            var output = [UInt8](repeating: 0, count: chunk)
            while true {
                let (status, count) = output.withUnsafeMutableBufferPointer { output in
                    stream.next_out = output.baseAddress
                    stream.avail_out = UInt32(output.count)
                    let status = inflate(&stream, Z_NO_FLUSH)
                    return (status, output.count - Int(stream.avail_out))
                }
                guard status == Z_OK || status == Z_STREAM_END else { return error = .damaged }
                guard result.count + count <= limit else { return error = .tooLarge }
                result += output[..<count]
                if status == Z_STREAM_END {
                    if stream.avail_in > 0 { error = .damaged }
                    return
                }
                if count == 0, stream.avail_in == 0 { return error = .damaged }
            }
        }
        if let error { throw error }
        return result
    }

    /// Returns bytes in the format of gzip.
    ///
    /// - Parameter bytes: Fewer than 4 GiB.
    package static func compressed(_ bytes: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        let status = deflateInit2_(
            &stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "There is no memory for compressing")
        defer { deflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
        let count = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                let end = deflate(&stream, Z_FINISH)
                precondition(end == Z_STREAM_END, "The buffer of compressed bytes is too small")
                return output.count - Int(stream.avail_out)
            }
        }
        return Array(output[..<count])
    }
}
