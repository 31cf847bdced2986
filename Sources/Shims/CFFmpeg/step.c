// One step of reading: demux and decode until there is a picture, a packet of sound, or the end.
#include "internal.h"

#include <string.h>

static void sf_picture_event(sf_ffmpeg_reader *reader, sf_ffmpeg_event *event) {
    const AVFrame *frame = reader->frame;
    if (!reader->has_first) {
        reader->has_first = true;
        reader->width = frame->width;
        reader->height = frame->height;
        reader->pixel_format = frame->format;
    }
    *event = (sf_ffmpeg_event){
        .kind = SF_FFMPEG_PICTURE,
        .has_ticks = frame->best_effort_timestamp != AV_NOPTS_VALUE,
        .ticks = frame->best_effort_timestamp,
        .duration = frame->pkt_duration,
        .key = frame->key_frame,
        .interlaced = frame->interlaced_frame,
        .damaged = frame->decode_error_flags != 0 || (frame->flags & AV_FRAME_FLAG_CORRUPT) != 0,
        .changed = frame->width != reader->width || frame->height != reader->height ||
                   frame->format != reader->pixel_format,
    };
}

static void sf_sound_event(const sf_ffmpeg_reader *reader, sf_ffmpeg_event *event) {
    *event = (sf_ffmpeg_event){.kind = SF_FFMPEG_SOUND};
    sf_packet_describe(reader->packet, &event->packet);
}

/// True when the index of a stream names bytes that the file does not have.
static bool sf_index_beyond(const sf_ffmpeg_reader *reader, int stream, int64_t size) {
    if (stream < 0)
        return false;
    AVStream *indexed = reader->format->streams[stream];
    int count = avformat_index_get_entries_count(indexed);
    for (int i = count - 1; i >= 0; i--) {
        const AVIndexEntry *entry = avformat_index_get_entry(indexed, i);
        if (entry && entry->pos >= 0 && entry->pos > size - entry->size)
            return true;
    }
    return false;
}

static void sf_end_event(sf_ffmpeg_reader *reader, sf_ffmpeg_event *event) {
    int64_t size = sf_io_size(reader->io.fd);
    bool beyond = sf_index_beyond(reader, reader->video, size) || sf_index_beyond(reader, reader->audio, size);
    *event = (sf_ffmpeg_event){.kind = SF_FFMPEG_END, .cut_short = reader->cut_short || beyond};
}

/// True for a packet that stops where the file does: what is left of it would decode to a broken picture.
static bool sf_is_torn(const sf_ffmpeg_reader *reader) {
    return (reader->packet->flags & AV_PKT_FLAG_CORRUPT) &&
           avio_tell(reader->pb) >= sf_io_size(reader->io.fd);
}

/// True when a packet that cannot be decoded is the last one of a broadcast, which does not say how long it is: the
/// recording was cut off in it.
///
/// With several threads damage a few pictures before the end comes up there too; then these are left out with it.
static bool sf_is_cut(sf_ffmpeg_reader *reader) {
    const char *name = reader->format->iformat->name;
    if (strcmp(name, "mpegts") && strcmp(name, "mpeg"))
        return false;
    return reader->draining || !sf_has_more_pictures(reader);
}

static int sf_drain(sf_ffmpeg_reader *reader) {
    reader->draining = true;
    return avcodec_send_packet(reader->decoder, NULL);
}

/// Reads one packet into `reader->packet`, already routed: 0 video was sent, 1 sound is there, or an AVERROR.
static int sf_advance(sf_ffmpeg_reader *reader) {
    AVPacket *packet = reader->packet;
    int code = sf_read_packet(reader, packet);
    if (code == AVERROR(EAGAIN))
        return 0;
    if (code < 0) {
        if (reader->io.failure)
            return code;
        reader->cut_short |= code != AVERROR_EOF;
        return sf_drain(reader);
    }
    if (packet->stream_index != reader->video && packet->stream_index != reader->audio)
        return 0;
    if (sf_is_torn(reader)) {
        reader->cut_short = true;
        return 0;
    }
    if (av_packet_get_side_data(packet, AV_PKT_DATA_ENCRYPTION_INFO, NULL))
        return AVERROR_EXTERNAL;
    if (packet->stream_index == reader->audio)
        return 1;
    return avcodec_send_packet(reader->decoder, packet);
}

/// What became of an error: the end, where the recording was cut off there.
static int32_t sf_step_failed(sf_ffmpeg_reader *reader, int code, sf_ffmpeg_event *event, sf_ffmpeg_error *error) {
    if (code == AVERROR_EXTERNAL)
        return sf_fail_status(error, SF_FFMPEG_ENCRYPTED, 0, "the samples are encrypted");
    if (code == AVERROR_INVALIDDATA && reader->has_first && !reader->io.failure && sf_is_cut(reader)) {
        reader->cut_short = true;
        sf_end_event(reader, event);
        return SF_FFMPEG_OK;
    }
    return sf_fail_io(error, &reader->io, code, "decoding");
}

int32_t sf_ffmpeg_reader_step(sf_ffmpeg_reader *reader, sf_ffmpeg_event *event, sf_ffmpeg_error *error) {
    for (;;) {
        int code = avcodec_receive_frame(reader->decoder, reader->frame);
        if (code >= 0) {
            sf_picture_event(reader, event);
            return SF_FFMPEG_OK;
        }
        if (code == AVERROR_EOF) {
            sf_end_event(reader, event);
            return SF_FFMPEG_OK;
        }
        if (code != AVERROR(EAGAIN))
            return sf_step_failed(reader, code, event, error);
        if (reader->draining)
            return sf_fail(error, AVERROR_BUG, "the decoder asks for data after the end");
        av_packet_unref(reader->packet);
        code = sf_advance(reader);
        if (code == 1) {
            sf_sound_event(reader, event);
            return SF_FFMPEG_OK;
        }
        if (code < 0)
            return sf_step_failed(reader, code, event, error);
    }
}
