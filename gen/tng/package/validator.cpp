// Validates an input of The Number Game in testlib's manner: exit code 0 if it is valid, 3 with a
// message if not. --group NAME: the limits of that subtask must hold as well. C++17.
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <string>

using std::string;

static string text;
static size_t at = 0;
static int games = 0;

[[noreturn]] static void fail(const string &words) {
    std::cerr << "FAIL line " << games + 1 << ": " << words << "\n";
    std::exit(3);
}

// A number and the byte behind it, a newline if it is the last of its line: every byte counts.
static int read_number(const string &name, int low, int high, bool last) {
    const size_t from = at;
    while (at < text.size() && at < from + 3 && text[at] >= '0' && text[at] <= '9')
        at++;
    const string word = text.substr(from, at - from);
    if (word.empty() || (word.size() > 1 && word[0] == '0'))
        fail("expected " + name);
    const int number = std::stoi(word);
    if (number < low || number > high)
        fail(name + " is " + word + ", expected " + std::to_string(low) + " to " +
             std::to_string(high));
    if (at == text.size() || text[at] != (last ? '\n' : ' '))
        fail(last ? "expected a newline behind " + name : "expected a blank behind " + name);
    at++;
    return number;
}

static bool prime(int p) {
    for (int i = 2; i * i <= p; i++)
        if (p % i == 0)
            return false;
    return p > 2;
}

int main(int argc, char **argv) {
    int most_p = 47, most_r = 6, most_m = 10;
    text.assign(std::istreambuf_iterator<char>(std::cin), {});
    for (int i = 1; i + 1 < argc; i++) {
        const string group = string(argv[i]) == "--group" ? argv[i + 1] : "";
        if (group == "one-round")
            most_r = 1;
        if (group == "small") {
            most_p = 11;
            most_r = most_m = 3;
        }
    }
    for (; text.compare(at, 3, "-1\n") != 0; games++) {
        const int n0 = read_number("n0", 0, 46, false);
        read_number("r", 1, most_r, false);
        const int e = read_number("e", 2, 46, false), p = read_number("p", 3, most_p, false);
        if (!prime(p) || e >= p || n0 >= p)
            fail("expected a prime p, and e and n0 below it");
        // The byte behind m tells whether goals follow.
        const size_t line = text.find('\n', at), blank = text.find(' ', at);
        const int m = read_number("m", 0, most_m, line < blank);
        if ((line < blank) != (m == 0))
            fail("expected m goals");
        for (int i = 0; i < m; i++)
            read_number("a goal", 0, p - 1, i == m - 1);
    }
    if (at + 3 != text.size())
        fail("expected the end of the file behind -1");
    if (games < 1 || games > 1000)
        fail("expected 1 to 1000 games");
}
