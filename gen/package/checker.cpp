// Compares an output with the answer, word by word, in testlib's manner: checker INPUT OUTPUT
// ANSWER. Exit code 0 if they are the same but for white space, 1 with a message if not. C++17.
#include <fstream>
#include <iostream>
#include <string>

static int wrong(long number, const std::string &why) {
    std::cerr << "wrong answer word " << number << ": " << why << "\n";
    return 1;
}

int main(int argc, char **argv) {
    if (argc < 4) {
        std::cerr << "FAIL expected INPUT OUTPUT ANSWER\n";
        return 3;
    }
    std::ifstream output(argv[2]), answer(argv[3]);
    if (!output || !answer) {
        std::cerr << "FAIL a file cannot be read\n";
        return 3;
    }
    std::string found, expected;
    long number = 1;
    for (; answer >> expected; number++) {
        if (!(output >> found))
            return wrong(number, "the output ends");
        if (found != expected)
            return wrong(number, "found '" + found.substr(0, 40) + "', expected '" +
                                     expected.substr(0, 40) + "'");
    }
    if (output >> found)
        return wrong(number, "expected the end of the output");
    std::cerr << "ok " << number - 1 << " words\n";
}
