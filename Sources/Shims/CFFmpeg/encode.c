// Pictures into the encoder, packets out of it, and packets of sound beside them.
#include "writer_internal.h"

#include <libavutil/mem.h>
#include <string.h>

/// Takes the duration that was given with the picture of this time.
static int64_t sf_take_duration(sf_ffmpeg_writer *writer, int64_t ticks) {
    for (int i = 0; i < writer->pending_count; i++) {
        if (writer->pending[i].ticks != ticks)
            continue;
        int64_t duration = writer->pending[i].duration;
        writer->pending_count--;
        memmove(&writer->pending[i], &writer->pending[i + 1],
                (size_t)(writer->pending_count - i) * sizeof *writer->pending);
        return duration;
    }
    return -1;
}

static int sf_mux_filtered(sf_ffmpeg_writer *writer) {
    AVPacket *packet = writer->packet;
    int code;
    while ((code = av_bsf_receive_packet(writer->filter, packet)) >= 0) {
        packet->stream_index = 0;
        av_packet_rescale_ts(packet, writer->encoder->time_base, writer->format->streams[0]->time_base);
        code = av_interleaved_write_frame(writer->format, packet);
        if (code < 0)
            return code;
    }
    return code == AVERROR(EAGAIN) || code == AVERROR_EOF ? 0 : code;
}

int sf_writer_drain(sf_ffmpeg_writer *writer) {
    AVPacket *packet = writer->packet;
    int code;
    while ((code = avcodec_receive_packet(writer->encoder, packet)) >= 0) {
        packet->duration = sf_take_duration(writer, packet->pts);
        // A time that no picture had means the encoder did not keep the times it was given.
        code = packet->duration < 0 ? AVERROR_BUG : av_bsf_send_packet(writer->filter, packet);
        if (code >= 0)
            code = sf_mux_filtered(writer);
        if (code < 0) {
            av_packet_unref(packet);
            return code;
        }
    }
    return code == AVERROR(EAGAIN) || code == AVERROR_EOF ? 0 : code;
}

static void sf_keep_memory(void *opaque, uint8_t *data) { (void)opaque, (void)data; }

/// Points `writer->frame` at the caller's planes without a copy; unref'd before the call ends.
static int sf_lend(sf_ffmpeg_writer *writer, const uint8_t *base, const sf_ffmpeg_layout *layout) {
    AVFrame *frame = writer->frame;
    const size_t offsets[3] = {layout->offset0, layout->offset1, layout->offset2};
    const ptrdiff_t strides[3] = {layout->stride0, layout->stride1, layout->stride2};
    frame->format = sf_pixel_format(layout->format);
    frame->width = layout->width;
    frame->height = layout->height;
    int planes = av_pix_fmt_count_planes(frame->format);
    // The encoders here read and copy; the cast drops a const that FFmpeg's types cannot express.
    uint8_t *bytes = (uint8_t *)(uintptr_t)base;
    size_t size = 0;
    for (int i = 0; i < planes; i++) {
        frame->data[i] = bytes + offsets[i];
        frame->linesize[i] = (int)strides[i];
        size = FFMAX(size, offsets[i] + (size_t)strides[i] * (size_t)layout->height);
    }
    frame->buf[0] = av_buffer_create(bytes, size, sf_keep_memory, NULL, AV_BUFFER_FLAG_READONLY);
    return frame->buf[0] ? 0 : AVERROR(ENOMEM);
}

static void sf_repeat_chroma(AVFrame *to, const AVFrame *from, int shift_x, int shift_y, int bytes) {
    for (int plane = 1; plane < 3; plane++)
        for (int y = 0; y < to->height; y++) {
            uint8_t *out = to->data[plane] + (ptrdiff_t)y * to->linesize[plane];
            const uint8_t *in = from->data[plane] + (ptrdiff_t)(y >> shift_y) * from->linesize[plane];
            for (int x = 0; x < to->width; x++)
                memcpy(out + x * bytes, in + (x >> shift_x) * bytes, (size_t)bytes);
        }
}

