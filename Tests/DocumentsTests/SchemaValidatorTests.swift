import TestSupport
import Testing

/// The validator is what other tests lean on: it must be able to say no.
@Suite struct SchemaValidatorTests {
    private func problems(_ schema: String, _ value: String) throws -> Int {
        try JSONSchema(JSONValue(parsing: Array(schema.utf8))).problems(in: JSONValue(parsing: Array(value.utf8))).count
    }

    @Test(arguments: [
        (#"{"type":"integer"}"#, "1", "1.5"), (#"{"type":"boolean"}"#, "true", "1"),
        (#"{"type":"number"}"#, "0", "false"), (#"{"type":"null"}"#, "null", "0"),
        (#"{"enum":["a",1]}"#, "1", "2"), (#"{"const":1}"#, "1", "\"1\""),
        (#"{"minimum":2}"#, "2", "1.9"), (#"{"maximum":2}"#, "2", "2.1"),
        (#"{"pattern":"^a+$"}"#, "\"aa\"", "\"ab\""), (#"{"required":["a"]}"#, #"{"a":null}"#, "{}"),
        (#"{"properties":{"a":{"type":"string"}}}"#, #"{"b":1}"#, #"{"a":1}"#),
        (#"{"properties":{"a":true},"additionalProperties":false}"#, #"{"a":1}"#, #"{"b":1}"#),
        (#"{"minLength":1}"#, "\"\\n\"", "\"\""),
        (#"{"items":{"type":"string"}}"#, #"["a"]"#, #"["a",1]"#), (#"{"minItems":1}"#, "[1]", "[]"),
        (#"{"maxItems":1}"#, "[1]", "[1,2]"),
        (#"{"oneOf":[{"type":"number"},{"type":"integer"}]}"#, "1.5", "1"),
        (#"{"anyOf":[{"type":"number"},{"type":"integer"}]}"#, "1", "\"1\""),
        (##"{"$ref":"#/$defs/a","$defs":{"a":{"type":"string"}}}"##, "\"a\"", "1"),
    ])
    func `each keyword accepts and refuses`(schema: String, good: String, bad: String) throws {
        #expect(try problems(schema, good) == 0)
        #expect(try problems(schema, bad) > 0)
    }

    @Test func `a keyword that is not checked is an error`() {
        #expect(throws: JSONSchema.Fault.unknownKeyword("format")) {
            try problems(#"{"properties":{"a":{"format":"date"}}}"#, "{}")
        }
    }

    @Test func `a reference to nothing is an error`() {
        #expect(throws: JSONSchema.Fault.unknownReference("#/$defs/b")) {
            try problems(##"{"$ref":"#/$defs/b"}"##, "1")
        }
    }
}
