// Packets read before they are asked for, and why: to describe sound that nobody described, and to see whether anything
// follows on damage.
//
// AAC as broadcasts carry it: a head of 7 or 9 bytes before every packet, and no description of the stream. Other
// containers want it the other way round, so the heads are taken off and the first becomes the description.
#include "internal.h"

#include <libavutil/fifo.h>
#include <libavutil/mem.h>

// How far the first packet of sound is looked for. Source: a broadcast interleaves within seconds, some MiB.
#define SF_MOST_AHEAD 4096

/// The length of the head, or 0 where there is none. Source: ISO/IEC 13818-7, 6.2.
static int sf_adts_head(const AVPacket *packet) {
    if (packet->size < 9 || packet->data[0] != 0xFF || (packet->data[1] & 0xF6) != 0xF0)
        return 0;
    return packet->data[1] & 1 ? 7 : 9;
}

/// The AudioSpecificConfig that the head stands for; 0 where it describes no plain stream (channels listed elsewhere,
/// several frames in a packet). Source: ISO/IEC 14496-3, 1.6.2.1.
static int sf_adts_config(const AVPacket *packet) {
    const uint8_t *head = packet->data;
    const int object = (head[2] >> 6) + 1, rate = (head[2] >> 2) & 15;
    const int channels = (head[2] & 1) << 2 | head[3] >> 6, blocks = head[6] & 3;
    if (rate > 12 || channels == 0 || blocks)
        return 0;
    return object << 11 | rate << 7 | channels << 3;
}

static int sf_describe_adts(AVCodecParameters *parameters, int config) {
    parameters->extradata = av_mallocz(2 + AV_INPUT_BUFFER_PADDING_SIZE);
    if (!parameters->extradata)
        return AVERROR(ENOMEM);
    parameters->extradata_size = 2;
    AV_WB16(parameters->extradata, config);
    return 0;
}

/// Reads one packet into the store, which keeps it; `out` points to it. The store must be there.
static int sf_read_ahead(sf_ffmpeg_reader *reader, const AVPacket **out) {
    AVPacket *packet = av_packet_alloc();
    int code = packet ? av_read_frame(reader->format, packet) : AVERROR(ENOMEM);
    if (code >= 0)
        code = av_fifo_write(reader->ahead, &packet, 1);
    if (code < 0)
        av_packet_free(&packet);
    *out = packet;
    return code;
}

int sf_adts_prepare(sf_ffmpeg_reader *reader) {
    if (reader->audio < 0)
        return 0;
    AVCodecParameters *parameters = reader->format->streams[reader->audio]->codecpar;
    if (parameters->codec_id != AV_CODEC_ID_AAC || parameters->extradata_size)
        return 0;
    reader->ahead = av_fifo_alloc2(64, sizeof(AVPacket *), AV_FIFO_FLAG_AUTO_GROW);
    if (!reader->ahead)
        return AVERROR(ENOMEM);
    for (int i = 0; i < SF_MOST_AHEAD; i++) {
        const AVPacket *packet;
        int code = sf_read_ahead(reader, &packet);
        // The end, or damage: the reading proper comes upon it again.
        if (code < 0)
            return code == AVERROR(ENOMEM) ? code : 0;
        if (packet->stream_index != reader->audio)
            continue;
        const int config = sf_adts_head(packet) ? sf_adts_config(packet) : 0;
        reader->strips_adts = config != 0;
        return config ? sf_describe_adts(parameters, config) : 0;
    }
    return 0;
}

int sf_read_packet(sf_ffmpeg_reader *reader, AVPacket *packet) {
    AVPacket *early;
    if (reader->ahead && av_fifo_read(reader->ahead, &early, 1) >= 0) {
        av_packet_move_ref(packet, early);
        av_packet_free(&early);
    } else {
        int code = av_read_frame(reader->format, packet);
        if (code < 0)
            return code;
    }
    const int head = reader->strips_adts && packet->stream_index == reader->audio ? sf_adts_head(packet) : 0;
    packet->data += head;
    packet->size -= head;
    return 0;
}

bool sf_has_more_pictures(sf_ffmpeg_reader *reader) {
    if (!reader->ahead)
        reader->ahead = av_fifo_alloc2(64, sizeof(AVPacket *), AV_FIFO_FLAG_AUTO_GROW);
    AVPacket *waiting;
    for (size_t i = 0; reader->ahead && av_fifo_peek(reader->ahead, &waiting, 1, i) >= 0; i++)
        if (waiting->stream_index == reader->video)
            return true;
    for (int i = 0; reader->ahead && i < SF_MOST_AHEAD; i++) {
        const AVPacket *packet;
        int code = sf_read_ahead(reader, &packet);
        if (code < 0)
            return code != AVERROR_EOF;
        if (packet->stream_index == reader->video)
            return true;
    }
    // Not known: damage counts as damage.
    return true;
}

void sf_ahead_close(sf_ffmpeg_reader *reader) {
    AVPacket *packet;
    while (reader->ahead && av_fifo_read(reader->ahead, &packet, 1) >= 0)
        av_packet_free(&packet);
    av_fifo_freep2(&reader->ahead);
}
