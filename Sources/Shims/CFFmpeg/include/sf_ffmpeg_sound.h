#pragma once

#include "sf_ffmpeg_common.h"

#pragma clang assume_nonnull begin

typedef struct sf_ffmpeg_transcoder sf_ffmpeg_transcoder;

/// Opens a decoder for sound described by `source`, and the named encoder for what it gives.
///
/// `codecs` is the comma-separated allow-list of decoders. SF_FFMPEG_UNAVAILABLE where the encoder is missing, the
/// decoder is not allowed, or the channels are more than the encoder takes.
int32_t sf_ffmpeg_transcoder_open(const sf_ffmpeg_audio *source, const char *encoder, const char *codecs,
                                  sf_ffmpeg_transcoder *_Nullable *_Nonnull out, sf_ffmpeg_error *error);
void sf_ffmpeg_transcoder_close(sf_ffmpeg_transcoder *transcoder);
/// What comes out; `extradata` points into the transcoder. Times are in ticks of its own time base.
void sf_ffmpeg_transcoder_audio(const sf_ffmpeg_transcoder *transcoder, sf_ffmpeg_audio *out);
/// Takes one packet of the source, or NULL at its end; nothing may follow the end.
///
/// A packet that cannot be decoded is left out: its time is silent. SF_FFMPEG_DAMAGED where the times of the source
/// have a gap too long to be filled.
int32_t sf_ffmpeg_transcoder_feed(sf_ffmpeg_transcoder *transcoder, const sf_ffmpeg_packet *_Nullable packet,
                                  sf_ffmpeg_error *error);
/// Hands out the next packet that is ready: 1, or 0 where there is none. `packet->data` is valid until the next call.
int32_t sf_ffmpeg_transcoder_take(sf_ffmpeg_transcoder *transcoder, sf_ffmpeg_packet *packet);

#pragma clang assume_nonnull end
