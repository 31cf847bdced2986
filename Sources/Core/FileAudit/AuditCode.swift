/// What kind of thing an audit found.
///
/// The names are stable; `Protocols/audit-codes.md` lists them.
package enum AuditCode: String, Sendable, CaseIterable {
    // Blocks of text and numbers about a photo.
    case exif
    case exifGPS = "exif.gps"
    case exifOwner = "exif.owner"
    case exifSerial = "exif.serial"
    case exifDevice = "exif.device"
    case exifDate = "exif.date"
    case exifSoftware = "exif.software"
    case exifText = "exif.text"
    case exifMakerNote = "exif.makernote"
    case exifThumbnail = "exif.thumbnail"
    case exifUniqueID = "exif.unique-id"
    case exifContentID = "exif.content-id"
    case exifEnvironment = "exif.environment"
    case xmp
    case xmpGPS = "xmp.gps"
    case xmpFaces = "xmp.faces"
    case xmpOwner = "xmp.owner"
    case xmpSerial = "xmp.serial"
    case xmpDevice = "xmp.device"
    case xmpDate = "xmp.date"
    case xmpText = "xmp.text"
    case xmpDocumentID = "xmp.document-id"
    case xmpThumbnail = "xmp.thumbnail"
    case xmpImage = "xmp.image"
    case xmpExtended = "xmp.extended"
    case iptc
    case iptcOwner = "iptc.owner"
    case iptcPlace = "iptc.place"
    case iptcText = "iptc.text"
    case iptcDate = "iptc.date"
    case photoshop
    case photoshopThumbnail = "photoshop.thumbnail"
    case icc
    case iccDevice = "icc.device"
    case comment
    case text
    case time
    case c2pa
    case application

    // More pictures than the one that is seen.
    case thumbnail
    case mpf
    case extraImages = "extra-images"
    case gainMap = "gainmap"
    case depth
    case matte
    case motionVideo = "motion-video"
    case hiddenPixels = "hidden-pixels"

    // Films.
    case movieGPS = "movie.gps"
    case movieDate = "movie.date"
    case movieDevice = "movie.device"
    case movieOwner = "movie.owner"
    case movieSoftware = "movie.software"
    case movieText = "movie.text"
    case movieUserData = "movie.user-data"
    case movieHandlerName = "movie.handler-name"
    case movieEncoderName = "movie.encoder-name"
    case movieContentID = "movie.content-id"
    case movieSegmentID = "movie.segment-id"
    case movieCoverArt = "movie.cover-art"
    case movieAttachment = "movie.attachment"
    case movieChapters = "movie.chapters"
    case movieSubtitles = "movie.subtitles"
    case movieTimecode = "movie.timecode"
    case movieData = "movie.data-track"
    case movieExtraVideo = "movie.extra-video"
    case movieExtraAudio = "movie.extra-audio"
    case movieExtraLayer = "movie.extra-layer"
    case movieHidden = "movie.hidden-media"
    case videoSettings = "video.encoder-settings"
    case videoCaptions = "video.captions"
    case videoTimecode = "video.timecode"
    case videoDynamic = "video.dynamic-metadata"
    case videoUserData = "video.user-data"
    case audioComment = "audio.comment"

    // Any file.
    case trailer
    case slack
    case unreferenced = "unreferenced-data"
    case externalReference = "external-reference"
    case unknownPart = "unknown-part"
    case unknownContainer = "unknown-container"
    case damaged
    case tooComplex = "too-complex"

    // Only in the check of our own outputs.
    case unexpectedContainer = "unexpected.container"
    case unexpectedPart = "unexpected.part"
    case unexpectedValue = "unexpected.value"
    case unexpectedBytes = "unexpected.bytes"
}
