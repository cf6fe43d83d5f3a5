import CZlib

/// Packs bytes as gzip has them (RFC 1952).
package enum Gzip {
    /// Returns the bytes packed, `nil` if zlib can't.
    package static func pack(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        // 15 bits of window, and 16 for the head and the trailer of gzip.
        guard
            deflateInit2_(
                &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
                CInt(MemoryLayout<z_stream>.size)) == Z_OK
        else { return nil }
        defer { deflateEnd(&stream) }
        guard bytes.count <= Int(UInt32.max) else { return nil }
        var bytes = bytes
        let bound = Int(deflateBound(&stream, uLong(bytes.count)))
        var status = Z_OK
        let packed = [UInt8](unsafeUninitializedCapacity: bound) { output, count in
            bytes.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = uInt(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = uInt(bound)
                status = deflate(&stream, Z_FINISH)
                count = bound - Int(stream.avail_out)
            }
        }
        return status == Z_STREAM_END ? packed : nil
    }
}
