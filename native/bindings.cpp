// The private extension module piquet.kernel._core; its Python face says what all this is for.
#include "bindings.hpp"

NB_MODULE(_core, module) {
    // A thread that still runs when Python ends keeps what it holds; that is no leak to be told of.
    nanobind::set_leak_warnings(false);
    piquet::bind_table(module);
    piquet::bind_policy(module);
    piquet::bind_worlds(module);
    piquet::bind_deals(module);
    piquet::bind_rollout(module);
    piquet::bind_advise(module);
    piquet::bind_belief(module);
}
