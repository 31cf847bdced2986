#include "COpenCV.h"

#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include <opencv2/core.hpp>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/dnn.hpp>

struct sf_opencv_network {
    cv::dnn::Net net;
    int width;
    int height;
};

namespace {

int32_t fail(sf_opencv_error *error, int32_t code, const char *message) noexcept {
    error->code = code;
    std::snprintf(error->message, sizeof error->message, "%s", message);
    return code;
}

/// Runs `body` so that no exception leaves the shim: Swift frames cannot be unwound.
template <typename Body> int32_t guarded(sf_opencv_error *error, Body body) noexcept {
    try {
        return body();
    } catch (const cv::Exception &e) {
        return fail(error, e.code < 0 ? e.code : SF_OPENCV_OTHER, e.err.c_str());
    } catch (const std::exception &e) {
        return fail(error, SF_OPENCV_OTHER, e.what());
    } catch (...) {
        return fail(error, SF_OPENCV_OTHER, "an exception of unknown kind");
    }
}

/// The model's output names and their planes, in the order of sf_opencv_outputs. Source: centerface.onnx.
const char *const output_names[4] = {"537", "538", "539", "540"};
constexpr size_t output_planes[4] = {1, 2, 2, 10};

int quiet(int, const char *, const char *, const char *, int, void *) { return 0; }

int32_t copy_outputs(const std::vector<cv::Mat> &results, const sf_opencv_outputs *outputs,
                     sf_opencv_error *error) {
    float *const targets[4] = {outputs->heat, outputs->size, outputs->offset, outputs->landmarks};
    if (results.size() != 4) return fail(error, SF_OPENCV_SHAPE, "the model does not have the four outputs");
    for (size_t i = 0; i < 4; i++) {
        const cv::Mat &result = results[i];
        const size_t count = output_planes[i] * outputs->cells;
        if (result.type() != CV_32F || !result.isContinuous() || result.total() != count)
            return fail(error, SF_OPENCV_SHAPE, "an output has another shape");
        std::memcpy(targets[i], result.ptr<float>(), count * sizeof(float));
    }
    return 0;
}

} // namespace

extern "C" int32_t sf_opencv_configure(int32_t threads, sf_opencv_error *error) {
    return guarded(error, [&]() -> int32_t {
        cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
        cv::redirectError(quiet);
        cv::setNumThreads(threads);
        return 0;
    });
}

extern "C" int32_t sf_opencv_open(const uint8_t *model, size_t model_bytes, int32_t width, int32_t height,
                                  sf_opencv_network **network, sf_opencv_error *error) {
    *network = nullptr;
    return guarded(error, [&]() -> int32_t {
        cv::dnn::Net net = cv::dnn::readNetFromONNX(reinterpret_cast<const char *>(model), model_bytes);
        if (net.empty()) return fail(error, SF_OPENCV_SHAPE, "the model is empty");
        net.setPreferableBackend(cv::dnn::DNN_BACKEND_OPENCV);
        net.setPreferableTarget(cv::dnn::DNN_TARGET_CPU);
        *network = new sf_opencv_network{net, width, height};
        return 0;
    });
}

extern "C" int32_t sf_opencv_infer(sf_opencv_network *network, const uint8_t *rgb,
                                   const sf_opencv_outputs *outputs, sf_opencv_error *error) {
    return guarded(error, [&]() -> int32_t {
        // The header only reads the caller's memory; the blob made from it is OpenCV's own copy.
        const cv::Mat picture(network->height, network->width, CV_8UC3, const_cast<uint8_t *>(rgb));
        const cv::Mat blob = cv::dnn::blobFromImage(picture, 1.0, cv::Size(), cv::Scalar(), false, false);
        network->net.setInput(blob);
        std::vector<cv::Mat> results;
        const std::vector<std::string> names(output_names, output_names + 4);
        network->net.forward(results, names);
        return copy_outputs(results, outputs, error);
    });
}

extern "C" void sf_opencv_close(sf_opencv_network *network) { delete network; }

extern "C" const char *sf_opencv_version(void) {
    // The library that was loaded, which need not be the one whose headers were there. Fixed room: no exception.
    static char version[32];
    std::snprintf(version, sizeof version, "%d.%d.%d", cv::getVersionMajor(), cv::getVersionMinor(),
                  cv::getVersionRevision());
    return version;
}
