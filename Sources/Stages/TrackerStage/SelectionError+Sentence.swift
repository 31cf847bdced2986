import TimelineCore

extension SelectionError {
    /// One sentence that names what there is to choose from.
    func sentence(known ids: [Int]) -> String {
        switch self {
        case .unknown(let id):
            ids.isEmpty
                ? "there is no face \(id): no face was found"
                : "there is no face \(id): the faces are \(ids.map(String.init).joined(separator: ", "))"
        }
    }
}
