/* What languages and sanitizers print, and the line in it that is hers. */
#include "judge/fuzz/fuzz_report.h"
#include "tests/unit/support.h"
#include "tests/unit/test.h"

#include <stdio.h>
#include <string.h>

static const char frames[] =
    "    #0 0x4a in memcpy interceptors.inc:8\n"
    "    #1 0x4b in std::vector::at /usr/include/c++/12/stl_vector.h:1153\n"
    "    #2 0x4c in play(int) /home/me/not-mine.cpp:3\n"
    "    #3 0x4d in play(int) /home/me/mine.cpp:57:9\n"
    "    #4 0x4e in main /home/me/mine.cpp:90\n";

/* `report`: the frames stand behind it. */
static const struct {
    const char *errors, *source, *what;
    uint32_t line;
    bool report;
} cases[] = {
    {"", "mine.cpp", NULL, 0, false},
    {"debug: mine.cpp:3\n", "mine.cpp", NULL, 0, false},
    {"Traceback (most recent call last):\n  File \"/home/me/mine.py\", line 9, in <module>\n    "
     "f()\n"
     "  File \"/home/me/mine.py\", line 3, in f\n    return heapq.heappop([])\n"
     "  File \"/usr/lib/heapq.py\", line 7, in heappop\n    x\nIndexError: index out of range\n",
     "../me/mine.py", "IndexError: index out of range", 3, false},
    {"Traceback (most recent call last):\n  File \"<string>\", line 1, in <module>\nKeyError: 2\n",
     "mine.py", NULL, 0, false},
    {"Exception in thread \"main\" java.lang.RuntimeException: no\n\tat "
     "java.util.List.get(List.java:4)\n"
     "\tat Main.play(Main.java:31)\n\tat Main.main(Main.java:8)\n",
     "Main.java", "java.lang.RuntimeException: no", 31, false},
    {"thread 'main' panicked at mine.rs:12:5:\nindex out of bounds: the len is 2\nnote: run with\n",
     "mine.rs", "index out of bounds: the len is 2", 12, false},
    {"panic: runtime error: index out of range [5]\n\ngoroutine 1 [running]:\nmain.main()\n"
     "\t/home/me/mine.go:8 +0x1d\n",
     "mine.go", "runtime error: index out of range [5]", 8, false},
    {"mine.cpp:4:31: runtime error: index 7 out of bounds for type 'int [3]'\n", "mine.cpp",
     "index 7 out of bounds for type 'int [3]'", 4, false},
    {"/usr/include/c++/12/stl_vector.h:4:31: runtime error: reference\nmine.cpp:6:1: runtime "
     "error: x\n",
     "mine.cpp", "x", 6, false},
    {"/usr/include/c++/12/stl_vector.h:4:31: runtime error: reference binding to null pointer\n",
     "mine.cpp", "reference binding to null pointer", 57, true},
    {"/usr/include/c++/12/debug/vector:442:\nIn function:\n    std::vector::operator[]\n\n"
     "Error: attempt to subscript container with out-of-bounds index 4.\n\nObjects involved\n"
     "==7==ERROR: AddressSanitizer: ABRT on unknown address\n",
     "mine.cpp", "attempt to subscript container with out-of-bounds index 4.", 57, true},
    {"/usr/include/c++/12/bits/basic_string.h:1221: std::__cxx11::basic_string<_CharT>::reference "
     "std::__cxx11::basic_string<_CharT>::operator[]: Assertion '__pos <= size()' failed.\n"
     "==7==ERROR: AddressSanitizer: ABRT on unknown address\n",
     "mine.cpp", "uses an element that a std::string does not have", 57, true},
    {"/usr/include/c++/12/bits/stl_stack.h:295: void std::stack<_Tp, _Sequence>::pop() "
     "[with _Tp = int; _Sequence = std::deque<int>]: Assertion '!this->empty()' failed.\n"
     "==7==ERROR: AddressSanitizer: ABRT on unknown address\n",
     "mine.cpp", "uses an element that a std::stack does not have", 57, true},
    {"/usr/include/c++/12/optional:480: std::optional<_Tp>::operator*(): "
     "Assertion 'this->_M_is_engaged()' failed.\n"
     "==7==ERROR: AddressSanitizer: ABRT on unknown address\n",
     "mine.cpp", "Assertion 'this->_M_is_engaged()' failed.", 57, true},
    {"==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x1\nREAD of size 4 at 0x1\n",
     "mine.cpp", "reads outside a block of memory", 57, true},
    {"==7==ERROR: AddressSanitizer: stack-buffer-overflow on address 0x1\nWRITE of size 4 at 0x1\n"
     "  This frame has 1 object(s):\n    [32, 44) 'hand' (line 12) <== Memory access at offset "
     "44\n",
     "mine.cpp", "writes outside an array: 'hand'", 57, true},
    {"==7==ERROR: AddressSanitizer: stack-buffer-overflow on address 0x1\nWRITE of size 4 at 0x1\n"
     "    [48, 84) '<unknown>' <== Memory access at offset 84\n",
     "mine.cpp", "writes outside an array", 57, true},
    {"==7==ERROR: AddressSanitizer: global-buffer-overflow on address 0x1\nREAD of size 4 at 0x1\n"
     "0x1 is located 0 bytes to the right of global variable 'seen' defined in 'mine.cpp:5:5'\n",
     "mine.c", NULL, 0, false},
    {"==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x1\nREAD of size 4 at 0x1\n",
     "mine.cpp", "reads memory that was freed", 57, true},
    {"==7==ERROR: AddressSanitizer: attempting double-free on 0x1\n", "mine.cpp",
     "frees memory twice", 57, true},
    {"==7==ERROR: AddressSanitizer: FPE on unknown address\n", "mine.cpp", "divides by 0", 57,
     true},
    {"terminate called after throwing an instance of 'std::out_of_range'\n  what(): no\n"
     "==7==ERROR: AddressSanitizer: ABRT on unknown address\n",
     "mine.cpp", "throws 'std::out_of_range', which nobody catches", 57, true},
    {"==7==ERROR: AddressSanitizer: ABRT on unknown address\n", "mine.cpp", "gives up (abort)", 57,
     true},
    {"==7==ERROR: AddressSanitizer: new-kind on address\n", "mine.cpp", "new-kind", 57, true},
    {"==7== Conditional jump or move depends on uninitialised value(s)\n"
     "==7==    at 0x48E: std::ostream::operator<<(int) (in /usr/lib/libstdc++.so.6)\n"
     "==7==    by 0x109: choose(int*) (mine.cpp:9)\n==7==    by 0x10A: main (mine.cpp:20)\n",
     "mine.cpp", "uses a value that was never set", 9, false},
    {"==7== Syscall param write(buf) points to uninitialised byte(s)\n"
     "==7==    at 0x48E: write (write.c:26)\n==7==    by 0x109: main (mine.c:12)\n",
     "mine.c", "uses a value that was never set", 12, false},
    {"==7== Invalid read of size 4\n==7==    at 0x10A: main (mine.c:3)\n", "mine.c",
     "reads outside a block of memory", 3, false},
    {"==7== Invalid write of size 1\n==7==    at 0x10A: main (mine.c:4)\n", "mine.c",
     "writes outside a block of memory", 4, false},
    {"an uninitialised value\nsee mine.c:4\n", "mine.c", NULL, 0, false},
};

