// Errors as values. An operation that returns one has changed nothing.
//
// Only constructors throw: std::invalid_argument for widths or policies that no container has.
#pragma once

#include <cassert>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <variant>

namespace slotproof {

enum class Error : std::uint8_t {
    stale_handle,      // the handle names nothing alive: erased, of another type, or never issued
    out_of_range,      // an index, slot or position lies outside the container
    full,              // no room is left, and the widths allow no growth
    exists,            // the element is already there
    missing,           // the element is not there
    conflict,          // two claims to the same thing, such as two groups that would own one pool
    invalid_argument,  // a value that the operation never accepts
};

// A value, or the error that there is none.
template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : held_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : held_(std::in_place_index<1>, error) {}

    [[nodiscard]] bool ok() const { return held_.index() == 0; }

    // Requires ok().
    [[nodiscard]] const T& value() const {
        assert(ok());
        return *std::get_if<0>(&held_);
    }

    [[nodiscard]] T& value() {
        assert(ok());
        return *std::get_if<0>(&held_);
    }

    // Requires !ok().
    [[nodiscard]] Error error() const {
        assert(!ok());
        return *std::get_if<1>(&held_);
    }

private:
    std::variant<T, Error> held_;
};

// Success, or an error.
template <>
class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error) : error_(error), ok_(false) {}

    [[nodiscard]] bool ok() const { return ok_; }

    // Requires !ok().
    [[nodiscard]] Error error() const {
        assert(!ok_);
        return error_;
    }

private:
    Error error_{};
    bool ok_ = true;
};

// Refuses what a constructor cannot use.
inline void require(bool holds, const char* what) {
    if (!holds) throw std::invalid_argument(what);
}

}  // namespace slotproof
