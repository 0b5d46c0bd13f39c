// Zip files: as many small files as fit into memory, deflated by the browser.
'use strict';

const zip = (() => {
    const LOCAL = 0x04034b50, CENTRAL = 0x02014b50, END = 0x06054b50; // what parts begin with
    const VERSION = 20, UNIX = 3 << 8, DEFLATED = 8, NEW_YEAR = 46 << 9 | 1 << 5 | 1; // of 2026

    const table = Uint32Array.from({ length: 256 }, (_, byte) => {
        for (let bit = 0; bit < 8; bit++) byte = byte & 1 ? 0xedb88320 ^ byte >>> 1 : byte >>> 1;
        return byte;
    });
    function checksum(bytes) {
        let crc = -1;
        for (const byte of bytes) crc = table[(crc ^ byte) & 255] ^ crc >>> 8;
        return ~crc >>> 0;
    }

    // Numbers of 2 or 4 bytes, as [size, value] in their order.
    function packed(...numbers) {
        const view = new DataView(new ArrayBuffer(numbers.reduce((sum, [size]) => sum + size, 0)));
        let at = 0;
        for (const [size, value] of numbers) {
            if (size === 2) view.setUint16(at, value, true);
            else view.setUint32(at, value, true);
            at += size;
        }
        return view;
    }

    // What comes out of a stream, the first `most` bytes.
    async function drain(stream, most) {
        const parts = [], reader = stream.getReader();
        for (let left = most, next; left > 0 && !(next = await reader.read()).done; left -= next.value.length)
            parts.push(next.value.subarray(0, left));
        reader.cancel();
        return new Uint8Array(await new Blob(parts).arrayBuffer());
    }
    const deflated = bytes => drain(new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw')), Infinity);

    // Of files, each {name, text} and perhaps {runs: true}, with names in ASCII.
    async function write(files) {
        const parts = [], listed = [];
        let offset = 0, listSize = 0;
        for (const { name, text, runs } of files) {
            const bytes = new TextEncoder().encode(text), data = await deflated(bytes);
            const common = [[2, VERSION], [2, 0], [2, DEFLATED], [2, 0], [2, NEW_YEAR], [4, checksum(bytes)],
                [4, data.length], [4, bytes.length], [2, name.length], [2, 0]];
            const mode = (runs ? 0o100755 : 0o100644) * 2 ** 16;
            const header = packed([4, LOCAL], ...common);
            const entry = packed([4, CENTRAL], [2, UNIX | VERSION], ...common, [2, 0], [2, 0], [2, 0], [4, mode], [4, offset]);
            parts.push(header, name, data);
            listed.push(entry, name);
            offset += header.byteLength + name.length + data.length;
            listSize += entry.byteLength + name.length;
        }
        const end = packed([4, END], [2, 0], [2, 0], [2, files.length], [2, files.length], [4, listSize], [4, offset], [2, 0]);
        return new Blob([...parts, ...listed, end], { type: 'application/zip' });
    }

    // What is in one: {name, open}, where open(most) unpacks the first `most` bytes of a file, as a Blob.
    // RangeError or TypeError: it is damaged, or none that programs write for files of such a size.
    async function read(blob) {
        const view = new DataView(await blob.arrayBuffer()), files = [];
        let end = view.byteLength - 22;
        while (view.getUint32(end, true) !== END) end--;
        let at = view.getUint32(end + 16, true);
        for (let left = view.getUint16(end + 10, true); left > 0; left--) {
            if (view.getUint32(at, true) !== CENTRAL) throw new RangeError('no entry');
            const [flags, method, nameSize, extraSize, noteSize] = [8, 10, 28, 30, 32].map(place => view.getUint16(at + place, true));
            const [crc, packedSize, size, local] = [16, 20, 24, 42].map(place => view.getUint32(at + place, true));
            const name = new TextDecoder().decode(new Uint8Array(view.buffer, at + 46, nameSize));
            const open = async most => {
                if (flags & 1 || (method !== DEFLATED && method !== 0)) throw new RangeError('not for us');
                const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
                const data = new Blob([new Uint8Array(view.buffer, from, packedSize)]).stream();
                const bytes = await drain(method === 0 ? data : data.pipeThrough(new DecompressionStream('deflate-raw')), most);
                if (size < most && (bytes.length !== size || checksum(bytes) !== crc)) throw new RangeError('damaged');
                return new Blob([bytes]);
            };
            files.push({ name, open });
            at += 46 + nameSize + extraSize + noteSize;
        }
        return files;
    }

    return { write, read };
})();
