// The functions of OpenVINO's C interface that the shim calls, looked up by name.
#pragma once

#include "COpenVINO.h"

#if __has_include(<openvino/c/openvino.h>)
#define SF_OPENVINO_BUILT 1
#include <openvino/c/openvino.h>

// clang-format off
#define SF_OPENVINO_FUNCTIONS(X)                                                                              \
    X(ov_get_openvino_version) X(ov_version_free) X(ov_get_last_err_msg) X(ov_free)                           \
    X(ov_core_create) X(ov_core_free) X(ov_core_read_model_from_memory_buffer)                                \
    X(ov_core_compile_model_props) X(ov_model_free) X(ov_model_inputs_size)                                   \
    X(ov_model_reshape_single_input) X(ov_model_const_output_by_name) X(ov_output_const_port_free)            \
    X(ov_partial_shape_create_static) X(ov_partial_shape_free) X(ov_shape_create) X(ov_shape_free)            \
    X(ov_layout_create) X(ov_layout_free)                                                                     \
    X(ov_preprocess_prepostprocessor_create) X(ov_preprocess_prepostprocessor_free)                           \
    X(ov_preprocess_prepostprocessor_get_input_info_by_index) X(ov_preprocess_input_info_free)                \
    X(ov_preprocess_input_info_get_tensor_info) X(ov_preprocess_input_tensor_info_free)                       \
    X(ov_preprocess_input_tensor_info_set_element_type) X(ov_preprocess_input_tensor_info_set_layout)         \
    X(ov_preprocess_input_info_get_model_info) X(ov_preprocess_input_model_info_free)                         \
    X(ov_preprocess_input_model_info_set_layout) X(ov_preprocess_prepostprocessor_build)                      \
    X(ov_compiled_model_free) X(ov_compiled_model_create_infer_request) X(ov_infer_request_free)              \
    X(ov_infer_request_set_input_tensor) X(ov_infer_request_infer) X(ov_infer_request_get_tensor)             \
    X(ov_tensor_create_from_host_ptr) X(ov_tensor_get_size) X(ov_tensor_get_element_type)                     \
    X(ov_tensor_data) X(ov_tensor_free)
// clang-format on

/// One pointer per function, named as the function.
typedef struct {
#define X(name) __typeof__(&name) name;
    SF_OPENVINO_FUNCTIONS(X)
#undef X
} sf_openvino_functions;

/// Loads the libraries in `folder` and fills `functions`.
int32_t sf_openvino_load(const char *folder, sf_openvino_functions *functions, sf_openvino_error *error);

/// Writes a code and a message of our own; returns the code.
int32_t sf_openvino_fail(sf_openvino_error *error, int32_t code, const char *message, const char *detail);

#else
#define SF_OPENVINO_BUILT 0
#endif