TEST(the_innermost_line_of_her_own_file_is_told_with_what_happened)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        FREED_BY(nf_fault_line_free) struct nf_fault_line fault = {0};
        char errors[2000];
        snprintf(errors, sizeof errors, "%s%s", cases[i].errors, cases[i].report ? frames : "");
        nf_fault_line_read(errors, cases[i].source, &fault);
        assert_int_equal(fault.line, cases[i].line);
        if (cases[i].what != NULL)
            assert_string_equal(nf_text_terminated(&fault.what), cases[i].what);
        else
            assert_int_equal(fault.what.size, 0);
    }
}

TEST(whatever_a_program_writes_is_one_line_that_can_be_shown)
{
    static const char *const pieces[] = {"Traceback (most recent call last):",
                                         "mine.py",
                                         "\", line ",
                                         "ERROR: AddressSanitizer: ",
                                         "SEGV",
                                         "ABRT ",
                                         "\nError: ",
                                         "std::",
                                         ": Assertion '",
                                         "size()",
                                         ":",
                                         "'",
                                         "terminate called after throwing an instance of ",
                                         "7",
                                         "\n",
                                         ": runtime error: ",
                                         "==7== uninitialised value",
                                         ": warning: ",
                                         " [-W",
                                         " panicked at ",
                                         "panic: ",
                                         "global variable '",
                                         "<== Memory access",
                                         "\033[31m",
                                         "\xff",
                                         "99999999999999999999"};
    uint64_t random = nf_test_seed();
    for (uint32_t i = 0; i < nf_test_often(1000, 2000, 100000); i++) {
        char errors[400] = "";
        FREED_BY(nf_fault_line_free) struct nf_fault_line fault = {0};
        for (uint64_t count = nf_test_random(&random) % 20; count > 0; count--)
            strncat(errors, pieces[nf_test_random(&random) % (sizeof pieces / sizeof *pieces)],
                    sizeof errors - strlen(errors) - 1);
        nf_fault_line_read(errors, "mine.py", &fault);
        for (size_t at = 0; at < fault.what.size; at++)
            assert_true((unsigned char)fault.what.data[at] >= ' ');
        assert_true(fault.line > 0 || fault.what.size == 0);
        FREED_BY(nf_warnings_free) struct nf_warnings warnings = {0};
        nf_warnings_read(errors, "mine.py", (uint32_t)nf_test_random(&random) % 9, &warnings);
        for (uint32_t k = 0; k < warnings.count; k++)
            for (size_t at = 0; at < warnings.list[k].what.size; at++)
                assert_true((unsigned char)warnings.list[k].what.data[at] >= ' ');
    }
}

