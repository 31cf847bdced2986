"""Drives the comparison; see README.md. Only the standard library."""

import argparse
import hashlib
import json
import os
import shutil
import statistics
import subprocess
import sys
import threading
import time

# What safefaces encodes a video with by default: Sources/Adapters/Media/EncoderSettings.swift, two threads.
TRANSCODE = "-c:v libx264 -preset veryfast -crf 18 -threads 2 -map 0:v:0 -map 0:a? -c:a copy -map_metadata -1".split()


def emit(name, unit, value, n):
    print(json.dumps({"name": name, "unit": unit, "value": round(value, 4), "n": n}), flush=True)


class Failure(Exception):
    pass


class Memory(threading.Thread):
    """Samples the memory of every process of one folder's programs that works for this benchmark."""

    def __init__(self, folder):
        super().__init__(daemon=True)
        self.folder = os.path.realpath(folder)
        self.ours = {}  # by process id: whether it is one of them
        self.peaks = {}  # by process id: its largest VmHWM in KiB
        self.together = 0  # largest sum of proportional shares at one moment, KiB
        self.over = threading.Event()

    def run(self):
        turn = 0
        while not self.over.wait(0.1):
            turn += 1
            # Proportional shares make the kernel walk page tables: seldom, so as not to disturb what is timed.
            self.sample(shares=turn % 5 == 0)

    def sample(self, shares):
        total = 0
        for entry in os.listdir("/proc"):
            if not entry.isdigit():
                continue
            try:
                if not self.is_ours(entry):
                    continue
                self.peaks[entry] = max(self.peaks.get(entry, 0), field(f"/proc/{entry}/status", "VmHWM:"))
                if shares:
                    total += field(f"/proc/{entry}/smaps_rollup", "Pss:")
            except (OSError, ValueError):
                continue  # it ended meanwhile
        self.together = max(self.together, total)

    def is_ours(self, entry):
        if entry not in self.ours:
            if os.path.dirname(os.readlink(f"/proc/{entry}/exe")) != self.folder:
                return False  # not yet, perhaps: it may still become one by exec
            # Another job may run the same programs: only those that know this benchmark's own folder count.
            mark = os.environ["SAFEFACES_RUNTIME"].encode()
            self.ours[entry] = any(mark in content(f"/proc/{entry}/{name}") for name in ("cmdline", "environ"))
        return self.ours[entry]

    def stop(self):
        self.over.set()
        self.join()


def content(path):
    with open(path, "rb") as file:
        return file.read()


def field(path, name):
    with open(path, encoding="ascii") as file:
        for line in file:
            if line.startswith(name):
                return int(line.split()[1])
    raise ValueError(path)


