// The driver of the C++ port: answers the gate over standard input and output (docs/users/protocol.md), for every kind.
#include <cstdio>
#include <iostream>
#include <span>
#include <string>

#include "kinds.hpp"

namespace slotproof::driver {

namespace {

// Call `visit` for each kind.
template <class Visit>
void each_kind(Visit&& visit) {
    for (const std::span<const Served> kinds : {handle_kinds(), pool_kinds(), table_kinds(), bit_kinds()})
        for (const Served& kind : kinds) visit(kind);
}

void hello(Writer& out) {
    out.raw(R"({"t":"hello","protocol":1,"port":{"name":"slotproof-cpp","version":"1.0.0","language":"cpp"},)");
    out.raw(R"("containers":[)");
    const char* before = "";
    each_kind([&](const Served& kind) {
        out.raw(before);
        before = ",";
        out.raw(R"({"kind":)");
        out.string(kind.name);
        out.raw(R"(,"spec":"1.0","level":"structure",)");
        out.raw(kind.declaration);
        out.raw(R"(,"features":["out_of_width","callbacks","peers","load","fork","failing_copies"])");
        out.raw(R"(,"observe":["results","digest","arrays"]})");
    });
    out.raw("]}");
}

void run_of_a_kind(const Json& message, Writer& out) {
    const auto& wanted = message["kind"].as<std::string>();
    const Served* found = nullptr;
    each_kind([&](const Served& kind) {
        if (kind.name == wanted) found = &kind;
    });
    if (found == nullptr) throw Malformed("no such kind");
    found->run(message, out);
}

// Answer messages until `bye` or the end of the input. Throws Malformed.
void serve() {
    std::string line;
    Writer out;
    while (std::getline(std::cin, line)) {
        const Json message = Json::parse(line);
        const auto& type = message["t"].as<std::string>();
        if (type == "bye") return;
        out.text.clear();
        if (type == "hello")
            hello(out);
        else if (type == "run")
            run_of_a_kind(message, out);
        else
            throw Malformed("no such message");
        out.text += '\n';
        std::fwrite(out.text.data(), 1, out.text.size(), stdout);
        std::fflush(stdout);
    }
}

}  // namespace

}  // namespace slotproof::driver

int main() {
    std::ios::sync_with_stdio(false);
    try {
        slotproof::driver::serve();
    } catch (const slotproof::driver::Malformed& error) {
        std::cerr << "driver: " << error.what() << '\n';
        return 2;
    }
    return 0;
}
