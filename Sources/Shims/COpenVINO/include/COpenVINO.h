// OpenVINO's C interface, opened at run time from a given folder.
//
// Purpose: one network (CenterFace's four outputs), one size per compiled network, one thread of the caller.
// Must not know: faces, scores, which sizes are worth keeping.
// Known limits: the libraries stay loaded until the process ends (the runtime owns threads and static state);
// plugins are loaded by the first `sf_openvino_compile`, so a sandbox may close the file system only after it.
#pragma once

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// What went wrong in a call: the library's status, or `SF_OPENVINO_...`, and its own words.
typedef struct {
    int32_t code;
    char message[256];
} sf_openvino_error;

/// Built without the runtime's headers: no engine of this kind exists in this binary.
#define SF_OPENVINO_NOT_BUILT (-1001)
/// A library or one of its functions is not there.
#define SF_OPENVINO_LIBRARY (-1002)
/// The model does not have the one input and four outputs that are asked for.
#define SF_OPENVINO_MODEL (-1003)
#define SF_OPENVINO_MEMORY (-1004)
/// An output has another number of values than the caller made room for.
#define SF_OPENVINO_SHAPE (-1005)

/// The runtime with one model read.
typedef struct sf_openvino_session sf_openvino_session;
/// The model compiled for one picture size.
typedef struct sf_openvino_network sf_openvino_network;

/// Where the four outputs go.
///
/// Shape: planes of `cells` = width / 4 * height / 4 values: heat 1, size 2, offset 2, landmarks 10 planes.
typedef struct {
    float *heat;
    float *size;
    float *offset;
    float *landmarks;
    size_t cells;
} sf_openvino_outputs;

/// Opens the libraries in `folder` and reads an ONNX model from memory.
///
/// Owns: `*session` is the caller's, to be closed after its networks; `model` is not kept.
/// Errors: SF_OPENVINO_NOT_BUILT, SF_OPENVINO_LIBRARY, SF_OPENVINO_MODEL, or the library's status.
int32_t sf_openvino_open(const char *folder, const uint8_t *model, size_t model_bytes,
                         sf_openvino_session *_Nullable *_Nonnull session, sf_openvino_error *error);

/// The runtime's build number; valid as long as the session.
const char *sf_openvino_version(const sf_openvino_session *session);

void sf_openvino_close(sf_openvino_session *_Nullable session);

/// Compiles the model for packed RGB pictures of `width` x `height` (multiples of 32), `threads` CPU threads.
///
/// Owns: `*network` is the caller's, to be closed before the session.
int32_t sf_openvino_compile(sf_openvino_session *session, int32_t width, int32_t height, int32_t threads,
                            sf_openvino_network *_Nullable *_Nonnull network, sf_openvino_error *error);

/// Runs the network over one picture.
///
/// Shape: `rgb` is height x width x 3 bytes without gaps.
/// Owns: reads `rgb` and writes the outputs during the call only.
int32_t sf_openvino_infer(sf_openvino_network *network, const uint8_t *rgb,
                          const sf_openvino_outputs *outputs, sf_openvino_error *error);

void sf_openvino_network_close(sf_openvino_network *_Nullable network);

#pragma clang assume_nonnull end
