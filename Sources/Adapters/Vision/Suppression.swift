import TimelineCore

/// Overlap (intersection over union) above which two boxes are taken for one face.
///
/// Source: CenterFace's own 0.3, a
/// little wider so that faces cheek to cheek stay two.
package let sameFaceOverlap = 0.35

/// Merges what several looks (tiles, scales) saw in one frame into one list without duplicates.
///
/// Shape: one list of detections per look, all in coordinates of the upright picture.
/// A face that one look saw in part (cut by the edge of its tile) and another as a whole gives the whole box.
/// - Returns: ordered by score, ties by position; the same whatever the order of the looks.
package func mergeLooks(_ looks: [[Detection]]) -> [Detection] {
    absorbParts(suppressOverlaps(looks.flatMap { $0 }))
}

/// Keeps the best of every group of boxes that overlap.
///
/// - Returns: ordered by score, ties by position; the same whatever the order of the input.
/// - Complexity: quadratic in the number of boxes.
package func suppressOverlaps(_ detections: [Detection]) -> [Detection] {
    var kept: [Detection] = []
    for candidate in detections.sorted(by: precedes)
    where !kept.contains(where: { $0.box.overlap(with: candidate.box) > sameFaceOverlap }) {
        kept.append(candidate)
    }
    return kept
}

/// Drops boxes that lie inside a somewhat larger one; the larger takes over the higher score.
private func absorbParts(_ detections: [Detection]) -> [Detection] {
    var whole: [Detection] = []
    // Largest first, so that a part always meets its whole.
    for candidate in detections.sorted(by: isLarger) {
        if let index = whole.firstIndex(where: { isPart(candidate.box, of: $0.box) }) {
            whole[index].score = max(whole[index].score, candidate.score)
        } else {
            whole.append(candidate)
        }
    }
    return whole.sorted(by: precedes)
}

/// A small face in front of a large one is not a part: only boxes of the same order of size count.
private func isPart(_ box: PixelBox, of whole: PixelBox) -> Bool {
    box.intersection(whole).area > 0.85 * box.area && whole.area < 4 * box.area
}

private func isLarger(_ a: Detection, _ b: Detection) -> Bool {
    a.box.area != b.box.area ? a.box.area > b.box.area : precedes(a, b)
}

/// A total order on score, then position, then size: no result depends on the order of arrival.
private func precedes(_ a: Detection, _ b: Detection) -> Bool {
    if a.score != b.score { return a.score > b.score }
    if a.box.y != b.box.y { return a.box.y < b.box.y }
    if a.box.x != b.box.x { return a.box.x < b.box.x }
    if a.box.height != b.box.height { return a.box.height > b.box.height }
    return a.box.width > b.box.width
}
