// OpenCV's dnn module behind a C interface: the engine that Debian brings along.
//
// Purpose: run the detector's ONNX network over one packed picture.
// Must not know: faces, scores, which sizes are worth keeping.
// Known limits: OpenCV 4.6 gives wrong heat maps once a net sees a second input size, so a net is bound to one.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma clang assume_nonnull begin

/// What went wrong in a call: OpenCV's code, or `SF_OPENCV_...`, and its own words.
typedef struct {
    int32_t code;
    char message[256];
} sf_opencv_error;

/// The failure was no OpenCV exception (out of memory, for one).
#define SF_OPENCV_OTHER (-1001)
/// The model does not have the four outputs asked for, or one has another number of values.
#define SF_OPENCV_SHAPE (-1002)

/// A network bound to one picture size.
typedef struct sf_opencv_network sf_opencv_network;

/// Where the four outputs go.
///
/// Shape: planes of `cells` = width / 4 * height / 4 values: heat 1, size 2, offset 2, landmarks 10 planes.
typedef struct {
    float *heat;
    float *size;
    float *offset;
    float *landmarks;
    size_t cells;
} sf_opencv_outputs;

/// Sets the number of CPU threads of all networks of this process, and silences OpenCV's own log.
int32_t sf_opencv_configure(int32_t threads, sf_opencv_error *error);

/// Reads an ONNX model from memory for pictures of `width` x `height` (multiples of 32).
///
/// Owns: `*network` is the caller's; `model` is not kept.
int32_t sf_opencv_open(const uint8_t *model, size_t model_bytes, int32_t width, int32_t height,
                       sf_opencv_network *_Nullable *_Nonnull network, sf_opencv_error *error);

/// Runs the network over one picture.
///
/// Shape: `rgb` is height x width x 3 bytes without gaps.
/// Owns: reads `rgb` and writes the outputs during the call only.
int32_t sf_opencv_infer(sf_opencv_network *network, const uint8_t *rgb, const sf_opencv_outputs *outputs,
                        sf_opencv_error *error);

void sf_opencv_close(sf_opencv_network *_Nullable network);

/// The version of the OpenCV library that runs, e.g. "4.6.0"; never freed.
const char *sf_opencv_version(void);

#pragma clang assume_nonnull end
#ifdef __cplusplus
}
#endif
