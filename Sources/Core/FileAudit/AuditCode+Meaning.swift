extension AuditCode {
    /// One line for a person: what it is, never what it says.
    package var meaning: String { photoMeaning ?? filmMeaning ?? structureMeaning }

    private var photoMeaning: String? {
        switch self {
        case .exif: "an EXIF block"
        case .exifGPS: "where the photo was taken (EXIF)"
        case .exifOwner: "names of owner, artist or holder of the rights (EXIF)"
        case .exifSerial: "serial numbers of camera or lens (EXIF)"
        case .exifDevice: "make and model of the camera or lens (EXIF)"
        case .exifDate: "when the photo was taken or changed (EXIF)"
        case .exifSoftware: "the software that wrote it (EXIF)"
        case .exifText: "a title, caption, comment or keywords (EXIF)"
        case .exifMakerNote: "notes of the camera's maker, which may hold serial numbers, faces and places"
        case .exifThumbnail: "a small copy of the photo, perhaps from before it was changed (EXIF)"
        case .exifUniqueID: "a number that only this photo has (EXIF)"
        case .exifContentID: "the link from a photo to its live video"
        case .exifEnvironment: "temperature, height, depth or movement when it was taken (EXIF)"
        case .xmp: "an XMP block"
        case .xmpGPS: "a place (XMP)"
        case .xmpFaces: "faces marked in the photo or names of people shown (XMP)"
        case .xmpOwner: "names of creator, owner or holder of the rights (XMP)"
        case .xmpSerial: "serial numbers of camera or lens (XMP)"
        case .xmpDevice: "the camera or software it was made with (XMP)"
        case .xmpDate: "dates (XMP)"
        case .xmpText: "a title, description or keywords (XMP)"
        case .xmpDocumentID: "numbers and history that link it to other versions (XMP)"
        case .xmpThumbnail: "a small copy of the photo (XMP)"
        case .xmpImage: "a whole second picture, often the original (XMP)"
        case .xmpExtended: "a large XMP block spread over several segments"
        case .iptc: "an IPTC block of press data"
        case .iptcOwner: "names of author or agency (IPTC)"
        case .iptcPlace: "a place (IPTC)"
        case .iptcText: "a title, caption or keywords (IPTC)"
        case .iptcDate: "a date (IPTC)"
        case .photoshop: "a block of Photoshop resources"
        case .photoshopThumbnail: "a small copy of the photo (Photoshop)"
        case .icc: "a colour profile, which may name a device"
        case .iccDevice: "a colour profile that names the device it was made for"
        case .comment: "a comment"
        case .text: "texts beside the picture"
        case .time: "when the picture was changed"
        case .c2pa: "a record of origin and changes, which may hold small copies and names"
        case .application: "data of an application or maker"
        case .thumbnail: "a small copy of the picture"
        case .mpf: "an index of further pictures in the file"
        case .extraImages: "further pictures, pages or views"
        case .gainMap: "a gain map: a second picture that shows the outlines of the first"
        case .depth: "a depth map"
        case .matte: "a cut-out of a person, hair, skin or teeth"
        case .motionVideo: "a video that belongs to the photo"
        case .hiddenPixels: "parts of the picture that are stored but not shown"
        default: nil
        }
    }

    private var filmMeaning: String? {
        switch self {
        case .movieGPS: "where the film was taken"
        case .movieDate: "when the film was made or changed"
        case .movieDevice: "make, model or number of the device"
        case .movieOwner: "names of author, artist or holder of the rights"
        case .movieSoftware: "the software that wrote it"
        case .movieText: "a title, description or other text"
        case .movieUserData: "data of an application or maker"
        case .movieHandlerName: "names of tracks or of the software that made them"
        case .movieEncoderName: "the name of the encoder"
        case .movieContentID: "the link from a video to its live photo"
        case .movieSegmentID: "a random number that only this file, or its neighbours, have"
        case .movieCoverArt: "a still picture of the film"
        case .movieAttachment: "attached files"
        case .movieChapters: "chapters, with their names"
        case .movieSubtitles: "subtitles or other text shown with the film"
        case .movieTimecode: "a timecode, often the time of day"
        case .movieData: "a track that is neither picture nor sound: places, movement, faces, sensor data"
        case .movieExtraVideo: "a second picture track"
        case .movieExtraAudio: "a second sound track"
        case .movieExtraLayer: "a second layer or view inside the picture track"
        case .movieHidden: "pictures or sound that are stored but not played"
        case .videoSettings: "the encoder and its settings, inside the pictures"
        case .videoCaptions: "captions, inside the pictures"
        case .videoTimecode: "a timecode, inside the pictures"
        case .videoDynamic: "brightness data for every picture"
        case .videoUserData: "data of an application or maker, inside the pictures"
        case .audioComment: "texts or pictures inside the head of the sound"
        default: nil
        }
    }

    private var structureMeaning: String {
        switch self {
        case .trailer: "bytes behind the end of the file's format"
        case .slack: "bytes in a place that should be empty"
        case .unreferenced: "bytes between the pictures and sounds that belong to none"
        case .externalReference: "the address of another file"
        case .unknownPart: "a part of a kind that the audit does not know"
        case .unknownContainer: "a kind of file that the audit does not know"
        case .damaged: "a structure that breaks off or does not add up, so that something may lie unseen"
        case .tooComplex: "more parts than can be looked at, so that something may lie unseen"
        case .unexpectedContainer: "another kind of file than was to be written"
        case .unexpectedPart: "a part that our writers do not write"
        case .unexpectedValue: "a value that our writers do not write"
        case .unexpectedBytes: "bytes that belong to nothing"
        default: preconditionFailure("\(rawValue) has no meaning")
        }
    }
}
