import CZlib

/// Unpacks what gzip packed, `nil` where it isn't that.
func gunzip(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    // 16: a head of gzip and nothing else.
    guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    var bytes = bytes
    var unpacked: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    return bytes.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = uInt(input.count)
        while true {
            let status = buffer.withUnsafeMutableBufferPointer { output in
                stream.next_out = output.baseAddress
                stream.avail_out = uInt(output.count)
                return inflate(&stream, Z_NO_FLUSH)
            }
            unpacked += buffer[..<(buffer.count - Int(stream.avail_out))]
            if status == Z_STREAM_END { return stream.avail_in == 0 ? unpacked : nil }
            if status != Z_OK { return nil }
        }
    }
}
