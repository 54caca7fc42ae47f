#include "json.hpp"

#include <limits>

namespace slotproof::driver {

namespace {

class Reader {
public:
    explicit Reader(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

    Json document() {
        Json value = any();
        if (peek() != '\0') throw Malformed("something follows the value");
        return value;
    }

private:
    // The next character that is no space, or 0 at the end.
    char peek() {
        while (at_ != end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\r' || *at_ == '\n')) ++at_;
        return at_ == end_ ? '\0' : *at_;
    }

    // True, and past it, if the next character is this one.
    bool skip(char wanted) {
        if (peek() != wanted) return false;
        ++at_;
        return true;
    }

    void expect(std::string_view wanted) {
        if (static_cast<std::size_t>(end_ - at_) < wanted.size() || std::string_view(at_, wanted.size()) != wanted)
            throw Malformed("no JSON value");
        at_ += wanted.size();
    }

    Json any() {
        switch (peek()) {
            case '{': return Json(object());
            case '[': return Json(array());
            case '"': return Json(string());
            case 't': expect("true"); return Json(true);
            case 'f': expect("false"); return Json(false);
            case 'n': expect("null"); return Json();
            default: return number();
        }
    }

    Json::Array array() {
        ++at_;
        Json::Array items;
        if (skip(']')) return items;
        do items.push_back(any());
        while (skip(','));
        if (!skip(']')) throw Malformed("a list does not end");
        return items;
    }

    Json::Object object() {
        ++at_;
        Json::Object members;
        if (skip('}')) return members;
        do {
            if (peek() != '"') throw Malformed("a member has no name");
            std::string name = string();
            if (!skip(':')) throw Malformed("a member has no value");
            members.push_back({std::move(name), any()});
        } while (skip(','));
        if (!skip('}')) throw Malformed("an object does not end");
        return members;
    }

    Json number() {
        std::int64_t whole = 0;
        const auto [end, error] = std::from_chars(at_, end_, whole);
        if (error == std::errc{} && (end == end_ || (*end != '.' && *end != 'e' && *end != 'E'))) {
            at_ = end;
            return Json(whole);
        }
        double real = 0;
        const auto [stop, failure] = std::from_chars(at_, end_, real);
        if (failure == std::errc::invalid_argument) throw Malformed("no JSON value");
        at_ = stop;
        return Json(real);
    }

    std::string string() {
        ++at_;
        std::string text;
        while (at_ != end_ && *at_ != '"') {
            if (*at_ != '\\')
                text += *at_++;
            else
                escaped(text);
        }
        if (at_ == end_) throw Malformed("a string does not end");
        ++at_;
        return text;
    }

    void escaped(std::string& text) {
        constexpr std::string_view codes = "\"\\/bfnrt";
        constexpr std::string_view meant = "\"\\/\b\f\n\r\t";
        if (++at_ == end_) throw Malformed("a string does not end");
        const char code = *at_++;
        if (code == 'u') {
            std::uint32_t point = unit();
            if (point >= 0xD800 && point < 0xDC00) {  // the first half of a pair
                expect("\\u");
                point = 0x10000 + ((point - 0xD800) << 10) + (unit() - 0xDC00);
            }
            append(text, point);
        } else if (const auto found = codes.find(code); found != std::string_view::npos) {
            text += meant[found];
        } else {
            throw Malformed("no such escape");
        }
    }

    // The number of four hexadecimal digits.
    std::uint32_t unit() {
        std::uint32_t value = 0;
        if (end_ - at_ < 4 || std::from_chars(at_, at_ + 4, value, 16).ptr != at_ + 4)
            throw Malformed("no such escape");
        at_ += 4;
        return value;
    }

    // Append a code point as UTF-8.
    static void append(std::string& text, std::uint32_t point) {
        const auto tail = [&](unsigned shift) { text += static_cast<char>(0x80 | (point >> shift & 0x3F)); };
        if (point < 0x80) {
            text += static_cast<char>(point);
        } else if (point < 0x800) {
            text += static_cast<char>(0xC0 | point >> 6);
            tail(0);
        } else if (point < 0x10000) {
            text += static_cast<char>(0xE0 | point >> 12);
            tail(6);
            tail(0);
        } else {
            text += static_cast<char>(0xF0 | point >> 18);
            tail(12);
            tail(6);
            tail(0);
        }
    }

    const char* at_;
    const char* end_;
};

}  // namespace

Json Json::parse(std::string_view text) { return Reader(text).document(); }

std::uint64_t Json::bits() const {
    if (is<std::int64_t>()) return static_cast<std::uint64_t>(as<std::int64_t>());
    if (!is_integer()) throw Malformed("no integer");
    const std::string_view digits = std::string_view(as<std::string>()).substr(4);
    const char* const end = digits.data() + digits.size();
    std::uint64_t value = 0;
    if (digits.starts_with('-')) {
        std::int64_t below = 0;
        const auto [stop, error] = std::from_chars(digits.data(), end, below);
        if (stop != end) throw Malformed("no integer");
        value = static_cast<std::uint64_t>(error == std::errc{} ? below : std::numeric_limits<std::int64_t>::min());
    } else {
        const auto [stop, error] = std::from_chars(digits.data(), end, value);
        if (stop != end) throw Malformed("no integer");
        if (error != std::errc{}) value = std::numeric_limits<std::uint64_t>::max();
    }
    return value;
}

bool Json::is_too_wide() const {
    constexpr std::string_view last = "18446744073709551615";
    if (is<std::int64_t>()) return false;
    const std::string_view digits = std::string_view(as<std::string>()).substr(4);
    return digits.size() > last.size() || (digits.size() == last.size() && digits > last);
}

std::int64_t Json::integer() const {
    const std::uint64_t value = bits();
    const bool negative = is<std::int64_t>() ? as<std::int64_t>() < 0 : as<std::string>().starts_with("u64:-");
    const auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    return static_cast<std::int64_t>(negative || value <= most ? value : most);
}

const Json* Json::find(std::string_view name) const {
    for (const Member& member : as<Object>())
        if (member.name == name) return &member.value;
    return nullptr;
}

void Writer::string(std::string_view value) {
    constexpr std::string_view named = "\"\\\b\f\n\r\t";
    constexpr std::string_view codes = "\"\\bfnrt";
    constexpr std::string_view hexadecimal = "0123456789abcdef";
    text += '"';
    for (const char each : value) {
        if (const auto found = named.find(each); found != std::string_view::npos) {
            text += '\\';
            text += codes[found];
        } else if (static_cast<unsigned char>(each) < 0x20) {
            text += "\\u00";
            text += hexadecimal[static_cast<unsigned char>(each) >> 4];
            text += hexadecimal[static_cast<unsigned char>(each) & 0xF];
        } else {
            text += each;
        }
    }
    text += '"';
}

}  // namespace slotproof::driver
