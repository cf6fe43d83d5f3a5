import FiresteelHTTPServer
import HTTPTypes

/// A response of the inspector.
typealias ServerResponse = HTTPServerResponse

/// A body that is sent piece by piece.
typealias BodyStream = HTTPBodyStream