def timed(command, log):
    """Runs a command to its end: wall and processor seconds, its children's included."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.monotonic() - start
    if process.returncode != 0:
        raise Failure(f"{command[0]} ended with {process.returncode}; see {log.name}")
    return wall, usage.ru_utime + usage.ru_stime


def output_of(command):
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=True, text=True).stdout


def picture_times(path):
    """Times of the shown pictures, from the first one, in seconds."""
    text = output_of(
        ["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pts_time", "-of", "csv=p=0", path]
    )
    times = sorted(float(line.strip(",")) for line in text.split() if line.strip(",") != "N/A")
    return [one - times[0] for one in times]


def sound_digest(path):
    """Number of sound packets, and a digest of their bytes."""
    text = output_of(["ffmpeg", "-v", "error", "-nostdin", "-i", path, "-map", "0:a?", "-c", "copy", "-f", "framemd5", "-"])
    hashes = [line.split(",")[-1].strip() for line in text.splitlines() if not line.startswith("#")]
    return len(hashes), hashlib.sha256("\n".join(hashes).encode()).hexdigest()


def check(name, source, output):
    """The output has the source's pictures at the source's times, and its sound packet for packet."""
    before, after = picture_times(source), picture_times(output)
    if len(before) != len(after):
        raise Failure(f"{name}: {len(after)} pictures of {len(before)}")
    late = max(abs(one - two) for one, two in zip(before, after))
    sound = sound_digest(source), sound_digest(output)
    if sound[0] != sound[1] or late > 0.0005:
        raise Failure(f"{name}: times are off by {late} s, sound {sound}")
    emit(f"speed.{name}.frames", "frames", len(after), 1)
    emit(f"speed.{name}.time-error", "s", late, len(after))
    emit(f"speed.{name}.sound-packets-kept", "packets", sound[1][0], 1)


class Bench:
    def __init__(self, options):
        self.options = options
        self.out = os.path.join(options.work, "out")
        shutil.rmtree(self.out, ignore_errors=True)
        os.makedirs(self.out)
        self.log = open(os.path.join(options.work, "log.txt"), "w", encoding="utf-8")

    def clip(self, name):
        return os.path.join(self.options.work, name + ".mp4")

    def ours(self, name):
        report = os.path.join(self.out, name + ".json")
        command = [
            self.options.program, "cover", self.clip(name), "--output", os.path.join(self.out, name + ".mp4"),
            "--overwrite", "--quiet", "--report", report,
        ]
        return timed(command, self.log)

    def peer(self, name):
        # Its defaults; it drops the sound.
        command = [self.options.peer, "--output", os.path.join(self.out, name + "-peer.mp4"), self.clip(name)]
        return timed(command, self.log)

    def transcode(self, name):
        output = os.path.join(self.out, name + "-plain.mp4")
        return timed(["ffmpeg", "-v", "error", "-nostdin", "-y", "-i", self.clip(name), *TRANSCODE, output], self.log)

    def profile(self, name):
        with open(os.path.join(self.out, name + ".json"), encoding="utf-8") as file:
            item = json.load(file)["items"][0]
        if item["state"] != "published":
            raise Failure(f"{name} was not published: {item['reason']}")
        for row in item["stages"]:
            prefix = f"speed.{name}.stage.{row['pass']}.{row['stage']}"
            for key in ("busySeconds", "waitInputSeconds", "waitCreditSeconds", "cpuSeconds"):
                emit(f"{prefix}.{key[:-7]}", "s", row[key], row["items"])
        emit(f"speed.{name}.repairs", "passes", item.get("repairs") or 0, 1)

    def compare(self, name, rounds, with_peer=True):
        ways = {"safefaces": self.ours, "transcode": self.transcode}
        if with_peer:
            ways["deface"] = self.peer
        runs = {way: [] for way in ways}
        memory = Memory(os.path.dirname(os.path.realpath(self.options.program)))
        memory.start()
        for _ in range(rounds):
            for way, run in ways.items():
                runs[way].append(run(name))
        memory.stop()
        for way, results in runs.items():
            emit(f"speed.{name}.{way}.wall", "s", statistics.median(run[0] for run in results), rounds)
            emit(f"speed.{name}.{way}.cpu", "s", statistics.median(run[1] for run in results), rounds)
        for part, what in enumerate(("wall", "cpu")):
            # A ratio is of one round: what else the machine did then slowed both.
            for way in ways:
                if way != "safefaces":
                    ratios = [other[part] / own[part] for own, other in zip(runs["safefaces"], runs[way])]
                    emit(f"speed.{name}.{way}-over-safefaces.{what}", "x", statistics.median(ratios), rounds)
        processes = max(1, len(memory.peaks))
        emit(f"speed.{name}.memory.sum-of-peaks", "MiB", sum(memory.peaks.values()) / 1024 / rounds, processes)
        emit(f"speed.{name}.memory.at-once", "MiB", memory.together / 1024, processes)
        check(name, self.clip(name), os.path.join(self.out, name + ".mp4"))
        self.profile(name)


def main():
    parser = argparse.ArgumentParser()
    for name in ("program", "peer", "work"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("parts", nargs="*")
    options = parser.parse_args()
    bench = Bench(options)
    for part in options.parts or ["1080p", "4k", "minute"]:
        if part not in ("1080p", "4k", "minute"):
            raise Failure(f"there is no part '{part}'")
        # A minute of deface is a quarter of an hour; the limit alone is compared there, once.
        bench.compare(part, 1 if part == "minute" else options.rounds, with_peer=part != "minute")
    with open(bench.log.name, encoding="utf-8", errors="replace") as log:
        if any(part != "minute" for part in options.parts or ["1080p"]) and "Running on" not in log.read():
            raise Failure("deface did not run on onnxruntime")


try:
    main()
except (Failure, subprocess.CalledProcessError) as failure:
    sys.exit(f"bench/speed: {failure}")
