/// What a cover hides.
package enum CoverSubject: Hashable, Sendable {
    /// A face, by track id.
    case face(Int)
    /// A manual region, by its position in the timeline's list.
    case region(Int)
}

/// One cover in one frame: the resolver's answer, and the only geometry anybody may use.
package struct Cover: Hashable, Sendable {
    package var subject: CoverSubject
    /// The box hidden: the face box of the sample, or the region's box.
    package var target: PixelBox
    /// The head box (or region) the style is locked to; fractional, may reach outside the picture.
    package var body: PixelBox
    /// The opaque area, rounded outward to the codec's block grid and clipped to the picture. Everything in it is
    /// replaced.
    package var area: PixelRect
    package var palette: ColourGrid?

    package init(
        subject: CoverSubject, target: PixelBox, body: PixelBox, area: PixelRect, palette: ColourGrid? = nil
    ) {
        self.subject = subject
        self.target = target
        self.body = body
        self.area = area
        self.palette = palette
    }
}
