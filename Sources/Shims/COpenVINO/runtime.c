#include "runtime.h"

#if SF_OPENVINO_BUILT

#include <dlfcn.h>
#include <stdio.h>

int32_t sf_openvino_fail(sf_openvino_error *error, int32_t code, const char *message, const char *detail) {
    error->code = code;
    snprintf(error->message, sizeof error->message, "%s%s%s", message, detail[0] ? ": " : "", detail);
    return code;
}

/// Opens `folder/first`, or `folder/second` where there is no such file; the last reason stays with dlerror.
static void *open_either(const char *folder, const char *first, const char *second) {
    char path[4096];
    if (snprintf(path, sizeof path, "%s/%s", folder, first) >= (int)sizeof path) return NULL;
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library) return library;
    if (snprintf(path, sizeof path, "%s/%s", folder, second) >= (int)sizeof path) return NULL;
    return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

int32_t sf_openvino_load(const char *folder, sf_openvino_functions *functions, sf_openvino_error *error) {
    // In the order in which they need each other: a library already loaded satisfies the next by its name,
    // whatever run path it was built with. None is ever closed: the runtime keeps threads and static state.
    static const char *const names[3][2] = {
        {"libtbb.so.12", "libtbb.so"},
        {"libopenvino.so.2641", "libopenvino.so"},
        {"libopenvino_c.so.2641", "libopenvino_c.so"},
    };
    void *library = NULL;
    for (int i = 0; i < 3; i++) {
        library = open_either(folder, names[i][0], names[i][1]);
        if (!library) {
            const char *reason = dlerror();
            return sf_openvino_fail(error, SF_OPENVINO_LIBRARY, "cannot open a library", reason ? reason : "");
        }
    }
#define X(name)                                                                                              \
    functions->name = (__typeof__(&name))dlsym(library, #name);                                              \
    if (!functions->name) return sf_openvino_fail(error, SF_OPENVINO_LIBRARY, "no such function", #name);
    SF_OPENVINO_FUNCTIONS(X)
#undef X
    return 0;
}

#else
typedef int sf_openvino_runtime_not_built;
#endif
