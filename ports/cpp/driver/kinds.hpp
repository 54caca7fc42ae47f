// What the driver knows of a kind: how a container is made, which operations it has, and how results are written.
//
// A kind is a class with
//      Container               what is made for each run
//      make(config)            a new one
//      operations()            a table from name to operation
//      declaration             what `hello` says beside the name, as members of a JSON object
#pragma once

#include <cstdint>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <slotproof/dense_table.hpp>
#include <slotproof/error.hpp>
#include <slotproof/handle.hpp>
#include <slotproof/policies.hpp>

#include "json.hpp"

namespace slotproof::driver {

using Value = std::int64_t;

// A factory or change that fails, as the gate asked for.
struct CallbackFailed {};

// --- results

[[nodiscard]] std::string_view code_of(Error error);

// Something that shows its arrays.
template <class T>
concept Stateful = requires(const T& shown) { shown.state([](std::string_view, const auto&) {}); };

inline void write(Writer& out, bool value) { out.boolean(value); }
inline void write(Writer& out, float value) { out.number(static_cast<double>(value)); }
inline void write(Writer& out, std::string_view value) { out.string(value); }
inline void write(Writer& out, Handle handle) {
    out.raw("[");
    out.integer(handle.slot());
    out.raw(",");
    out.integer(handle.generation());
    if (handle.type_id() != 0) {
        out.raw(",");
        out.integer(handle.type_id());
    }
    out.raw("]");
}

inline void write(Writer& out, const Inserted& inserted) {
    out.raw("[");
    out.integer(inserted.pos);
    out.raw(inserted.is_new ? ",true]" : ",false]");
}

template <std::integral Integer>
    requires(!std::same_as<Integer, bool>)
void write(Writer& out, Integer value) {
    out.integer(value);
}

template <class T>
void write(Writer& out, const T* value);
template <class First, class Second>
void write(Writer& out, const std::pair<First, Second>& pair);
template <class T>
void write(Writer& out, const std::optional<T>& value);
template <class T>
void write(Writer& out, const Result<T>& result);
template <Stateful T>
void write(Writer& out, const T& shown);
template <std::ranges::input_range Range>
    requires(!std::convertible_to<Range, std::string_view> && !Stateful<Range>)
void write(Writer& out, Range&& range);

template <class T>
void write(Writer& out, const T* value) {
    if (value == nullptr)
        out.null();
    else
        write(out, *value);
}

template <class First, class Second>
void write(Writer& out, const std::pair<First, Second>& pair) {
    out.raw("[");
    write(out, pair.first);
    out.raw(",");
    write(out, pair.second);
    out.raw("]");
}

template <class T>
void write(Writer& out, const std::optional<T>& value) {
    if (value)
        write(out, *value);
    else
        out.null();
}

inline void write_error(Writer& out, std::string_view code) {
    out.raw("{\"e\":\"");
    out.raw(code);
    out.raw("\"}");
}

template <class T>
void write(Writer& out, const Result<T>& result) {
    if (!result.ok())
        write_error(out, code_of(result.error()));
    else if constexpr (std::is_void_v<T>)
        out.null();
    else
        write(out, result.value());
}

template <Stateful T>
void write(Writer& out, const T& shown) {
    char before = '{';
    shown.state([&](std::string_view name, const auto& value) {
        out.text += before;
        before = ',';
        out.string(name);
        out.raw(":");
        write(out, value);
    });
    out.raw("}");
}

template <std::ranges::input_range Range>
    requires(!std::convertible_to<Range, std::string_view> && !Stateful<Range>)
void write(Writer& out, Range&& range) {
    char before = '[';
    for (auto&& each : range) {
        out.text += before;
        before = ',';
        write(out, each);
    }
    if (before == '[') out.text += before;
    out.raw("]");
}

// --- arguments

// A handle of which a part does not fit is one that nobody issues: it has the free bit, or an impossible slot or type.
[[nodiscard]] Handle handle_of(const Json& json);

// Orders of handles and of values, and keys to sort by, by their names.
[[nodiscard]] bool handles_in_order(std::string_view order, Handle first, Handle second);
[[nodiscard]] bool values_in_order(std::string_view order, Value first, Value second);
[[nodiscard]] std::int64_t sort_key(std::string_view key, Handle handle);

class Call {
public:
    Call(const Json::Array& op, const Json& config) : op_(&op), config_(&config) {}

    [[nodiscard]] const Json& operator[](std::size_t argument) const {
        if (argument + 1 >= op_->size()) throw Malformed("an argument is missing");
        return (*op_)[argument + 1];
    }

    [[nodiscard]] std::size_t size() const { return op_->size() - 1; }
    [[nodiscard]] const Json& config() const { return *config_; }

    // A position, slot or number: one below 0 is beyond every end.
    [[nodiscard]] std::size_t natural(std::size_t argument) const { return (*this)[argument].bits(); }

