/// The measures by which detections become tracks. Lengths are in face widths, times in seconds.
package struct TrackerSettings: Hashable, Sendable {
    /// Least score of a face in a photo. Source: below the 0.35 of videos, for a photo has no second look.
    package var photoThreshold = 0.30
    /// A detection of this score is a face, even if it is the only one. Source: no detection of 0.35 and more lies
    /// off every face in the clips not named hard, and in none of them do more than 0.3 % of the visible faces stay below it.
    package var startThreshold = 0.35
    /// A detection of this score may begin a track, which is kept only if later looks confirm it.
    package var tentativeThreshold = 0.20
    /// A detection of this score may only continue a track.
    package var continueThreshold = 0.10
    /// Looks that have to confirm a track that never reached ``startThreshold``.
    package var confirmingLooks = 4
    /// How long a cover is held before the first and after the last detection. Source: PRIVACY 1.4, "0.5 s".
    package var hold = 0.5
    /// Longest absence over which samples are interpolated. Source: DESIGN 5; users see ghost boxes beyond it.
    package var bridge = 1.5
    /// Longest absence after which the same look at a plausible place is still the same person.
    package var memory = 3.0
    /// Longest absence that association itself coasts over; longer ones are left to stitching, which sees both
    /// ends.
    package var coasting = 0.7
    /// Two boxes of one frame that overlap more than this are one face. Source: the detector suppresses at 0.3
    /// per look; looks of different scale agree within 0.5 on one face.
    package var duplicateOverlap = 0.45
    /// Change of picture that is a cut unless faces are seen to go on over it. Source: the cuts between shots of
    /// one stage in the test clips change by 0.30 to 0.35, those to another place by 0.6 and more.
    package var cutChange = 0.5
    /// Change that may be a cut where it stands out, and faces are seen on both sides that do not go on. Source:
    /// as above, with room for dark shots; steady pans of 0.26 do not stand out.
    package var cutHint = 0.12
    /// How many times more than around it a change is that stands out.
    package var cutContrast = 2.5
    /// Heads that look more different than this are not taken for one after an absence. Source: ColourGrid
    /// distances in the test clips: 99 % of different persons lie above 0.31, 90 % of the same one from look to
    /// look below.
    package var sameLook = 0.33

    package init() {}

    package static let standard = TrackerSettings()
}
