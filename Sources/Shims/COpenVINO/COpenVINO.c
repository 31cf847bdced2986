#include "COpenVINO.h"
#include "runtime.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if SF_OPENVINO_BUILT

struct sf_openvino_session {
    sf_openvino_functions ov;
    ov_core_t *core;
    ov_model_t *model;
    char version[64];
};

struct sf_openvino_network {
    const sf_openvino_functions *ov;
    ov_compiled_model_t *compiled;
    ov_infer_request_t *request;
    int64_t width;
    int64_t height;
};

/// The model's output names and their planes, in the order of sf_openvino_outputs. Source: centerface.onnx.
static const char *const output_names[4] = {"537", "538", "539", "540"};
static const size_t output_planes[4] = {1, 2, 2, 10};

/// Copies the library's own message; it is one buffer per thread, so this comes right after the failed call.
static int32_t failed(const sf_openvino_functions *ov, int32_t status, const char *call,
                      sf_openvino_error *error) {
    const char *reason = ov->ov_get_last_err_msg();
    sf_openvino_fail(error, status, call, reason ? reason : "");
    if (reason) ov->ov_free(reason);
    return status;
}

#define TRY(call)                                                                                            \
    do {                                                                                                     \
        int32_t status_ = (int32_t)(ov->call);                                                               \
        if (status_ != 0) {                                                                                  \
            result = failed(ov, status_, #call, error);                                                      \
            goto done;                                                                                       \
        }                                                                                                    \
    } while (0)

/// Sets the shape of the model's only input.
static int32_t reshape(const sf_openvino_functions *ov, const ov_model_t *model, const int64_t dims[4],
                       sf_openvino_error *error) {
    int32_t result = 0;
    ov_partial_shape_t shape;
    memset(&shape, 0, sizeof shape);
    TRY(ov_partial_shape_create_static(4, dims, &shape));
    TRY(ov_model_reshape_single_input(model, shape));
done:
    ov->ov_partial_shape_free(&shape);
    return result;
}

/// Checks that the model has one input and the four named outputs.
static int32_t check_model(const sf_openvino_functions *ov, const ov_model_t *model, sf_openvino_error *error) {
    size_t inputs = 0;
    if (ov->ov_model_inputs_size(model, &inputs) != 0 || inputs != 1)
        return sf_openvino_fail(error, SF_OPENVINO_MODEL, "the model does not have one input", "");
    for (int i = 0; i < 4; i++) {
        ov_output_const_port_t *port = NULL;
        if (ov->ov_model_const_output_by_name(model, output_names[i], &port) != 0)
            return sf_openvino_fail(error, SF_OPENVINO_MODEL, "the model has no output", output_names[i]);
        ov->ov_output_const_port_free(port);
    }
    return 0;
}

/// Makes the model take 8-bit interleaved pictures, so that conversion happens inside and nothing is copied.
static int32_t add_preprocessing(const sf_openvino_functions *ov, ov_model_t **model, sf_openvino_error *error) {
    int32_t result = 0;
    ov_preprocess_prepostprocessor_t *steps = NULL;
    ov_preprocess_input_info_t *input = NULL;
    ov_preprocess_input_tensor_info_t *tensor = NULL;
    ov_preprocess_input_model_info_t *inner = NULL;
    ov_layout_t *outside = NULL, *inside = NULL;
    ov_model_t *built = NULL;
    TRY(ov_preprocess_prepostprocessor_create(*model, &steps));
    TRY(ov_preprocess_prepostprocessor_get_input_info_by_index(steps, 0, &input));
    TRY(ov_preprocess_input_info_get_tensor_info(input, &tensor));
    TRY(ov_preprocess_input_tensor_info_set_element_type(tensor, U8));
    TRY(ov_layout_create("NHWC", &outside));
    TRY(ov_preprocess_input_tensor_info_set_layout(tensor, outside));
    TRY(ov_preprocess_input_info_get_model_info(input, &inner));
    TRY(ov_layout_create("NCHW", &inside));
    TRY(ov_preprocess_input_model_info_set_layout(inner, inside));
    TRY(ov_preprocess_prepostprocessor_build(steps, &built));
    ov->ov_model_free(*model);
    *model = built;
done:
    if (inside) ov->ov_layout_free(inside);
    if (outside) ov->ov_layout_free(outside);
    if (inner) ov->ov_preprocess_input_model_info_free(inner);
    if (tensor) ov->ov_preprocess_input_tensor_info_free(tensor);
    if (input) ov->ov_preprocess_input_info_free(input);
    if (steps) ov->ov_preprocess_prepostprocessor_free(steps);
    return result;
}

static void read_version(sf_openvino_session *session) {
    ov_version_t version = {0};
    if (session->ov.ov_get_openvino_version(&version) == 0 && version.buildNumber)
        snprintf(session->version, sizeof session->version, "%s", version.buildNumber);
    session->ov.ov_version_free(&version);
}

int32_t sf_openvino_open(const char *folder, const uint8_t *model, size_t model_bytes,
                         sf_openvino_session **session, sf_openvino_error *error) {
    *session = NULL;
    sf_openvino_session *made = calloc(1, sizeof *made);
    if (!made) return sf_openvino_fail(error, SF_OPENVINO_MEMORY, "out of memory", "");
    const sf_openvino_functions *ov = &made->ov;
    int32_t result = sf_openvino_load(folder, &made->ov, error);
    if (result != 0) {
        free(made);
        return result;
    }
    read_version(made);
    TRY(ov_core_create(&made->core));
    TRY(ov_core_read_model_from_memory_buffer(made->core, (const char *)model, model_bytes, NULL, &made->model));
    if ((result = check_model(ov, made->model, error)) != 0) goto done;
    // The file says 10 x 3 x 32 x 32; the batch is one picture from here on.
    if ((result = reshape(ov, made->model, (const int64_t[]){1, 3, 32, 32}, error)) != 0) goto done;
    result = add_preprocessing(ov, &made->model, error);
done:
    if (result != 0)
        sf_openvino_close(made);
    else
        *session = made;
    return result;
}

const char *sf_openvino_version(const sf_openvino_session *session) { return session->version; }

void sf_openvino_close(sf_openvino_session *session) {
    if (!session) return;
    if (session->model) session->ov.ov_model_free(session->model);
    if (session->core) session->ov.ov_core_free(session->core);
    free(session);
}

int32_t sf_openvino_compile(sf_openvino_session *session, int32_t width, int32_t height, int32_t threads,
                            sf_openvino_network **network, sf_openvino_error *error) {
    *network = NULL;
    const sf_openvino_functions *ov = &session->ov;
    sf_openvino_network *made = calloc(1, sizeof *made);
    if (!made) return sf_openvino_fail(error, SF_OPENVINO_MEMORY, "out of memory", "");
    made->ov = ov;
    made->width = width;
    made->height = height;
    char thread_count[16];
    snprintf(thread_count, sizeof thread_count, "%d", threads);
    const ov_property_t properties[] = {
        {"PERFORMANCE_HINT", "LATENCY"},
        {"NUM_STREAMS", "1"},
        {"INFERENCE_NUM_THREADS", thread_count},
        // Every detector process would be pinned to the same first core.
        {"ENABLE_CPU_PINNING", "NO"},
        // A CPU with bf16 would use it on its own: the same picture must give the same boxes on every machine.
        {"INFERENCE_PRECISION_HINT", "f32"},
    };
    const int64_t dims[4] = {1, height, width, 3};
    int32_t result = reshape(ov, session->model, dims, error);
    if (result != 0) goto done;
    TRY(ov_core_compile_model_props(session->core, session->model, "CPU",
                                    sizeof properties / sizeof properties[0], properties, &made->compiled));
    TRY(ov_compiled_model_create_infer_request(made->compiled, &made->request));
done:
    if (result != 0)
        sf_openvino_network_close(made);
    else
        *network = made;
    return result;
}

/// Copies one output; refuses one that is not `count` 32-bit floats.
static int32_t copy_output(const sf_openvino_network *network, const char *name, float *values, size_t count,
                           sf_openvino_error *error) {
    const sf_openvino_functions *ov = network->ov;
    int32_t result = 0;
    ov_tensor_t *tensor = NULL;
    ov_element_type_e type = DYNAMIC;
    size_t size = 0;
    void *data = NULL;
    TRY(ov_infer_request_get_tensor(network->request, name, &tensor));
    TRY(ov_tensor_get_size(tensor, &size));
    TRY(ov_tensor_get_element_type(tensor, &type));
    TRY(ov_tensor_data(tensor, &data));
    if (type != F32 || size != count || !data)
        result = sf_openvino_fail(error, SF_OPENVINO_SHAPE, "an output has another shape", name);
    else
        memcpy(values, data, count * sizeof(float));
done:
    if (tensor) ov->ov_tensor_free(tensor);
    return result;
}

int32_t sf_openvino_infer(sf_openvino_network *network, const uint8_t *rgb,
                          const sf_openvino_outputs *outputs, sf_openvino_error *error) {
    const sf_openvino_functions *ov = network->ov;
    int32_t result = 0;
    ov_tensor_t *tensor = NULL;
    ov_shape_t shape = {0};
    const int64_t dims[4] = {1, network->height, network->width, 3};
    float *const targets[4] = {outputs->heat, outputs->size, outputs->offset, outputs->landmarks};
    TRY(ov_shape_create(4, dims, &shape));
    // The runtime wants a mutable pointer but only reads an input. It stays set in the request after the call
    // and is replaced before the next run, so it is never read once the caller has its picture back.
    TRY(ov_tensor_create_from_host_ptr(U8, shape, (void *)rgb, &tensor));
    TRY(ov_infer_request_set_input_tensor(network->request, tensor));
    TRY(ov_infer_request_infer(network->request));
    for (int i = 0; i < 4 && result == 0; i++)
        result = copy_output(network, output_names[i], targets[i], output_planes[i] * outputs->cells, error);
done:
    if (tensor) ov->ov_tensor_free(tensor);
    if (shape.dims) ov->ov_shape_free(&shape);
    return result;
}

void sf_openvino_network_close(sf_openvino_network *network) {
    if (!network) return;
    if (network->request) network->ov->ov_infer_request_free(network->request);
    if (network->compiled) network->ov->ov_compiled_model_free(network->compiled);
    free(network);
}

#else

static int32_t not_built(sf_openvino_error *error) {
    error->code = SF_OPENVINO_NOT_BUILT;
    snprintf(error->message, sizeof error->message, "built without the runtime's headers");
    return SF_OPENVINO_NOT_BUILT;
}

int32_t sf_openvino_open(const char *folder, const uint8_t *model, size_t model_bytes,
                         sf_openvino_session **session, sf_openvino_error *error) {
    (void)folder, (void)model, (void)model_bytes;
    *session = NULL;
    return not_built(error);
}

const char *sf_openvino_version(const sf_openvino_session *session) {
    (void)session;
    return "";
}

void sf_openvino_close(sf_openvino_session *session) { (void)session; }

int32_t sf_openvino_compile(sf_openvino_session *session, int32_t width, int32_t height, int32_t threads,
                            sf_openvino_network **network, sf_openvino_error *error) {
    (void)session, (void)width, (void)height, (void)threads;
    *network = NULL;
    return not_built(error);
}

int32_t sf_openvino_infer(sf_openvino_network *network, const uint8_t *rgb,
                          const sf_openvino_outputs *outputs, sf_openvino_error *error) {
    (void)network, (void)rgb, (void)outputs;
    return not_built(error);
}

void sf_openvino_network_close(sf_openvino_network *network) { (void)network; }

#endif
