#pragma once

namespace piquet {

bool cards_are_found();
bool best_is_kept();

}  // namespace piquet
