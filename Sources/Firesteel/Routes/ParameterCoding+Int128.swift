// The standard library's containers support these two types only if each declares it explicitly.

extension ParameterContainer {
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try decoder.nested(key).decode(type) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try decoder.nested(key).decode(type) }
}

extension ParameterValueContainer {
    func decode(_ type: Int128.Type) throws -> Int128 { try decoder.decode(type) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try decoder.decode(type) }
}

extension ParameterElementDecoder {
    func decode(_ type: Int128.Type) throws -> Int128 { try value(type) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try value(type) }
}

extension ParameterListContainer {
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try next(type) }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try next(type) }
}

extension ParameterEncodingContainer {
    mutating func encode(_ value: Int128, forKey key: Key) throws { try encoder.nested(key).encode(value) }
    mutating func encode(_ value: UInt128, forKey key: Key) throws { try encoder.nested(key).encode(value) }
}

extension ParameterValueEncodingContainer {
    mutating func encode(_ value: Int128) throws { try encoder.encode(value) }
    mutating func encode(_ value: UInt128) throws { try encoder.encode(value) }
}

extension ParameterElementEncoder {
    func encode(_ value: Int128) throws { try write(value) }
    func encode(_ value: UInt128) throws { try write(value) }
}

extension ParameterListEncodingContainer {
    mutating func encode(_ value: Int128) throws { try add(value) }
    mutating func encode(_ value: UInt128) throws { try add(value) }
}
