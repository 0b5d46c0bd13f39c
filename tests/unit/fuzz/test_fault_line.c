/* What languages and sanitizers print, and the line in it that is hers. */
#include "fuzz/fault_line.h"
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
    }
}
