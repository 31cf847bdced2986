// Turning a picture upright in bounded memory: libvips decodes top to bottom, so a picture that must be turned is
// decoded once for every band of upright rows that fits the budget.
#include "internal.h"

typedef struct turn {
    int swaps_axes;
    int flips_columns;
    int flips_rows;
} turn;

/// Upright (x, y) is stored (column, row) = axes swapped if asked, then each counted from the far end if asked.
/// Source: EXIF 2.32, tag 0x0112.
static turn turn_of(int orientation) {
    static const turn turns[9] = {
        {0, 0, 0}, {0, 0, 0}, {0, 1, 0}, {0, 1, 1}, {0, 0, 1}, {1, 0, 0}, {1, 0, 1}, {1, 1, 1}, {1, 1, 0},
    };
    return turns[orientation >= 1 && orientation <= 8 ? orientation : 1];
}

static int apply_turn(VipsImage *in, int orientation, VipsImage **out) {
    VipsImage *turned = NULL;
    int status = -1;
    switch (orientation) {
    case 2: return vips_flip(in, out, VIPS_DIRECTION_HORIZONTAL, NULL);
    case 3: return vips_rot(in, out, VIPS_ANGLE_D180, NULL);
    case 4: return vips_flip(in, out, VIPS_DIRECTION_VERTICAL, NULL);
    case 6: return vips_rot(in, out, VIPS_ANGLE_D90, NULL);
    case 8: return vips_rot(in, out, VIPS_ANGLE_D270, NULL);
    case 5:
    case 7:
        if (vips_rot(in, &turned, orientation == 5 ? VIPS_ANGLE_D90 : VIPS_ANGLE_D270, NULL) == 0) {
            status = vips_flip(turned, out, VIPS_DIRECTION_HORIZONTAL, NULL);
        }
        sf_swap(&turned, NULL);
        return status;
    default: return vips_copy(in, out, NULL);
    }
}

typedef struct bands {
    sf_vips_recipe recipe;
    GMutex lock;
    VipsImage *pixels;
    int top;
    int rows_per_band;
} bands;

static int open_canonical(const sf_vips_recipe *recipe, VipsImage **out) {
    VipsImage *stored = NULL;
    if (sf_vips_load(recipe, &stored) != 0) return -1;
    int status = sf_vips_to_canonical(stored, recipe->ignores_profile, out);
    g_object_unref(stored);
    return status;
}

/// Decodes the stored part that upright rows `top ..< top + rows` come from, turned, into memory.
static int decode_band(bands *self, int top, int rows) {
    VipsImage *stored = NULL, *part = NULL, *memory = NULL, *turned = NULL;
    const turn t = turn_of(self->recipe.orientation);
    int status = -1;
    // The old band goes first: two would be twice the budget.
    sf_swap(&self->pixels, NULL);
    if (open_canonical(&self->recipe, &stored) != 0) goto done;
    const int width = vips_image_get_width(stored), height = vips_image_get_height(stored);
    const int along = t.swaps_axes ? width : height;
    const int start = (t.swaps_axes ? t.flips_columns : t.flips_rows) ? along - top - rows : top;
    const int left = t.swaps_axes ? start : 0, first = t.swaps_axes ? 0 : start;
    const int columns = t.swaps_axes ? rows : width, lines = t.swaps_axes ? height : rows;
    if (vips_extract_area(stored, &part, left, first, columns, lines, NULL) != 0) goto done;
    memory = vips_image_new_memory();
    if (vips_image_write(part, memory) != 0) goto done;
    if (apply_turn(memory, self->recipe.orientation, &turned) != 0) goto done;
    self->pixels = g_object_ref(turned);
    self->top = top;
    status = 0;
done:
    sf_swap(&stored, NULL);
    sf_swap(&part, NULL);
    sf_swap(&memory, NULL);
    sf_swap(&turned, NULL);
    return status;
}

static int copy_rows(bands *self, VipsRegion *into, const VipsRect *wanted) {
    VipsRegion *region = vips_region_new(self->pixels);
    VipsRect rect = *wanted;
    rect.top -= self->top;
    int status = vips_region_prepare(region, &rect);
    const size_t bytes = (size_t)VIPS_REGION_SIZEOF_LINE(into);
    for (int row = 0; status == 0 && row < wanted->height; row++) {
        memcpy(
            VIPS_REGION_ADDR(into, wanted->left, wanted->top + row),
            VIPS_REGION_ADDR(region, rect.left, rect.top + row), bytes
        );
    }
    g_object_unref(region);
    return status;
}

static int generate(VipsRegion *into, void *sequence, void *a, void *b, gboolean *stop) {
    (void)sequence;
    (void)b;
    (void)stop;
    bands *self = a;
    const int height = vips_image_get_height(into->im);
    VipsRect wanted = into->valid;
    int status = 0;
    g_mutex_lock(&self->lock);
    while (status == 0 && wanted.height > 0) {
        const int top = wanted.top / self->rows_per_band * self->rows_per_band;
        const int rows = VIPS_MIN(self->rows_per_band, height - top);
        if (self->pixels == NULL || self->top != top) status = decode_band(self, top, rows);
        VipsRect part = wanted;
        part.height = VIPS_MIN(wanted.height, top + rows - wanted.top);
        if (status == 0) status = copy_rows(self, into, &part);
        wanted.top += part.height;
        wanted.height -= part.height;
    }
    g_mutex_unlock(&self->lock);
    return status;
}

static void free_bands(VipsImage *image, bands *self) {
    (void)image;
    sf_swap(&self->pixels, NULL);
    g_mutex_clear(&self->lock);
    g_free(self);
}

static int open_turned(const sf_vips_recipe *recipe, VipsImage *like, VipsImage **out) {
    const int swaps = turn_of(recipe->orientation).swaps_axes;
    const int width = swaps ? vips_image_get_height(like) : vips_image_get_width(like);
    const int height = swaps ? vips_image_get_width(like) : vips_image_get_height(like);
    bands *self = g_new0(bands, 1);
    self->recipe = *recipe;
    g_mutex_init(&self->lock);
    const int64_t row_bytes = (int64_t)VIPS_IMAGE_SIZEOF_PEL(like) * width;
    self->rows_per_band = (int)VIPS_CLIP(1, recipe->budget_bytes / row_bytes, height);
    VipsImage *image = vips_image_new();
    g_signal_connect(image, "close", G_CALLBACK(free_bands), self);
    vips_image_init_fields(
        image, width, height, vips_image_get_bands(like), vips_image_get_format(like), VIPS_CODING_NONE,
        vips_image_get_interpretation(like), 1.0, 1.0
    );
    if (vips_image_pipelinev(image, VIPS_DEMAND_STYLE_THINSTRIP, NULL) != 0
        || vips_image_generate(image, NULL, generate, NULL, self, NULL) != 0) {
        g_object_unref(image);
        return -1;
    }
    *out = image;
    return 0;
}

int32_t sf_vips_open_upright(const sf_vips_recipe *recipe, sf_vips_image **out, sf_vips_error *error) {
    VipsImage *stored = NULL, *result = NULL;
    const turn t = turn_of(recipe->orientation);
    int status = open_canonical(recipe, &stored);
    // A left-right mirror keeps the order of rows, so it streams.
    if (status == 0) {
        status = !t.swaps_axes && !t.flips_rows ? apply_turn(stored, recipe->orientation, &result)
                                                : open_turned(recipe, stored, &result);
    }
    sf_swap(&stored, NULL);
    if (status != 0) return sf_vips_fail(error, SF_VIPS_FAILED, 0);
    *out = sf_out(result);
    return SF_VIPS_OK;
}
