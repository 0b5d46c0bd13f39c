// Validates an input of the mahjong simulator in testlib's manner: exit code 0 if it is valid, 3
// with a message if not. --group NAME: the limits of that subtask must hold as well. C++17.
#include <iostream>
#include <iterator>
#include <map>
#include <string>

using std::string;

static int fail(int line, const string &words) {
    std::cerr << "FAIL line " << line << ": " << words << "\n";
    return 3;
}

int main(int argc, char **argv) {
    const int TILES = 148, SPECIALS = 12;
    std::map<string, int> left = {{"PASS", 4}, {"REVERSE", 4}, {"DOUBLE", 4}};
    for (const char suit : string("MPS"))
        for (char number = '1'; number <= '9'; number++)
            left[string(1, number) + suit] = 4;
    for (const char honour : string("ESWNBFZ"))
        left[string(1, honour)] = 4;
    bool specials_last = false;
    for (int i = 1; i + 1 < argc; i++)
        specials_last |= string(argv[i]) == "--group" && string(argv[i + 1]) == "specials-last";

    const string text(std::istreambuf_iterator<char>(std::cin), {});
    size_t at = 0;
    for (int line = 1; line <= TILES; line++) {
        const size_t end = text.find('\n', at);
        if (end == string::npos)
            return fail(line, "expected 148 lines, each ended by a newline");
        const string kind = text.substr(at, end - at);
        if (left.count(kind) == 0)
            return fail(line, "'" + kind + "' is no tile");
        if (left[kind]-- == 0)
            return fail(line, "a fifth tile " + kind);
        if (specials_last && line <= TILES - SPECIALS && kind.size() > 2)
            return fail(line, kind + " before the last 12 tiles");
        at = end + 1;
    }
    return at == text.size() ? 0 : fail(TILES + 1, "expected the end of the file");
}
