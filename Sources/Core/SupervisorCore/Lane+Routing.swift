import Wire

// The data channel: each message is checked against the lease table, then goes where it belongs.
extension Lane {
    mutating func route(_ message: DataMessage, pass: UInt32, from stage: StageID) {
        guard stages.contains(stage) else { return }
        lastHeard[stage] = now
        // A message of a pass that was dropped: late, not wrong.
        guard pass == self.pass else { return }
        // The source's first data may be here before its report that it has begun: the channels race.
        if case .beginning = phase, pendingSource == nil, awaited == [stage] { begun(stage) }
        guard flow != nil, case .running(let kind) = phase else { return }
        let isInOrder: Bool
        switch (message, stage.kind) {
        case (.mark(let mark), .decoder): isInOrder = takeMark(mark, in: kind)
        case (.look(let look), .decoder): isInOrder = takeLook(look, in: kind)
        case (.packets(let batch), .decoder): isInOrder = takePackets(batch, in: kind)
        case (.endOfFrames(let totals), .decoder): isInOrder = takeEnd(totals)
        case (.detections(let reply), .detector): isInOrder = takeDetections(reply, from: stage, in: kind)
        case (.painted(let record), .compositor): isInOrder = takePainted(record, from: stage, in: kind)
        case (.release(let lease), .compositor) where kind == .render: isInOrder = takePacketRelease(lease)
        case (.release(let lease), .compositor) where kind == .sheet:
            isInOrder = takeLookRelease(lease, .paint, from: stage)
        case (.release(let lease), .validator): isInOrder = takeLookRelease(lease, .inspect, from: stage)
        default: isInOrder = false
        }
        guard isInOrder else {
            // What it says does not fit what it was given: it is broken or taken over.
            bury(stage)
            return
        }
        tellEndOnceDrained()
        completePassIfDone()
    }

    private mutating func takeMark(_ mark: FrameMark, in kind: PassKind) -> Bool {
        guard kind == .analyze || kind == .verify, flow?.totals == nil, let collector = collector(of: kind) else {
            return false
        }
        flow?.marks += 1
        flow?.looksPromised += mark.looks
        if let marks = flow?.marks, marks % 10 == 0 {
            actions.append(.progress(kind, done: marks, total: max(marks, medium?.expectedFrames ?? 0)))
        }
        actions.append(.data(collector, pass: pass, .mark(mark)))
        return true
    }

    private mutating func takeLook(_ look: Look, in kind: PassKind) -> Bool {
        guard let seen = flow?.looksSeen, flow?.totals == nil, slots.fill(look.lease),
            look.layout.isSound(capacity: poolShape.slotBytes)
        else { return false }
        flow?.looksSeen += 1
        let slot = look.lease.slot
        switch (look.role, kind) {
        case (.detect, .analyze), (.detect, .verify):
            flow?.leases[slot] = PassFlow.Lease(look: look, holder: nil, order: seen)
            flow?.detectLooksSeen += 1
            flow?.waiting.append(slot)
            feedDetectors()
        case (.paint, .render), (.paint, .sheet), (.inspect, .verify):
            guard let reader = collector(of: kind) else { return false }
            if kind == .sheet, seen % 10 == 9 {
                let done = look.frame + 1
                actions.append(.progress(kind, done: done, total: max(done, medium?.expectedFrames ?? 0)))
            }
            flow?.leases[slot] = PassFlow.Lease(look: look, holder: reader, order: seen)
            actions.append(.data(reader, pass: pass, .look(look)))
        default: return false
        }
        return true
    }

    /// Gives waiting looks to the detector that has least to do, oldest look first.
    mutating func feedDetectors() {
        while let slot = flow?.waiting.first {
            let loads = detectors.filter { joined.contains($0) }.map { ($0, flow?.held(by: $0).count ?? 0) }
            guard let (detector, load) = loads.min(by: { ($0.1, $0.0) < ($1.1, $1.0) }),
                load < LaneConfiguration.looksPerDetector, let look = flow?.leases[slot]?.look
            else { return }
            flow?.waiting.removeFirst()
            flow?.leases[slot]?.holder = detector
            actions.append(.data(detector, pass: pass, .look(look)))
        }
    }

