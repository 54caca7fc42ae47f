// JSON as far as the protocol needs it: a reader of one line, and a writer that appends to a string.
#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <ranges>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace slotproof::driver {

// What is not JSON, or not what was to be expected there.
struct Malformed : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct Member;

class Json {
public:
    using Array = std::vector<Json>;
    using Object = std::vector<Member>;
    using Held = std::variant<std::nullptr_t, bool, std::int64_t, double, std::string, Array, Object>;

    Json() = default;
    explicit Json(Held held) : held_(std::move(held)) {}

    // The value of a line. Throws Malformed.
    static Json parse(std::string_view text);

    // The value as one of the alternatives. Throws Malformed.
    template <class T>
    [[nodiscard]] const T& as() const {
        if (const T* held = std::get_if<T>(&held_)) return *held;
        throw Malformed("a value is not of the type that was expected");
    }

    template <class T>
    [[nodiscard]] bool is() const {
        return std::holds_alternative<T>(held_);
    }

    // True of a whole number, also of one written as "u64:...".
    [[nodiscard]] bool is_integer() const {
        return is<std::int64_t>() || (is<std::string>() && as<std::string>().starts_with("u64:"));
    }

    // True of an integer from 2**64 up. Throws Malformed.
    [[nodiscard]] bool is_too_wide() const;

    // The bits of an integer: of a negative one in two's complement, of one that is too wide the nearest that is not.
    // Throws Malformed.
    [[nodiscard]] std::uint64_t bits() const;

    // The integer, or the nearest of 64 bits. Throws Malformed.
    [[nodiscard]] std::int64_t integer() const;

    // A number, whole or not. Throws Malformed.
    [[nodiscard]] double number() const {
        return is_integer() ? static_cast<double>(integer()) : as<double>();
    }

    // The member of an object, or nothing.
    [[nodiscard]] const Json* find(std::string_view name) const;

    // The member of an object. Throws Malformed.
    [[nodiscard]] const Json& operator[](std::string_view name) const {
        if (const Json* found = find(name)) return *found;
        throw Malformed("a member is missing");
    }

private:
    Held held_ = nullptr;
};

struct Member {
    std::string name;
    Json value;
};

// Integers beyond 2^53 - 1 are written as strings.
inline constexpr std::int64_t widest = (std::int64_t{1} << 53) - 1;

class Writer {
public:
    std::string text;

    void raw(std::string_view piece) { text += piece; }
    void null() { text += "null"; }
    void string(std::string_view value);

    void boolean(bool value) { text += value ? "true" : "false"; }

    template <std::integral Integer>
    void integer(Integer value) {
        const bool wide = std::cmp_greater(value, widest) || std::cmp_less(value, -widest);
        if (wide) text += "\"u64:";
        number(value);
        if (wide) text += '"';
    }

    template <class Number>
    void number(Number value) {
        char digits[32];
        const auto [end, error] = std::to_chars(digits, digits + sizeof digits, value);
        if (error == std::errc{}) text.append(digits, end);
    }
};

}  // namespace slotproof::driver
