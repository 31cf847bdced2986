import SupervisorCore
import Wire

// What the driver does with a lane's actions, and the laws each of them must keep.
extension LaneSimulation {
    func perform(_ action: LaneAction) {
        switch action {
        case .spawn(let id): spawn(id)
        case .kill(let id):
            kills += 1
            if let stage = processes[id] { die(stage) }
        case .order(let id, let order): if !batchFailed { give(order, to: id) }
        case .data(let id, let pass, let message): if !batchFailed { hand(message, pass: pass, to: id) }
        case .makePool(let shape):
            if shape.slots < 3 || shape.slotBytes < 2048 { violate("the pool is too small") }
            pool += 1
            hasPool = !failsMaking
            make()
        case .makeTimeline:
            hasTimeline = true
            make()
        case .makeOutput:
            currentOutput += 1
            approvedOutput = nil
            make()
        case .publish: publish()
        case .progress(_, let done, let total):
            if done > total { violate("more done than there is") }
        case .end(let result):
            if self.result != nil { violate("the item ended twice") }
            if result.number != item.number { violate("another item ended") }
            if publications > 0, !failsPublishing, result.ending != item.goodEnding {
                violate("what was published is said not to be")
            }
            self.result = result
        }
    }

    private func make() {
        guard failsMaking else { return }
        failsMaking = false
        batchFailed = true
        driverEvents.append(
            .actionFailed(StageFailure(code: "disk-full", text: "no space is left", blame: .environment))
        )
    }

    private func spawn(_ id: StageID) {
        spawns += 1
        if processes.keys.contains(where: { $0.kind == id.kind && $0.index == id.index }) {
            violate("\(id.name) was started beside its predecessor")
        }
        let stage = ModelStage(id: id)
        stage.startDelay = Int.random(in: 0...15, using: &random)
        processes[id] = stage
        liveStages.append(stage)
        guard let bad = badStarts[id.kind], bad.count > 0 else { return }
        badStarts[id.kind] = (bad.count - 1, bad.how)
        stage.becomesReady = false
        switch bad.how {
        case .hangs: break
        case .crashes: die(stage)
        case .saysSo: fail(stage, blame: .environment)
        }
    }

    private func give(_ order: StageOrder, to id: StageID) {
        orders += 1
        // An order to a process that died a moment ago is lost; the lane will hear of the death.
        guard let stage = processes[id] else { return }
        if !stage.isReady, !stage.isRogue { violate("an order went to \(id.name), which is not ready") }
        if order.verb == .begin, order.kind != .analyze, !hasTimeline { violate("a pass began without a timeline") }
        if order.verb == .begin, !hasPool { violate("a pass began without a pool") }
        stage.orders.append(ModelOrder(order: order, pool: pool, output: currentOutput))
    }

    private func hand(_ message: DataMessage, pass: UInt32, to id: StageID) {
        if case .grant(let lease) = message { checkUnused(lease) }
        guard let stage = processes[id] else { return }
        stage.inbox.append((pass, message))
    }

    private func checkUnused(_ lease: SlotLease) {
        for stage in liveStages where !stage.isRogue && stage.uses(slot: lease.slot, pool: pool) {
            violate("slot \(lease.slot) was given out while \(stage.id.name) uses it")
        }
    }

    private func checkSheet() {
        if !item.wantsSheet { violate("a scan was published that nobody wanted a sheet of") }
        if !sheets.contains(currentOutput) { violate("published without a whole sheet in this output") }
    }

    private func publish() {
        publications += 1
        if publications > 1 { violate("published twice") }
        if item.scansOnly {
            checkSheet()
        } else {
            if approvedOutput != currentOutput { violate("published without a verdict on this output") }
            if painted[currentOutput] != Set(0..<item.frames) && !(item.frames == 0) {
                violate("published with frames that were not painted")
            }
        }
        isPublishing = true
        if failsPublishing {
            driverEvents.append(
                .actionFailed(StageFailure(code: "disk-full", text: "no space is left", blame: .environment))
            )
        } else {
            driverEvents.append(.published)
        }
    }
}
