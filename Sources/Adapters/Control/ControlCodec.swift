import FoundationEssentials
import Wire

// The control channel is JSON: rich and rare. Unknown keys are ignored; what is not understood is an error.

/// Why a control message was not understood.
package enum ControlError: Error, Equatable, Sendable {
    case malformed(String)
}

/// Turns orders and reports into JSON bytes and back.
package enum ControlCodec {
    package static func encoded(_ order: StageOrder) throws(ControlError) -> [UInt8] { try encode(order) }
    package static func encoded(_ report: StageReport) throws(ControlError) -> [UInt8] { try encode(report) }
    package static func order(_ bytes: [UInt8]) throws(ControlError) -> StageOrder { try decode(bytes) }
    package static func report(_ bytes: [UInt8]) throws(ControlError) -> StageReport { try decode(bytes) }

    static func encode<T: Encodable>(_ value: T) throws(ControlError) -> [UInt8] {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return Array(try encoder.encode(value))
        } catch {
            throw .malformed(String(describing: error))
        }
    }

    static func decode<T: Decodable>(_ bytes: [UInt8]) throws(ControlError) -> T {
        do {
            return try JSONDecoder().decode(T.self, from: Data(bytes))
        } catch {
            throw .malformed(String(describing: error))
        }
    }
}
