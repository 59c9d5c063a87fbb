// The files of vectors/ that say what the core must know: rows of whole numbers, parted by tabs.
#pragma once

#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace piquet {

// The rows of a file; lines that begin with # explain.  None where there is no such file.
inline std::vector<std::vector<std::uint64_t>> rows_of_vectors(const std::string& name) {
    std::ifstream file(std::string(PIQUET_VECTORS) + "/" + name);
    std::vector<std::vector<std::uint64_t>> rows;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line.front() == '#') continue;
        std::istringstream numbers(line);
        std::vector<std::uint64_t> row;
        for (std::uint64_t number = 0; numbers >> number;) row.push_back(number);
        rows.push_back(row);
    }
    return rows;
}

}  // namespace piquet
