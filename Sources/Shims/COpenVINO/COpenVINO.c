#include "COpenVINO.h"