    // A count. Errors: invalid_argument if it is below 0; full if 64 bits do not hold it.
    [[nodiscard]] Result<std::size_t> count(std::size_t argument) const {
        const Json& json = (*this)[argument];
        if (json.integer() < 0) return Error::invalid_argument;
        if (json.is_too_wide()) return Error::full;
        return json.bits();
    }

    [[nodiscard]] std::int64_t integer(std::size_t argument) const { return (*this)[argument].integer(); }

    [[nodiscard]] bool boolean(std::size_t argument) const { return (*this)[argument].as<bool>(); }
    [[nodiscard]] const std::string& string(std::size_t argument) const { return (*this)[argument].as<std::string>(); }
    [[nodiscard]] Handle handle(std::size_t argument) const { return handle_of((*this)[argument]); }
    [[nodiscard]] std::vector<Handle> handles(std::size_t argument) const;
    [[nodiscard]] std::vector<std::size_t> naturals(std::size_t argument) const;
    [[nodiscard]] std::vector<std::string> strings(std::size_t argument) const;

    // A function that makes a value, or fails.
    [[nodiscard]] auto factory(std::size_t argument) const {
        return [&json = (*this)[argument]]() -> Value {
            if (json.find("fail") != nullptr) throw CallbackFailed{};
            return static_cast<Value>(json["make"].bits());
        };
    }

private:
    const Json::Array* op_;  // the name, then the arguments
    const Json* config_;
};

// A member of the configuration, or its default.
[[nodiscard]] std::uint64_t configured(const Json& config, std::string_view name, std::uint64_t otherwise);

// True if a policy has this name and not its default; throws std::invalid_argument if it has neither.
[[nodiscard]] bool chosen(const Json& config, std::string_view name, std::string_view standard, std::string_view other);

[[nodiscard]] inline GenerationPolicy generation_policy(const Json& config) {
    return chosen(config, "generation", "retire", "wrap") ? GenerationPolicy::wrap : GenerationPolicy::retire;
}

// --- operations

template <class Container>
using Operation = void (*)(Container&, const Call&, Writer&);

template <class Container>
using Operations = std::unordered_map<std::string_view, Operation<Container>>;

// An operation that writes what a function of the container and the call returns; nothing is `null`.
template <class Container, class Function>
constexpr Operation<Container> operation(Function) {
    return [](Container& container, const Call& call, Writer& out) {
        if constexpr (std::is_void_v<std::invoke_result_t<Function, Container&, const Call&>>) {
            Function{}(container, call);
            out.null();
        } else {
            write(out, Function{}(container, call));
        }
    };
}

// Run one operation and write its result.
template <class Kind>
void take(typename Kind::Container& container, const Json& op, const Json& config, Writer& out) {
    const auto& parts = op.as<Json::Array>();
    if (parts.empty()) throw Malformed("an operation has a name");
    const auto found = Kind::operations().find(parts.front().template as<std::string>());
    if (found == Kind::operations().end()) throw Malformed("no such operation");
    const std::size_t before = out.text.size();
    try {
        found->second(container, Call(parts, config), out);
    } catch (const CallbackFailed&) {
        out.text.resize(before);
        write_error(out, "callback");
    }
}

// Read what was written of a container, a member or the whole.
template <class T>
void read(const Json& json, T& target) {
    if constexpr (requires { target.restore([](std::string_view, auto&) {}); }) {
        target.restore([&](std::string_view name, auto& member) { read(json[name], member); });
    } else if constexpr (std::same_as<T, bool>) {
        target = json.as<bool>();
    } else if constexpr (std::integral<T>) {
        target = json.is<std::nullptr_t>() ? T{} : static_cast<T>(json.bits());  // what a hole holds means nothing
    } else if constexpr (std::same_as<T, std::string>) {
        target = json.as<std::string>();
    } else if constexpr (requires { target.add(); }) {
        for (const Json& each : json.as<Json::Array>()) read(each, target.add());
    } else if constexpr (requires { target.front().restore([](std::string_view, auto&) {}); }) {
        if (json.as<Json::Array>().size() != target.size()) throw Malformed("not as many members as there are");
        for (std::size_t at = 0; at < target.size(); ++at) read(json.as<Json::Array>()[at], target[at]);
    } else {
        T items;
        for (const Json& each : json.as<Json::Array>()) read(each, items.emplace_back());
        target = std::move(items);
    }
}

// While it lives, one of the allocations to come fails: the first is number 1.
class FailingAllocation {
public:
    explicit FailingAllocation(std::uint64_t number);
    FailingAllocation(const FailingAllocation&) = delete;
    FailingAllocation& operator=(const FailingAllocation&) = delete;
    ~FailingAllocation();
};

// A container, and the copies that were made of it; what is gone is empty.
template <class Kind>
class Family {
public:
    using Container = typename Kind::Container;

