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

// --- the port: a container of kind @KIND@ that does not know anything yet

struct Refused { std::string code; };  // an operation that is refused: full, missing, out_of_range ...

class Port {
  public:
    explicit Port(const Object& config) { (void)config; }  // config.at("key").number(), if config.contains("key")

    // The result of an operation, as JSON text; throw Refused{"full"} where it is refused.
    // op[1] is the first argument: op[1].number(), or op[1].list() if it is a list.
    // These are the operations, and the errors of each in the order in which it looks for them:
    //
    // @OPERATIONS@
    std::string take(const std::string& name, const List& op) {
        (void)name, (void)op;
        // TODO: each operation: call your container here.
        return "null";
    }

    // The arrays of the kind as JSON text, {"dense":[...],...}, at level structure.
    std::string arrays() const { return "{}"; }
};

const char* const HELLO = R"json(@HELLO@)json";

// The value with results in place of references: {"r":3} is result 3, {"r":[3,1]} the second entry of it.
Json resolve(const Json& value, const std::vector<std::string>& results) {
    if (const auto* list = std::get_if<List>(&value.held)) {
        List made;
        for (const Json& each : *list) made.push_back(resolve(each, results));
        return Json{std::move(made)};
    }
    const auto* object = std::get_if<Object>(&value.held);
    if (object == nullptr) return value;
    if (object->size() != 1 || !object->contains("r")) {
        Object made;
        for (const auto& [name, each] : *object) made.emplace(name, resolve(each, results));
        return Json{std::move(made)};
    }
    const Json& reference = object->at("r");
    const auto* places = std::get_if<List>(&reference.held);
    const Json& first = places != nullptr ? places->at(0) : reference;
    Json found = Parser(results.at(static_cast<std::size_t>(first.number()))).value();
    for (std::size_t at = 1; places != nullptr && at < places->size(); ++at) {
        const Json next = found.list().at(static_cast<std::size_t>((*places)[at].number()));
        found = next;
    }
    return found;
}

std::string run(const Object& message) {
    const std::string id = std::to_string(message.at("id").number());
    const Object& observe = message.at("observe").object();
    const std::int64_t every = observe.contains("every") ? observe.at("every").number() : 0;
    std::vector<std::string> results;
    std::string states, end;
    try {
        Port port(message.at("config").object());
        for (const Json& asked : message.at("ops").list()) {
            const Json op = resolve(asked, results);
            try {
                results.push_back(port.take(op.list().at(0).text(), op.list()));
            } catch (const Refused& refused) {
                results.push_back(R"({"e":")" + refused.code + R"("})");
            }
            if (every > 0 && static_cast<std::int64_t>(results.size()) % every == 0) states += (states.empty() ? "" : ",") + port.arrays();
        }
        if (observe.at("end").text() == "arrays") end = R"(,"end":)" + port.arrays();
    } catch (const std::exception& error) {
        return R"({"t":"fault","id":)" + id + R"(,"at":)" + std::to_string(results.size()) + R"(,"message":")" + error.what() + R"("})";
    }
    std::string joined;
    for (const std::string& result : results) joined += (joined.empty() ? "" : ",") + result;
    if (!states.empty()) end += R"(,"states":[)" + states + "]";
    return R"({"t":"ran","id":)" + id + R"(,"results":[)" + joined + "]" + end + "}";
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
