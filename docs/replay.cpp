// Replay vectors on a port without slotproof: c++ -std=c++20 -o replay docs/replay.cpp && ./replay FILE
// Vectors have no spaces, so that texts can be compared. Put your own container in place of `Port`.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <regex>
#include <string>
#include <vector>

struct Port {  // the positions of a bitmask with summary layers, written from docs/users/containers/bitmask.md
    std::size_t limit, bits;
    std::vector<unsigned long long> words;
    std::vector<std::size_t> starts{0};
    Port(std::size_t capacity, std::size_t word_bits) : limit(capacity), bits(word_bits) {
        for (std::size_t count = capacity; starts.size() == 1 || count > 1;) {
            count = std::max<std::size_t>(1, (count + bits - 1) / bits);
            words.resize(words.size() + count);
            starts.push_back(words.size());
        }
    }
    bool get(std::size_t pos) const { return words[pos / bits] >> pos % bits & 1; }
    void set(std::size_t pos, bool value) {
        for (std::size_t layer = 0; layer + 1 < starts.size(); ++layer, pos /= bits) {
            auto& word = words[starts[layer] + pos / bits];
            word = (word & ~(1ULL << pos % bits)) | (static_cast<unsigned long long>(value) << pos % bits);
            value = word == ~0ULL >> (64 - bits);
        }
    }
    template <class List> static std::string list(const List& of) {
        std::string text;
        for (auto each : of) text += (text.empty() ? "" : ",") + std::to_string(each);
        return "[" + text + "]";
    }
    std::string arrays() const { return "{\"words\":" + list(words) + ",\"starts\":" + list(starts) + "}"; }
    std::string take(const std::string& name, const std::string& first, const std::string& second) {
        std::vector<std::size_t> ones;
        for (std::size_t pos = 0; pos < limit; ++pos) if (get(pos)) ones.push_back(pos);
        std::size_t clear = 0;
        while (clear < limit && get(clear)) ++clear;
        if (name == "positions") return list(ones);
        if (name == "count") return std::to_string(ones.size());
        if (name == "find_first_set") return std::to_string(ones.empty() ? limit : ones[0]);
        if (name == "find_first_clear") return std::to_string(clear);
        if (name == "capacity") return std::to_string(limit);
        if (name == "layers") return std::to_string(starts.size() - 1);
        if (name == "copy") return arrays();
        if (name == "assign") { for (std::size_t pos = 0; pos < limit; ++pos) set(pos, first == "true"); return "null"; }
        if (std::stoull(first) >= limit) return "{\"e\":\"out_of_range\"}";
        if (name == "get") return get(std::stoull(first)) ? "true" : "false";
        return set(std::stoull(first), second == "true"), "null";
    }
};

int main(int, char** arguments) {
    std::ifstream file(arguments[1]);
    std::string line;
    std::getline(file, line);
    auto number = [&](const std::string& key, int otherwise) {
        std::smatch found;
        return std::regex_search(line, found, std::regex("\"" + key + "\":(\\d+)")) ? std::stoi(found[1]) : otherwise;
    };
    const int capacity = number("capacity", 1024), bits = number("word_bits", 32);
    int failed = 0;
    while (std::getline(file, line)) {
        Port port(capacity, bits);
        std::string results, ops = line.substr(line.find("\"ops\":"), line.find(",\"results\":") - line.find("\"ops\":"));
        const std::regex op(R"re(\["(\w+)"(?:,(\w+))?(?:,(\w+))?\])re");
        for (std::sregex_iterator each(ops.begin(), ops.end(), op), end; each != end; ++each)
            results += (results.empty() ? "" : ",") + port.take((*each)[1], (*each)[2], (*each)[3]);
        if (line.find("\"results\":[" + results + "],\"end\":" + port.arrays() + "}") == std::string::npos && ++failed)
            std::cout << "FAILED " << line << "\ngot " << results << ' ' << port.arrays() << '\n';
    }
    std::cout << failed << " traces failed\n";
    return failed > 0;
}
