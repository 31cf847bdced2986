import ContactSheet
import Testing
import TimelineCore
import Wire

@Suite struct SheetLayoutTests {
    private static let counts = [0, 1, 2, 3, 5, 8, 24, 100, 289, 400, 600, 700, SheetLayout.mostFaces]

    @Test(arguments: counts)
    func `nothing overlaps and nothing leaves the sheet`(faces: Int) {
        let layout = SheetLayout(faces: faces)
        var areas = [layout.title, layout.note]
        for place in 0..<faces {
            areas += [
                layout.picture(place), layout.id(place), layout.caption(0, of: place), layout.caption(1, of: place),
            ]
        }
        for area in areas { #expect(layout.size.rect.contains(area) && !area.isEmpty) }
        // Sorted by top, only areas that start above another's end can meet it.
        let sorted = areas.sorted { ($0.top, $0.left) < ($1.top, $1.left) }
        for (index, area) in sorted.enumerated() {
            for other in sorted[(index + 1)...] {
                guard other.top < area.bottom else { break }
                if !area.intersection(other).isEmpty { Issue.record("\(area) meets \(other)") }
            }
        }
    }

    @Test func `no number of faces makes a sheet larger than its limit`() {
        for faces in 0...SheetLayout.mostFaces {
            let size = SheetLayout(faces: faces).size
            guard size.area <= SheetLayout.mostPixels, max(size.width, size.height) <= 65_500 else {
                Issue.record("\(faces) faces: \(size)")
                return
            }
        }
        #expect(SheetLayout.mostFaces > 800)
    }

    @Test func `pictures have their full size for a class and shrink by whole numbers for a crowd`() {
        #expect(SheetLayout(faces: 30).picture(0).width == FacePicture.side)
        #expect(SheetLayout(faces: 250).picture(0).width == FacePicture.side)
        #expect(SheetLayout(faces: 550).picture(0).width == FacePicture.side / 2)
        let most = SheetLayout(faces: SheetLayout.mostFaces)
        #expect(most.picture(0).width == FacePicture.side / 3 && most.shrink == 3)
    }

    @Test func `a few faces stand in one row, more in about the shape of a page`() {
        #expect(SheetLayout(faces: 3).rows == 1)
        let size = SheetLayout(faces: 40).size
        #expect((1.0...2.0).contains(Double(size.width) / Double(size.height)))
    }

    @Test func `a face's place in the id order is its place on the page`() {
        let layout = SheetLayout(faces: 20)
        for place in 1..<20 {
            let (before, now) = (layout.picture(place - 1), layout.picture(place))
            #expect(now.top > before.top || now.top == before.top && now.left > before.left)
        }
    }
}