/// Makes `writer->expanded` the lent picture with one chroma sample per pixel.
static int sf_expand(sf_ffmpeg_writer *writer) {
    const AVPixFmtDescriptor *descriptor = av_pix_fmt_desc_get(writer->frame->format);
    if (!writer->expanded) {
        writer->expanded = av_frame_alloc();
        if (!writer->expanded)
            return AVERROR(ENOMEM);
        writer->expanded->format = writer->encoder->pix_fmt;
        writer->expanded->width = writer->encoder->width;
        writer->expanded->height = writer->encoder->height;
        int code = av_frame_get_buffer(writer->expanded, 0);
        if (code < 0)
            return code;
    }
    int code = av_frame_make_writable(writer->expanded);
    if (code < 0)
        return code;
    AVFrame *to = writer->expanded;
    av_image_copy_plane(to->data[0], to->linesize[0], writer->frame->data[0], writer->frame->linesize[0],
                        to->width * descriptor->comp[0].step, to->height);
    sf_repeat_chroma(to, writer->frame, descriptor->log2_chroma_w, descriptor->log2_chroma_h,
                     descriptor->comp[0].step);
    return 0;
}

static int sf_send(sf_ffmpeg_writer *writer, AVFrame *frame, int64_t ticks, int64_t duration) {
    const AVCodecContext *encoder = writer->encoder;
    frame->pts = ticks;
    frame->pict_type = AV_PICTURE_TYPE_NONE;
    frame->colorspace = encoder->colorspace;
    frame->color_range = encoder->color_range;
    frame->color_primaries = encoder->color_primaries;
    frame->color_trc = encoder->color_trc;
    frame->chroma_location = encoder->chroma_sample_location;
    frame->sample_aspect_ratio = encoder->sample_aspect_ratio;
    frame->interlaced_frame = (encoder->flags & AV_CODEC_FLAG_INTERLACED_DCT) != 0;
    frame->top_field_first = encoder->field_order == AV_FIELD_TT;
    if (writer->pending_count == SF_PENDING)
        return AVERROR_BUG;
    writer->pending[writer->pending_count++] = (sf_pending){ticks, duration};
    int code = avcodec_send_frame(writer->encoder, frame);
    return code < 0 ? code : sf_writer_drain(writer);
}

int32_t sf_ffmpeg_writer_picture(sf_ffmpeg_writer *writer, const uint8_t *base, const sf_ffmpeg_layout *layout,
                                 int64_t ticks, int64_t duration, sf_ffmpeg_error *error) {
    if (writer->finished || layout->width != writer->encoder->width || layout->height != writer->encoder->height)
        return sf_fail_status(error, SF_FFMPEG_ARGUMENT, 0, "encoding a picture");
    bool expand = sf_pixel_format(layout->format) != writer->encoder->pix_fmt;
    int code = sf_lend(writer, base, layout);
    if (code >= 0 && expand)
        code = sf_expand(writer);
    if (code >= 0)
        code = sf_send(writer, expand ? writer->expanded : writer->frame, ticks, duration);
    // The memory goes back to the caller now, so nobody may still hold a reference to it.
    if (code >= 0 && av_buffer_get_ref_count(writer->frame->buf[0]) != 1)
        code = AVERROR_BUG;
    av_frame_unref(writer->frame);
    if (code >= 0 && writer->io.failure)
        code = AVERROR(writer->io.failure);
    return code < 0 ? sf_fail_io(error, &writer->io, code, "encoding a picture") : SF_FFMPEG_OK;
}

int32_t sf_ffmpeg_writer_sound(sf_ffmpeg_writer *writer, const sf_ffmpeg_packet *packet, sf_ffmpeg_error *error) {
    if (writer->finished || writer->format->nb_streams < 2 || packet->size > INT32_MAX / 2)
        return sf_fail_status(error, SF_FFMPEG_ARGUMENT, 0, "writing sound");
    int code = sf_packet_fill(writer->packet, packet);
    if (code >= 0) {
        writer->packet->stream_index = 1;
        av_packet_rescale_ts(writer->packet, writer->audio_time_base, writer->format->streams[1]->time_base);
        if (packet->has_pts)
            writer->packet->pts += writer->audio_delay;
        if (packet->has_dts)
            writer->packet->dts += writer->audio_delay;
        code = av_interleaved_write_frame(writer->format, writer->packet);
    }
    av_packet_unref(writer->packet);
    if (code >= 0 && writer->io.failure)
        code = AVERROR(writer->io.failure);
    return code < 0 ? sf_fail_io(error, &writer->io, code, "writing sound") : SF_FFMPEG_OK;
}
