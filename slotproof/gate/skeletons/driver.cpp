// A driver for the gate: reads one JSON object a line, answers one, flushes. The protocol is docs/users/protocol.md.
// Fill in `Port`; the rest can stay. Build: c++ -std=c++20 -O1 -o driver driver.cpp
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

// --- JSON, as much of it as the protocol needs

struct Json;
using List = std::vector<Json>;
using Object = std::map<std::string, Json>;
struct Json {
    std::variant<std::nullptr_t, bool, std::int64_t, double, std::string, List, Object> held = nullptr;
    std::int64_t number() const {  // one that is written "u64:..." is beyond every end, whatever its digits
        const auto* written = std::get_if<std::string>(&held);
        if (written != nullptr && written->rfind("u64:", 0) == 0) return std::numeric_limits<std::int64_t>::max();
        return std::get<std::int64_t>(held);
    }
    const std::string& text() const { return std::get<std::string>(held); }
    const List& list() const { return std::get<List>(held); }
    const Object& object() const { return std::get<Object>(held); }
};

class Parser {
  public:
    explicit Parser(const std::string& line) : line_(line) {}
    Json value() {
        skip();
        const char first = peek();
        if (first == '{') return object();
        if (first == '[') return list();
        if (first == '"') return Json{string()};
        if (word("true")) return Json{true};
        if (word("false")) return Json{false};
        if (word("null")) return Json{nullptr};
        return number();
    }

  private:
    const std::string& line_;
    std::size_t at_ = 0;
    char peek() const { return at_ < line_.size() ? line_[at_] : '\0'; }
    void skip() { while (at_ < line_.size() && std::isspace(static_cast<unsigned char>(line_[at_]))) ++at_; }
    bool take(char wanted) { skip(); if (peek() != wanted) return false; ++at_; return true; }
    void need(char wanted) { if (!take(wanted)) throw std::runtime_error("malformed JSON"); }
    bool word(const std::string& wanted) {
        if (line_.compare(at_, wanted.size(), wanted) != 0) return false;
        at_ += wanted.size();
        return true;
    }
    Json object() {
        Object made;
        need('{');
        while (!take('}')) {
            skip();
            std::string name = string();
            need(':');
            made.emplace(std::move(name), value());
            take(',');
        }
        return Json{std::move(made)};
    }
    Json list() {
        List made;
        need('[');
        while (!take(']')) { made.push_back(value()); take(','); }
        return Json{std::move(made)};
    }
    std::string string() {  // escapes other than \" and \\ do not occur in what this driver is asked
        std::string made;
        need('"');
        while (peek() != '"') {
            if (peek() == '\0') throw std::runtime_error("malformed string");
            if (peek() == '\\') ++at_;
            made += line_[at_++];
        }
        ++at_;
        return made;
    }
    Json number() {
        const char* begin = line_.c_str() + at_;
        char* end = nullptr;
        const double real = std::strtod(begin, &end);
        if (end == begin) throw std::runtime_error("malformed number");
        const std::string text(begin, static_cast<const char*>(end));
        at_ += text.size();
        if (text.find_first_of(".eE") == std::string::npos) return Json{static_cast<std::int64_t>(std::atoll(text.c_str()))};
        return Json{real};
    }
};

// --- the port: a token allocator that does not know anything yet

struct Refused { std::string code; };  // an operation that is refused: full, missing, out_of_range ...

class Port {
  public:
    explicit Port(const Object& config) : capacity_(config.contains("capacity") ? config.at("capacity").number() : 1024) {}

    // The result of an operation, as JSON text.
    std::string take(const std::string& name, const List& op) {
        (void)op;  // op[1] is the first argument
        if (name == "capacity") return std::to_string(capacity_);
        // TODO: acquire, release, is_used, tokens, clear, size, room: call your container here.
        return "null";
    }

  private:
    std::int64_t capacity_;
};

const char* const HELLO =
    R"({"t":"hello","protocol":1,"port":{"name":"my_port","version":"0.1","language":"cpp"},"containers":[)"
    R"({"kind":"token_allocator","spec":"1.0","level":"behaviour",)"
    R"("widths":{"capacity":{"min":0,"max":4096},"word_bits":{"min":2,"max":64}},)"
    R"("operations":["acquire","release","is_used","tokens","clear","size","capacity","room"]}]})";

std::string run(const Object& message) {
    const std::string id = std::to_string(message.at("id").number());
    std::string results;
    std::size_t at = 0;
    try {
        Port port(message.at("config").object());
        for (const Json& op : message.at("ops").list()) {
            if (at > 0) results += ',';
            try {
                results += port.take(op.list().at(0).text(), op.list());
            } catch (const Refused& refused) {
                results += R"({"e":")" + refused.code + R"("})";
            }
            ++at;
        }
    } catch (const std::exception& error) {
        return R"({"t":"fault","id":)" + id + R"(,"at":)" + std::to_string(at) + R"(,"message":")" + error.what() + R"("})";
    }
    return R"({"t":"ran","id":)" + id + R"(,"results":[)" + results + "]}";
}

int main() {
    std::string line;
    while (std::getline(std::cin, line)) {
        const Json message = Parser(line).value();
        const std::string& kind = message.object().at("t").text();
        if (kind == "bye") break;
        std::cout << (kind == "hello" ? std::string(HELLO) : run(message.object())) << '\n' << std::flush;
    }
}
