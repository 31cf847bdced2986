/// A JSON Schema (draft 2020-12) of the keywords that this project's schemas use.
///
/// A keyword it does not know is an error and not ignored: a schema must not promise what nobody checks.
package struct JSONSchema: Sendable {
    /// Something in the schema itself that cannot be applied.
    package enum Fault: Error, Equatable {
        case unknownKeyword(String)
        case badKeyword(String)
        case unknownReference(String)
    }

    private let root: JSONValue

    /// - Throws: ``Fault`` where the schema has a keyword that is not checked here, anywhere in it.
    package init(_ root: JSONValue) throws {
        self.root = root
        try Self.checkKeywords(root)
    }

    /// - Returns: what is wrong with the value, each with its place; empty where it is valid.
    package func problems(in value: JSONValue) throws -> [String] {
        try problems(value, root, at: "$")
    }

    private static let notes: Set = ["$schema", "title", "description", "$defs"]
    private static let checks: Set = [
        "type", "required", "properties", "additionalProperties", "items", "minItems", "maxItems", "enum", "const",
        "oneOf", "anyOf", "minimum", "maximum", "minLength", "pattern", "$ref",
    ]

    private static func checkKeywords(_ schema: JSONValue) throws {
        guard case .object(let members) = schema else {
            if case .bool = schema { return }
            throw Fault.badKeyword("schema")
        }
        for (keyword, content) in members {
            switch keyword {
            case "properties", "$defs":
                guard case .object(let named) = content else { throw Fault.badKeyword(keyword) }
                for inner in named.values { try checkKeywords(inner) }
            case "items", "additionalProperties": try checkKeywords(content)
            case "oneOf", "anyOf":
                guard case .array(let inner) = content, !inner.isEmpty else { throw Fault.badKeyword(keyword) }
                for schema in inner { try checkKeywords(schema) }
            case _ where notes.contains(keyword) || checks.contains(keyword): break
            default: throw Fault.unknownKeyword(keyword)
            }
        }
    }

    private func problems(_ value: JSONValue, _ schema: JSONValue, at place: String) throws -> [String] {
        guard case .object(let keywords) = schema else {
            return schema == .bool(true) ? [] : ["\(place): nothing is allowed here"]
        }
        var found: [String] = []
        for (keyword, content) in keywords.sorted(by: { $0.key < $1.key }) {
            switch keyword {
            case "properties", "required", "additionalProperties":
                guard case .object(let members) = value else { continue }
                found += try objectProblems(members, keyword, content, keywords, at: place)
            case "items", "minItems", "maxItems":
                guard case .array(let elements) = value else { continue }
                found += try arrayProblems(elements, keyword, content, at: place)
            case "oneOf", "anyOf", "$ref": found += try nested(value, keyword, content, at: place)
            default: found += try scalarProblems(value, keyword, content, at: place)
            }
        }
        return found
    }

    private func objectProblems(
        _ members: [String: JSONValue], _ keyword: String, _ content: JSONValue, _ all: [String: JSONValue],
        at place: String
    ) throws -> [String] {
        switch (keyword, content) {
        case ("properties", .object(let schemas)):
            return try schemas.sorted { $0.key < $1.key }.flatMap { name, schema in
                try members[name].map { try problems($0, schema, at: "\(place).\(name)") } ?? []
            }
        case ("required", .array(let names)):
            return names.compactMap { name in
                guard case .string(let name) = name, members[name] == nil else { return nil }
                return "\(place): \(name) is missing"
            }
        case ("additionalProperties", let schema):
            var named: Set<String> = []
            if case .object(let schemas)? = all["properties"] { named = Set(schemas.keys) }
            return try members.filter { !named.contains($0.key) }.sorted { $0.key < $1.key }.flatMap {
                try problems($0.value, schema, at: "\(place).\($0.key)")
            }
        default: throw Fault.badKeyword(keyword)
        }
    }

    private func arrayProblems(
        _ elements: [JSONValue], _ keyword: String, _ content: JSONValue, at place: String
    ) throws -> [String] {
        switch (keyword, content) {
        case ("items", let schema):
            return try elements.enumerated().flatMap { try problems($1, schema, at: "\(place)[\($0)]") }
        case ("minItems", .number(let limit)):
            return Double(elements.count) < limit ? ["\(place): fewer than \(limit) elements"] : []
        case ("maxItems", .number(let limit)):
            return Double(elements.count) > limit ? ["\(place): more than \(limit) elements"] : []
        default: throw Fault.badKeyword(keyword)
        }
    }

    private func nested(
        _ value: JSONValue, _ keyword: String, _ content: JSONValue, at place: String
    ) throws -> [String] {
        if case .string(let reference) = content {
            let prefix = "#/$defs/"
            guard reference.hasPrefix(prefix), let target = root["$defs"]?[String(reference.dropFirst(prefix.count))]
            else { throw Fault.unknownReference(reference) }
            return try problems(value, target, at: place)
        }
        guard case .array(let schemas) = content else { throw Fault.badKeyword(keyword) }
        let outcomes = try schemas.map { try problems(value, $0, at: place) }
        let matches = outcomes.count(where: \.isEmpty)
        if matches == 1 || (matches > 1 && keyword == "anyOf") { return [] }
        if matches > 1 { return ["\(place): fits \(matches) forms of which it must fit one"] }
        return ["\(place): fits none of the forms"] + outcomes.flatMap { $0 }
    }

    private func scalarProblems(
        _ value: JSONValue, _ keyword: String, _ content: JSONValue, at place: String
    ) throws -> [String] {
        switch (keyword, content, value) {
        case ("type", .string(let name), _):
            return Self.has(value, type: name) ? [] : ["\(place): is no \(name)"]
        case ("const", _, _): return value == content ? [] : ["\(place): is not the one value allowed"]
        case ("enum", .array(let allowed), _):
            return allowed.contains(value) ? [] : ["\(place): is none of the values allowed"]
        case ("minimum", .number(let limit), .number(let number)):
            return number >= limit ? [] : ["\(place): \(number) is below \(limit)"]
        case ("maximum", .number(let limit), .number(let number)):
            return number <= limit ? [] : ["\(place): \(number) is above \(limit)"]
        case ("minLength", .number(let limit), .string(let text)):
            return Double(text.unicodeScalars.count) < limit ? ["\(place): shorter than \(limit)"] : []
        case ("pattern", .string(let pattern), .string(let text)):
            return try text.contains(Regex(pattern)) ? [] : ["\(place): does not match \(pattern)"]
        default:
            guard ["minimum", "maximum", "minLength", "pattern"].contains(keyword) || Self.notes.contains(keyword)
            else {
                throw Fault.badKeyword(keyword)
            }
            return []
        }
    }

    private static func has(_ value: JSONValue, type: String) -> Bool {
        switch (type, value) {
        case ("null", .null), ("boolean", .bool), ("number", .number), ("string", .string), ("array", .array),
            ("object", .object):
            true
        case ("integer", .number(let number)): number == number.rounded()
        default: false
        }
    }
}
