#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using std::set;
using std::string;
using std::vector;

static string text, group;
static size_t at = 0;

[[noreturn]] static void fail(const string &words) {
    const auto line = 1 + std::count(text.begin(), text.begin() + at, '\n');
    std::cerr << "FAIL line " << line << ": " << words << "\n";
    std::exit(INVALID);
}

// Every byte counts.
static void skip(const string &bytes, const string &name) {
    if (text.compare(at, bytes.size(), bytes) != 0)
        fail(string("expected a ") + (bytes == " " ? "blank" : "newline") + " before " + name);
    at += bytes.size();
}

[[maybe_unused]] static bool comes(const string &bytes) {
    return text.compare(at, bytes.size(), bytes) == 0;
}

static void start(int argc, char **argv) {
    text.assign(std::istreambuf_iterator<char>(std::cin), {});
    for (int i = 1; i + 1 < argc; i++)
        if (string(argv[i]) == "--group")
            group = argv[i + 1];
}

static void finish() {
    if (at != text.size())
        fail("expected the end of the file");
}

static string token(const string &before, const string &name) {
    skip(before, name);
    const size_t from = at;
    at = std::min(text.find_first_of(" \t\r\n", from), text.size());
    return text.substr(from, at - from);
}

static string range(int low, int high) {
    return ", expected " + std::to_string(low) + " to " + std::to_string(high);
}

[[maybe_unused]] static int number(const string &before, const string &name, int low, int high) {
    const string found = token(before, name);
    if (found.empty() || found.find_first_not_of("0123456789") != string::npos ||
        found.size() > 9 || (found[0] == '0' && found.size() > 1) || std::stoi(found) < low ||
        std::stoi(found) > high)
        fail(name + " is '" + found + "'" + range(low, high));
    return std::stoi(found);
}

[[maybe_unused]] static string letters(const string &before, const string &name, int low,
                                       int high) {
    const string found = token(before, name);
    const auto letter = [](char byte) {
        return (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z');
    };
    if (!std::all_of(found.begin(), found.end(), letter) || (int)found.size() < low ||
        (int)found.size() > high)
        fail(name + " is '" + found + "'" + range(low, high) + " letters");
    return found;
}

[[maybe_unused]] static string word(const string &before, const string &name,
                                    const set<string> &words) {
    const string found = token(before, name);
    if (words.count(found) == 0)
        fail(name + ": there is no '" + found + "'");
    return found;
}

[[maybe_unused]] static set<string> split(const string &words) {
    std::istringstream in(words);
    return {std::istream_iterator<string>(in), {}};
}

[[maybe_unused]] static void below(const string &name, int value, const string &other, int limit) {
    if (value >= limit)
        fail(name + " is " + std::to_string(value) + ", expected less than " + other);
}

[[maybe_unused]] static void listed(const string &name, int value, const set<int> &values) {
    if (values.count(value) == 0)
        fail(name + " is " + std::to_string(value) + ", which it may not be");
}

[[maybe_unused]] static void between(const string &name, int count, int low, int high) {
    if (count < low || count > high)
        fail(name + ": " + std::to_string(count) + " of them" + range(low, high));
}

[[maybe_unused]] static void copies(const string &name, const vector<string> &found,
                                    const set<string> &words, int count) {
    for (const string &word : words)
        if (std::count(found.begin(), found.end(), word) != count)
            fail(name + ": expected " + std::to_string(count) + " of " + word);
}

[[maybe_unused]] static void at_most(const string &subtask, const string &name, int value,
                                     int limit) {
    if (group == subtask && value > limit)
        fail(name + " is " + std::to_string(value) + ", too much in the subtask " + group);
}

[[maybe_unused]] static void without(const string &subtask, const string &name,
                                     const vector<string> &found, const set<string> &words) {
    for (const string &word : found)
        if (group == subtask && words.count(word) > 0)
            fail(name + ": " + word + " is not in the subtask " + group);
}
