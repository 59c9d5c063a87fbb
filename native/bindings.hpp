// The parts of the Python module, one function a part.
#pragma once

#include <nanobind/nanobind.h>

#include "arrays.hpp"
#include "solved.hpp"

namespace piquet {

// The solved table and the bytes that it reads, kept as long as it lives.
struct Table {
    using Bytes = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

    Table(nb::handle given, int last_trick);

    Bytes bytes;
    SolvedTable solved;
};

void bind_table(nanobind::module_& module);
void bind_policy(nanobind::module_& module);
void bind_worlds(nanobind::module_& module);
void bind_belief(nanobind::module_& module);
void bind_deals(nanobind::module_& module);
void bind_rollout(nanobind::module_& module);
void bind_advise(nanobind::module_& module);

}  // namespace piquet
