import Control
import Documents
import Journal
import Platform
import SupervisorCore
import TimelineCore
import Wire

// Items on their way through the lanes.
extension JobDesk {
    /// Threads of a codec in one stage: fixed, because an encoder's output depends on their number.
    private static let codecThreads = 2

    /// The next item for an idle lane, opened; items that cannot be opened are settled here.
    ///
    /// Jobs take turns, so that a short one does not wait for the end of a long one.
    func nextItem() -> (LaneItem, ItemWork)? {
        for job in jobs where !(isStopping && job.isDetached) {
            while job.nextItem < job.spec.items.count {
                let index = job.nextItem
                job.nextItem += 1
                if job.results[index] != nil { continue }
                guard let prepared = prepare(index, of: job) else { continue }
                if let place = jobs.firstIndex(where: { $0 === job }) { jobs.append(jobs.remove(at: place)) }
                return prepared
            }
            finishIfDone(job)
        }
        return nil
    }

    /// Told before a finished file gets its name, so that the journal knows of it whatever happens next.
    func willPublish(_ item: Int, outputSHA256: String) {
        guard let (job, index, _) = inWork[item] else { return }
        record("that an item is about to be published") {
            try journal.intend(index, of: job.number, outputSHA256: outputSHA256)
        }
    }

    private func prepare(_ index: Int, of job: Job) -> (LaneItem, ItemWork)? {
        let item = job.spec.items[index]
        if let result = resultInPlace(of: item, in: job) {
            settle(result, index, of: job)
            return nil
        }
        record("that an item is in work") { try journal.begin(index, of: job.number) }
        do throws(PlatformError) {
            itemCounter += 1
            // The one thing a scan publishes is its contact sheet: it shows faces, so it is for its owner only.
            let sheet = job.spec.kind == .scan ? job.spec.sheet : nil
            let work = try ItemWork(
                number: itemCounter, input: JobPath(bytes: item.input.bytes),
                destination: JobPath(bytes: (sheet ?? item.output).bytes), replaces: job.spec.overwrite,
                mode: sheet == nil ? 0o666 : 0o600, reviewed: job.reviewed.map { TimelineCodec.encoded($0.timeline) }
            )
            inWork[itemCounter] = (job, index, Self.now)
            job.running.insert(index)
            let lane = LaneItem(
                number: itemCounter, scansOnly: job.spec.kind == .scan, wantsSheet: sheet != nil,
                settings: PassSettings(
                    job.spec.settings, outputExtension: work.destination.extension.description.lowercased(),
                    threads: Self.codecThreads
                ),
                requiredSHA256: job.reviewed?.sha256
            )
            return (lane, work)
        } catch {
            settle(
                ReportItem(
                    input: item.shownInput, state: .failed, reason: error.description, code: .unreadable
                ),
                index, of: job
            )
            return nil
        }
    }

    func hear(_ news: LaneNews, engine: EngineSummary?) {
        switch news {
        case .progress(let item, let pass, let done, let total): progress(item, pass, done, total)
        case .ended(let result, let timeline): ended(result, timeline: timeline, engine: engine)
        }
    }

    private func progress(_ item: Int, _ pass: PassKind, _ done: Int, _ total: Int) {
        guard let entry = inWork[item] else { return }
        if paces[item]?.pass != pass || done < paces[item]?.done ?? 0 {
            paces[item] = Pace(pass: pass, since: Self.now)
        }
        paces[item]?.done = done
        let event = Event.progress(
            .init(
                job: entry.job.name, input: entry.job.spec.items[entry.index].shownInput,
                pass: PassName(rawValue: pass.rawValue) ?? .analyze, done: done, total: total,
                fps: paces[item]?.framesPerSecond(at: Self.now) ?? 0
            )
        )
        announce(event, of: entry.job)
    }

    private func ended(_ result: LaneResult, timeline: [UInt8]?, engine: EngineSummary?) {
        guard let (job, index, startedAt) = inWork.removeValue(forKey: result.number) else { return }
        paces[result.number] = nil
        job.running.remove(index)
        if let engine { job.engine = engine }
        let item = job.spec.items[index]
        let report = ItemReport.make(result, of: item, wallSeconds: Self.now - startedAt)
        if let timeline { keep(timeline, result, index, of: job) }
        if result.ending == .published { remember(report, item, job.spec.settings) }
        settle(report, index, of: job)
    }

    private func keep(_ bytes: [UInt8], _ result: LaneResult, _ index: Int, of job: Job) {
        do throws(WireError) {
            let timeline = try TimelineCodec.decoded(bytes)
            job.timelines[index] = TimelineDocument(
                timeline, sha256: result.medium?.sha256 ?? "", durationSeconds: result.medium?.durationSeconds ?? 0
            )
        } catch {
            job.results[index]?.notes.append("the timeline could not be read back: \(error)")
        }
    }

    private func remember(_ report: ReportItem, _ item: JobItem, _ settings: CoverSettings) {
        guard let input = report.sha256.input, let output = report.sha256.output else { return }
        do {
            try journal.remember(
                .init(fingerprint: try Self.fingerprint(input: input, settings: settings), outputSHA256: output),
                at: item.output.bytes
            )
        } catch {
            // The file is published either way; only a second run will not know that it is done.
            return
        }
    }
}