/* ---- warnings ---- */

#define WARNS(line, what, option) "../mine.cpp:" line ":9: warning: " what " [-W" option "]\n"

/* The lines and texts of the warnings in what a compiler says, where the program breaks down in
 * `line`. */
static void warns(const char *said, uint32_t line, const char *expected)
{
    FREED_BY(nf_warnings_free) struct nf_warnings warnings = {0};
    FREED_BY(nf_text_free) struct nf_text found = {0};
    nf_warnings_read(said, "mine.cpp", line, &warnings);
    for (uint32_t i = 0; i < warnings.count; i++)
        nf_text_format(&found, "%u %.*s\n", warnings.list[i].line, (int)warnings.list[i].what.size,
                       warnings.list[i].what.data);
    assert_string_equal(nf_text_terminated(&found), expected);
}

TEST(warnings_of_the_line_where_it_breaks_down_come_first_then_those_that_hint_at_a_fault)
{
    static const char said[] = "../mine.cpp: In function 'int main()':\n" WARNS(
        "3", "unused variable 'x'", "unused-variable")
        WARNS("4", "comparison of different signedness",
              "sign-compare") "    4 |     for (int i = 0; i < v.size() - 1; i++)\n"
                              "/usr/include/c++/12/vector:8:9: warning: a library "
                              "[-Wparentheses]\n" WARNS("5", "suggest parentheses", "parentheses")
                                  WARNS("9", "'best' may be used uninitialized",
                                        "maybe-uninitialized") "../mine.cpp:7:9: note: 'best' was "
                                                               "declared here\n" WARNS(
                                                                   "9",
                                                                   "'best' may be "
                                                                   "used "
                                                                   "uninitialized",
                                                                   "maybe-"
                                                                   "uninitialized")
                                                                   WARNS(
                                                                       "11",
                                                                       "value computed is not used",
                                                                       "unused-value")
                                                                       WARNS("12",
                                                                             "no return statement",
                                                                             "return-type");
    warns("", 0, "");
    warns(said, 0,
          "5 suggest parentheses\n9 'best' may be used uninitialized\n"
          "11 value computed is not used\n");
    warns(said, 12,
          "12 no return statement\n5 suggest parentheses\n"
          "9 'best' may be used uninitialized\n");
    warns(said, 4,
          "4 comparison of different signedness\n5 suggest parentheses\n"
          "9 'best' may be used uninitialized\n");
}