    explicit Family(Container made) : container(std::move(made)) {}

    Container container;

    // Run one operation, one of those that every kind has too, and write its result.
    void take(const Json& op, const Json& config, Writer& out) {
        const auto& parts = op.as<Json::Array>();
        const std::string& name = parts.at(0).as<std::string>();
        if (name == "fork") {
            copies_.emplace_back(container);
            return out.integer(copies_.size());
        }
        if (name == "load") {
            read(parts.at(1), container);
            return out.null();
        }
        if (!name.ends_with("_fork")) return driver::take<Kind>(container, op, config, out);
        auto& copy = copies_.at(static_cast<std::size_t>(parts.at(1).bits()) - 1);
        if (!copy) throw Malformed("there is no such copy");
        if (name == "on_fork") return driver::take<Kind>(*copy, parts.at(2), config, out);
        if (name == "assign_fork") container = *copy;
        if (name == "move_fork") container = std::move(*copy);
        if (name == "fail_fork") {
            fail(*copy, parts.at(2).bits());
        } else if (name != "assign_fork") {
            copy.reset();
        }
        out.null();
    }

private:
    // Assign a copy and let an allocation fail; if there are not so many, nothing is assigned in the end.
    void fail(const Container& copy, std::uint64_t allocation) {
        const Container before(container);
        try {
            const FailingAllocation failing(allocation);
            container = copy;
        } catch (const std::bad_alloc&) {
            return;  // as it was before, if the assignment is whole
        }
        container = before;
    }

    std::vector<std::optional<Container>> copies_;
};

// The second container that an argument describes.
template <class Kind>
typename Kind::Container peer(const Call& call, std::size_t argument) {
    auto made = Kind::make(call.config());
    Writer unread;
    for (const Json& op : call[argument]["ops"].as<Json::Array>()) take<Kind>(made, op, call.config(), unread);
    return made;
}

// A kind, for who does not know its class.
struct Served {
    std::string_view name;
    std::string_view declaration;
    void (*run)(const Json& message, Writer& out);
};

// Those of handle_kinds.cpp, pool_kinds.cpp, table_kinds.cpp and bit_kinds.cpp.
[[nodiscard]] std::span<const Served> handle_kinds();
[[nodiscard]] std::span<const Served> pool_kinds();
[[nodiscard]] std::span<const Served> table_kinds();
[[nodiscard]] std::span<const Served> bit_kinds();

// The 64-bit FNV-1a hash of a text, as 16 hexadecimal digits.
[[nodiscard]] std::string digest(std::string_view text);

// Answer a `run`.
template <class Kind>
void run(const Json& message, Writer& out) {
    static const Json no_config{Json::Object{}};
    static const Json no_observe{Json::Object{}};
    const Json* given = message.find("config");
    const Json& config = given != nullptr ? *given : no_config;
    const Json* asked = message.find("observe");
    const Json& observe = asked != nullptr ? *asked : no_observe;
    const std::uint64_t every = configured(observe, "every", 0);
    const std::uint64_t id = message["id"].bits();
    const auto begin = [&](std::string_view type) {
        out.text.clear();
        out.raw("{\"t\":\"");
        out.raw(type);
        out.raw("\",\"id\":");
        out.integer(id);
    };

    const auto skip = [&](std::string_view why) {
        begin("skip");
        out.raw(",\"why\":");
        out.string(why);
        out.raw("}");
    };

    std::optional<Family<Kind>> family;
    try {
        family.emplace(Kind::make(config));
    } catch (const std::invalid_argument& error) {
        return skip(error.what());
    }

    begin("ran");
    out.raw(",\"results\":[");
    Writer states;
    std::size_t at = 0;
    try {
        for (const Json& op : message["ops"].as<Json::Array>()) {
            if (at > 0) out.raw(",");
            family->take(op, config, out);
            ++at;
            if (every == 0 || at % every != 0) continue;
            states.raw(states.text.empty() ? "" : ",");
            write(states, family->container);
        }
    } catch (const Malformed& error) {
        return skip(error.what());
    } catch (const std::exception& error) {
        begin("fault");
        out.raw(",\"at\":");
        out.integer(at);
        out.raw(",\"message\":");
        out.string(error.what());
        out.raw("}");
        return;
    }
    out.raw("]");
    if (every != 0) {
        out.raw(",\"states\":[");
        out.raw(states.text);
        out.raw("]");
    }
    const Json* end = observe.find("end");
    if (end != nullptr && end->as<std::string>() == "arrays") {
        out.raw(",\"end\":");
        write(out, family->container);
    } else if (end != nullptr && end->as<std::string>() == "digest") {
        Writer shown;
        write(shown, family->container);
        out.raw(",\"digest\":");
        out.string(digest(shown.text));
    }
    out.raw("}");
}

}  // namespace slotproof::driver