    /// A detector died: what it held is given to another, unless the look in work has already taken one down.
    mutating func reassign(from stage: StageID) {
        guard let held = flow?.held(by: stage), let inWork = held.first else { return }
        flow?.leases[inWork]?.deaths += 1
        if let deaths = flow?.leases[inWork]?.deaths, deaths >= LaneConfiguration.deathsThatFail {
            abandon(.end(.failed(.poisonLook)))
            return
        }
        for slot in held { flow?.leases[slot]?.holder = nil }
        flow?.waiting.insert(contentsOf: held, at: 0)
        feedDetectors()
    }

    private mutating func takePackets(_ batch: PacketBatch, in kind: PassKind) -> Bool {
        guard kind == .render, flow?.totals == nil, slots.fill(batch.lease), batch.byteCount <= poolShape.slotBytes,
            let compositor = stage(.compositor)
        else { return false }
        flow?.packetsSeen += batch.count
        flow?.packetSlots[batch.lease.slot] = batch.lease
        actions.append(.data(compositor, pass: pass, .packets(batch)))
        return true
    }

    private mutating func takeEnd(_ totals: FrameTotals) -> Bool {
        guard flow?.totals == nil else { return false }
        flow?.totals = totals
        return true
    }

    private mutating func takeDetections(_ reply: DetectionReply, from stage: StageID, in kind: PassKind) -> Bool {
        guard let lease = flow?.leases[reply.lease.slot], lease.holder == stage, lease.look.frame == reply.frame,
            lease.look.look == reply.look, lease.look.looks == reply.looks, slots.release(reply.lease),
            let collector = collector(of: kind)
        else { return false }
        flow?.leases[reply.lease.slot] = nil
        flow?.answerTimes.append(reply.busyMicroseconds)
        fruitlessFaults = 0
        actions.append(.data(collector, pass: pass, .detections(reply)))
        feedDetectors()
        grantFreeSlots()
        return true
    }

    private mutating func takePainted(_ record: PaintRecord, from stage: StageID, in kind: PassKind) -> Bool {
        guard kind == .render, let validator = self.stage(.validator) else { return false }
        if record.lease != PaintRecord.noSlot {
            guard let lease = flow?.leases[record.lease.slot], lease.holder == stage,
                lease.look.frame == record.frame, lease.look.ticks == record.ticks, slots.release(record.lease)
            else { return false }
            flow?.leases[record.lease.slot] = nil
        } else if flow?.paintsWithoutLooks != true {
            return false
        }
        flow?.painted += 1
        fruitlessFaults = 0
        if let painted = flow?.painted, painted % 10 == 0 {
            actions.append(.progress(.render, done: painted, total: max(painted, medium?.expectedFrames ?? 0)))
        }
        actions.append(.data(validator, pass: pass, .painted(record)))
        grantFreeSlots()
        return true
    }

    private mutating func takePacketRelease(_ lease: SlotLease) -> Bool {
        guard flow?.packetSlots[lease.slot] == lease, slots.release(lease) else { return false }
        flow?.packetSlots[lease.slot] = nil
        fruitlessFaults = 0
        grantFreeSlots()
        return true
    }

    /// A reader that owes nothing else is done with a look.
    private mutating func takeLookRelease(_ lease: SlotLease, _ role: LookRole, from stage: StageID) -> Bool {
        guard let held = flow?.leases[lease.slot], held.holder == stage, held.look.role == role,
            slots.release(lease)
        else { return false }
        flow?.leases[lease.slot] = nil
        fruitlessFaults = 0
        grantFreeSlots()
        return true
    }

    /// Tells the collecting stage that everything has come, once it has.
    private mutating func tellEndOnceDrained() {
        guard let flow, !flow.toldEnd, let totals = flow.totals, let collector = collector(of: flow.kind) else {
            return
        }
        // The compositor gets pictures and sound in order, so the end may follow at once; the others wait for
        // answers that detectors may still give.
        guard collector.kind == .compositor || flow.isDrained else { return }
        // What is missing now will never come: nobody is asked to judge by it.
        guard flow.kind == .render || flow.addsUp else {
            abandon(.end(.failed(.countMismatch)))
            return
        }
        self.flow?.toldEnd = true
        owingSince[collector] = now
        actions.append(.data(collector, pass: pass, .endOfFrames(totals)))
    }
}
