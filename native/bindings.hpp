// The parts of the Python module, one function a part.
#pragma once

#include <nanobind/nanobind.h>

namespace piquet {

void bind_table(nanobind::module_& module);
void bind_policy(nanobind::module_& module);
void bind_worlds(nanobind::module_& module);
void bind_deals(nanobind::module_& module);

}  // namespace piquet
