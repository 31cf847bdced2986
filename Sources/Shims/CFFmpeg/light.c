// Mastering display and content light: from a stream or its pictures to plain numbers, and back to a stream.
//
// They are written into the container only. Encoders would repeat them inside the stream, but those parts of a stream
// can hold anything and are all taken out.
#include "internal.h"

#include <libavutil/mastering_display_metadata.h>
#include <libavutil/mem.h>

static void sf_put_ratio(int32_t *to, AVRational ratio) { to[0] = ratio.num, to[1] = ratio.den; }

static AVRational sf_ratio(const int32_t *from) { return (AVRational){from[0], from[1]}; }

static const void *sf_light_data(const AVStream *stream, const AVFrame *frame, enum AVPacketSideDataType outer,
                                 enum AVFrameSideDataType inner, size_t least) {
    size_t size = 0;
    const uint8_t *data = av_stream_get_side_data(stream, outer, &size);
    if (data && size >= least)
        return data;
    const AVFrameSideData *side = av_frame_get_side_data(frame, inner);
    return side && side->size >= least ? side->data : NULL;
}

void sf_light_read(const AVStream *stream, const AVFrame *frame, sf_ffmpeg_light *out) {
    const AVMasteringDisplayMetadata *mastering =
        sf_light_data(stream, frame, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA,
                      sizeof *mastering);
    if (mastering && mastering->has_primaries && mastering->has_luminance) {
        out->has_mastering = 1;
        for (int colour = 0; colour < 3; colour++)
            for (int axis = 0; axis < 2; axis++)
                sf_put_ratio(&out->mastering[4 * colour + 2 * axis], mastering->display_primaries[colour][axis]);
        sf_put_ratio(&out->mastering[12], mastering->white_point[0]);
        sf_put_ratio(&out->mastering[14], mastering->white_point[1]);
        sf_put_ratio(&out->mastering[16], mastering->min_luminance);
        sf_put_ratio(&out->mastering[18], mastering->max_luminance);
    }
    const AVContentLightMetadata *content = sf_light_data(
        stream, frame, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL, sizeof *content);
    if (content) {
        out->has_content = 1;
        out->most_light = content->MaxCLL;
        out->most_average = content->MaxFALL;
    }
}

static int sf_write_mastering(AVStream *stream, const sf_ffmpeg_light *light) {
    AVMasteringDisplayMetadata *mastering = av_mastering_display_metadata_alloc();
    if (!mastering)
        return AVERROR(ENOMEM);
    mastering->has_primaries = mastering->has_luminance = 1;
    for (int colour = 0; colour < 3; colour++)
        for (int axis = 0; axis < 2; axis++)
            mastering->display_primaries[colour][axis] = sf_ratio(&light->mastering[4 * colour + 2 * axis]);
    mastering->white_point[0] = sf_ratio(&light->mastering[12]);
    mastering->white_point[1] = sf_ratio(&light->mastering[14]);
    mastering->min_luminance = sf_ratio(&light->mastering[16]);
    mastering->max_luminance = sf_ratio(&light->mastering[18]);
    int code = av_stream_add_side_data(stream, AV_PKT_DATA_MASTERING_DISPLAY_METADATA, (uint8_t *)mastering,
                                       sizeof *mastering);
    if (code < 0)
        av_free(mastering);
    return code;
}

int sf_light_write(AVStream *stream, const sf_ffmpeg_light *light) {
    int code = light->has_mastering ? sf_write_mastering(stream, light) : 0;
    if (code < 0 || !light->has_content)
        return code;
    size_t size = 0;
    AVContentLightMetadata *content = av_content_light_metadata_alloc(&size);
    if (!content)
        return AVERROR(ENOMEM);
    content->MaxCLL = light->most_light;
    content->MaxFALL = light->most_average;
    code = av_stream_add_side_data(stream, AV_PKT_DATA_CONTENT_LIGHT_LEVEL, (uint8_t *)content, size);
    if (code < 0)
        av_free(content);
    return code;
}
