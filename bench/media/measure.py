"""What covering costs a file. See README.md; started by run."""

import glob
import json
import os
import re
import subprocess
import sys
import time

# Clips as phones write them, of the test media.
CLIPS = ["videos/der_iphone_gps.mov", "videos/iphone6_gps.mov", "videos/ego_person_9s.mp4", "videos/der_rot_portrait.mp4"]


def say(name, unit, value, n=1):
    print(json.dumps({"name": name, "unit": unit, "value": round(value, 4), "n": n}), flush=True)


def share_of_memory(folder, runtime):
    """Sum of the proportional shares of every process of the run, in MiB."""
    total = 0
    for process in glob.glob("/proc/[0-9]*"):
        try:
            if os.path.dirname(os.readlink(process + "/exe")) != folder:
                continue
            with open(process + "/environ", "rb") as file:
                if runtime.encode() not in file.read():
                    continue
            with open(process + "/smaps_rollup", encoding="ascii") as file:
                total += sum(int(line.split()[1]) for line in file if line.startswith("Pss:"))
        except OSError:
            continue
    return total / 1024


def cover(program, inputs, output, more):
    """Seconds, and the largest sum of shares at one moment."""
    folder = os.path.dirname(os.path.realpath(program))
    started = time.monotonic()
    process = subprocess.Popen([program, "cover", *inputs, "--output", output, "--overwrite", "--quiet", *more])
    most = 0
    while process.poll() is None:
        most = max(most, share_of_memory(folder, os.environ["SAFEFACES_RUNTIME"]))
        time.sleep(0.05)
    if process.returncode != 0:
        sys.exit(f"cover {inputs} ended with {process.returncode}")
    return time.monotonic() - started, most


def ssim(one, other):
    command = ["ffmpeg", "-v", "info", "-nostdin", "-i", one, "-i", other, "-lavfi",
               "[0:v:0]setpts=N[a];[1:v:0]setpts=N[b];[a][b]ssim", "-f", "null", "-"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    return float(re.search(r"SSIM .*All:([0-9.]+)", said).group(1))


def bytes_of_video(path):
    command = ["ffprobe", "-v", "error", "-select_streams", "V:0", "-show_entries", "packet=size", "-of", "csv=p=0", path]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return sum(int(word) for word in re.findall(r"\d+", said))


def quality(program, work, data):
    for clip in CLIPS:
        source = os.path.join(data, clip)
        name = os.path.splitext(os.path.basename(clip))[0]
        output = os.path.join(work, os.path.basename(clip))
        # Without covers the whole picture is outside them.
        cover(program, [source], work + "/", ["--show", "all"])
        say(f"media.quality.{name}.ssim", "1", ssim(output, source))
        say(f"media.quality.{name}.bytes", "output/input", bytes_of_video(output) / bytes_of_video(source))


def photos(program, work):
    for name in ["24mp", "200mp"]:
        runs = [cover(program, [f"{work}/{name}.jpg"], f"{work}/out-{name}.jpg", []) for _ in range(2)]
        # The second finds a supervisor that runs.
        say(f"media.photos.{name}.seconds", "s", min(seconds for seconds, _ in runs), len(runs))
        say(f"media.photos.{name}.memory.at-once", "MiB", max(most for _, most in runs), len(runs))


if sys.argv[1] == "quality":
    quality(*sys.argv[2:])
else:
    photos(*sys.argv[2:])
