/// What can be wrong with a choice of faces.
package enum SelectionError: Error, Equatable, Sendable {
    /// No face of the timeline has this id.
    case unknown(Int)
}

// People opt faces in to being visible, never into protection: a timeline starts with every face covered.
extension Timeline {
    /// Gives the timeline with these faces visible as well; the others stay as they are.
    /// - Throws: ``SelectionError/unknown(_:)`` for the first id that does not exist; then nothing is shown.
    package func showing(ids: [Int]) throws(SelectionError) -> Timeline {
        var shown = self
        for id in ids {
            guard faces.contains(where: { $0.id == id }) else { throw .unknown(id) }
            for face in shown.faces.indices where shown.faces[face].id == id { shown.faces[face].visible = true }
        }
        return shown
    }

    /// Gives the timeline with every face it knows now visible; faces found later are covered.
    package func showingAll() -> Timeline { settingAll(visible: true) }

    /// Gives the timeline with every face covered.
    package func hidingAll() -> Timeline { settingAll(visible: false) }

    private func settingAll(visible: Bool) -> Timeline {
        var changed = self
        for face in changed.faces.indices { changed.faces[face].visible = visible }
        return changed
    }
}
