// The part of FFmpeg that Safe Faces uses, in plain C types: one reader of hostile media, one writer, one digest.
// No FFmpeg header reaches Swift, no path is ever opened, and no function keeps a buffer it was lent.
#pragma once

#include "sf_ffmpeg_common.h"
#include "sf_ffmpeg_reader.h"
#include "sf_ffmpeg_sound.h"
#include "sf_ffmpeg_writer.h"
