/// A TIFF file: pages, previews, and the same tags that EXIF has.
struct TIFFWalker {
    private let region: Region

    init(_ region: Region) { self.region = region }

    func run() {
        guard let directories = TIFFDirectories(region) else {
            region.note(.damaged, "a TIFF without a head")
            return
        }
        var walker = EXIFWalker(directories, isFile: true)
        walker.walkChain()
    }
}
