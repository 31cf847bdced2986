import Wire

// The passes, one after another: who takes part and what each is given.
extension Lane {
    mutating func gather(_ kind: PassKind) {
        phase = .gathering(kind)
        beginWhenGathered()
    }

    mutating func beginWhenGathered() {
        guard case .gathering(let kind) = phase, ready.count == stages.count else { return }
        nextPass()
        guard let decoder = stage(.decoder) else { return }
        // The decoder that analysed the source still has it open; after a fault it may be another process, or have
        // the finished file open, or nothing.
        let hasSource = opened == OpenMedium(decoder: decoder, isOutput: false)
        switch kind {
        // A photo or an animation is rendered without the decoder.
        case .render where hasSource || isPaintedFromFile, .sheet where hasSource: begin(kind)
        case .analyze, .render, .verify, .sheet: open(kind, decoder)
        }
    }

    /// Has the decoder look at the source, or in the verify pass at the finished work file.
    private mutating func open(_ kind: PassKind, _ decoder: StageID) {
        guard let item else { return }
        phase = .opening(kind)
        opened = nil
        awaited = [decoder]
        give(
            StageOrder(verb: .open, pass: pass, kind: kind, attachments: [.input], settings: item.settings),
            to: decoder
        )
    }

    /// Sizes the pool for the medium and hands everything to the stages of the pass, the source of data last.
    mutating func begin(_ kind: PassKind) {
        guard let subject = subject(of: kind), fitPool(to: subject, kind) else { return }
        phase = .beginning(kind)
        slots.reset()
        rows.removeAll { $0.pass == kind }
        switch kind {
        case .analyze:
            actions.append(.makeTimeline)
            // A place that cannot be written is found before the work, not after it.
            if item?.wantsSheet == true { actions.append(.makeOutput) }
        case .render:
            outputMedium = nil
            sourceSound = nil
            actions.append(.makeOutput)
        case .verify: verdict = nil
        case .sheet: actions.append(.makeOutput)
        }
        let source = source(of: kind)
        pendingSource = source
        joined = []
        let readers = stages.filter { participants(in: kind).contains($0.kind) && $0 != source }
        awaited = Set(readers)
        for reader in readers { orderBegin(reader, kind) }
    }

    mutating func orderBegin(_ member: StageID, _ kind: PassKind) {
        give(
            StageOrder(
                verb: .begin, pass: pass, kind: kind, attachments: attachments(for: member.kind, in: kind),
                pool: poolShape, medium: subject(of: kind), settings: item?.settings
            ),
            to: member
        )
    }

    /// The medium a pass reads.
    private func subject(of kind: PassKind) -> Medium? { kind == .verify ? outputMedium : medium }

    /// A photo or an animation: the compositor reads its file, and no frame travels.
    private var isPaintedFromFile: Bool { medium.map { !$0.isVideo || $0.isAnimation } ?? false }

    /// The kinds of stage that take part in a pass.
    func participants(in kind: PassKind) -> [StageKind] {
        switch kind {
        case .analyze: [.decoder, .detector, .tracker]
        // The compositor streams a photo from its file: it may be far too large for a slot.
        case .render: isPaintedFromFile ? [.compositor, .validator] : [.decoder, .compositor, .validator]
        case .verify: [.decoder, .detector, .validator]
        case .sheet: [.decoder, .compositor]
        }
    }

    /// The stage that sends without being asked for each message; all others must be ready to read before.
    private func source(of kind: PassKind) -> StageID? { stage(kind == .render && isPaintedFromFile ? .compositor : .decoder) }

    /// The stage that collects a pass's evidence.
    func collector(of kind: PassKind) -> StageID? {
        switch kind {
        case .analyze: stage(.tracker)
        case .render, .sheet: stage(.compositor)
        case .verify: stage(.validator)
        }
    }

    private func attachments(for stage: StageKind, in kind: PassKind) -> [Attachment] {
        let drawing: [Attachment] = item?.settings.style == "emoji" ? [.emoji] : []
        return switch (stage, kind) {
        case (.decoder, .sheet): [.pool, .timeline]
        case (.compositor, .sheet): [.pool, .timeline, .output]
        case (.tracker, _): item?.settings.isReviewed == true ? [.timeline, .reviewed] : [.timeline]
        case (.compositor, _): [.pool, .timeline, .output] + (isPaintedFromFile ? [.input] : []) + drawing
        // For the audit of the file itself, beside what the decoder makes of it.
        case (.validator, .verify): [.pool, .timeline, .input] + drawing
        case (.validator, _): [.pool, .timeline] + drawing
        default: [.pool]
        }
    }

    /// Makes a pool that holds the pictures of a pass, unless the present one does.
    private mutating func fitPool(to medium: Medium, _ kind: PassKind) -> Bool {
        let frames = max(medium.lookBytes, medium.frameBytes, LaneConfiguration.leastSlotBytes)
        // No frame travels for a contact sheet, but the pool is not made anew where it is large enough.
        let bytes = kind == .sheet ? max(FacePicture.layout.byteCount, frames) : frames
        let fits = poolShape.slots >= LaneConfiguration.fewestSlots && poolShape.slotBytes >= bytes
        // A pool made for one huge picture is not kept for the small ones after it.
        if fits, poolShape.slotBytes <= 4 * bytes || poolShape.slotBytes <= 8 << 20 { return true }
        let count = min(LaneConfiguration.mostSlots, configuration.frameMemoryBytes / bytes)
        guard count >= LaneConfiguration.fewestSlots else {
            let needed = bytes * LaneConfiguration.fewestSlots
            abandon(.end(.failed(.frameTooLarge(medium, neededBytes: needed))))
            return false
        }
        poolShape = PoolShape(slots: count, slotBytes: bytes)
        slots = SlotTable(slots: count)
        actions.append(.makePool(poolShape))
        return true
    }

    /// Everybody has begun: the counts start at nothing and the decoder gets its first credits.
    mutating func run(_ kind: PassKind) {
        phase = .running(kind)
        var flow = PassFlow(pass: pass, kind: kind, began: now)
        // Detectors answer looks and owe no report; the validator reports on the render pass with its verdict.
        flow.unfinished = Set(
            stages.filter {
                participants(in: kind).contains($0.kind) && $0.kind != .detector
                    && !(kind == .render && $0.kind == .validator)
            }
        )
        if kind == .render, isPaintedFromFile {
            flow.paintsWithoutLooks = true
            let frames = medium?.isAnimation == true ? medium?.expectedFrames ?? 0 : 1
            flow.totals = FrameTotals(frames: frames, looks: 0, packets: 0)
            flow.toldEnd = true
        }
        self.flow = flow
        grantFreeSlots()
    }

    mutating func grantFreeSlots() {
        guard let flow, flow.totals == nil, let decoder = stage(.decoder) else { return }
        while let lease = slots.grant() { actions.append(.data(decoder, pass: pass, .grant(lease))) }
    }
}
