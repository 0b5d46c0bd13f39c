# libninefold as it is installed: what a program in C or C++ needs is there, and nothing else.
load ../helpers

setup() {
    BUILT=$(dirname "$(realpath "$NINEFOLD")")
    [ -e "$BUILT/libninefold.a" ] || skip "this build has no libninefold: make library builds it"
}

# install: what make install puts below root/usr, without building anything.
install() {
    env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s -C "$TESTS/.." BUILD="$BUILT" -o all -o library -o man \
        DESTDIR="$PWD/root" PREFIX=/usr install-library
    export PKG_CONFIG_SYSROOT_DIR=$PWD/root PKG_CONFIG_PATH=$PWD/root/usr/lib/pkgconfig
    export PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1 PKG_CONFIG_ALLOW_SYSTEM_LIBS=1
}

@test "the header's example builds by pkg-config, shared and static, in C and C++, and says what run says" {
    install
    awk '/^ \*     /{ sub(/^ \*     /, ""); print }' "$TESTS/../src/lib/ninefold.h" >example
    {
        echo '#include <ninefold.h>'
        echo '#include <stdio.h>'
        echo 'int main(void) {'
        cat example
        echo 'return 0; }'
    } >example.c
    nf run -q -n 5 --games 20k --json run.json >/dev/null
    python3 -c "
import json
table = json.load(open('run.json'))['tables'][0]
names = [column['name'] for column in table['columns']]
for row in table['rows']:
    seat = dict(zip(names, row))
    rate, low, high = (100 * seat['loss_rate' + end] for end in ('', '_low', '_high'))
    print(f'seat {seat[\"seat\"]}: {rate:.3f}%, from {low:.3f} to {high:.3f}')
" >expected
    [ "$(wc -l <example)" -gt 10 ]
    {
        cc -Wall -Wextra -Werror -std=c11 example.c -o shared $(pkg-config --cflags --libs ninefold)
        LD_LIBRARY_PATH=root/usr/lib ./shared | diff expected -
        rm root/usr/lib/libninefold.so
        cc -Wall -Wextra -Werror -std=c11 example.c -o static $(pkg-config --static --cflags --libs ninefold)
        ./static | diff expected -
        c++ -Wall -Werror -std=c++20 -x c++ -fsyntax-only example.c $(pkg-config --cflags ninefold)
    }
}

@test "the library shows the functions of its header and no other symbol, needs no more than the C library, xxHash and Jansson, and bears its name" {
    grep -o 'ninefold_[a-z_]*(' "$TESTS/../src/lib/ninefold.h" | tr -d '(' | sort -u >declared
    nm -D --defined-only "$BUILT"/libninefold.so.1 | awk '{ print $3 }' | sort | diff declared -
    nm -g --defined-only "$BUILT"/libninefold.a | awk 'NF == 3 { print $3 }' | sort | diff declared -
    objdump -p "$BUILT"/libninefold.so.1 >headers
    grep -q 'SONAME *libninefold.so.1$' headers
    run ! grep -Ev 'lib(c|m|xxhash|jansson|pthread)\.so|ld-linux' <(grep NEEDED headers)
}

@test "a host keeps its own allocator of Jansson while the library is loaded, used and unloaded" {
    cc -Wall -Wextra -Werror -g "$TESTS/cli/library/host.c" -I "$TESTS/../src/lib" -o host -ljansson -ldl
    told ./host "$BUILT/libninefold.so.1"
    [ "$status" -eq 0 ] && [ "$output" = "all is the host's" ] || complain "$stderr"
}

@test "make all brings a libninefold that is there up to date" {
    env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -n -C "$TESTS/.." BUILD="$BUILT" -W src/lib/open.c all >planned
    grep -q 'libninefold\.so\.1$' planned || complain "$(head -n 5 planned)"
}
