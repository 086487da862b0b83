import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { UpstreamShapeError } from '@stackcheck/datasets/fetch';
import fc from 'fast-check';
import { zipOf, type PackedFile } from '../testing/zip-writer';
import { FileWindow } from './file-window';
import { zipDirectory } from './zip-directory';
import { unpack } from './zip-unpack';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stackcheck-zip-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const pathOf = () => join(folder, 'all.zip');
const write = (bytes: Uint8Array) => writeFileSync(pathOf(), bytes);

/** Names and contents of all files of the archive, or why they cannot be had. @param together how many are unpacked at once */
async function texts(together = Infinity): Promise<[string, string][]> {
  const handle = openSync(pathOf(), 'r');
  const found: [string, string][] = [];
  try {
    const archive = new FileWindow(handle);
    for await (const batch of zipDirectory(pathOf(), 16 * 2 ** 30)) {
      for (let at = 0; at < batch.length; at += together) {
        const entries = batch.slice(at, at + together);
        unpack(entries, archive, 8 * 1024 * 1024).forEach((content, n) => {
          const text = content instanceof Uint8Array ? Buffer.from(content).toString() : content.fault;
          found.push([entries[n]!.name, text]);
        });
      }
    }
    return found;
  } finally {
    closeSync(handle);
  }
}

const A: PackedFile = { name: 'GHSA-1.json', bytes: Buffer.from('{"id":"GHSA-1"}') };
const B: PackedFile = { name: 'GHSA-2.json', bytes: Buffer.from('{"id":"GHSA-2"}') };

/** A file that is sound, or with one thing wrong. */
const packedFile: fc.Arbitrary<PackedFile> = fc
  .record({
    text: fc.string({ maxLength: 200 }),
    wrong: fc.constantFrom('nothing', 'nothing', 'crc32', 'size', 'packed', 'method', 'flags', 'cut'),
    value: fc.nat(300),
  })
  .map(({ text, wrong, value }) => {
    const file = { name: '', bytes: Buffer.from(text) };
    const packed = deflateRawSync(file.bytes);
    if (wrong === 'nothing') return file;
    if (wrong === 'packed') return { ...file, packed: Buffer.alloc(value, 7) };
    if (wrong === 'cut') return { ...file, packed: packed.subarray(0, value % packed.length) };
    return {
      ...file,
      stated: { [wrong]: wrong === 'method' ? 8 + (value % 2) : wrong === 'flags' ? value % 2 : value },
    };
  });

describe('an archive on disk', () => {
  const bomb = deflateRawSync(Buffer.alloc(64 * 1024 * 1024));

  it.each<[what: string, file: PackedFile, fault: string]>([
    ['states a larger file than is read', { ...B, stated: { size: 9_000_000 } }, 'it is larger than 8388608 bytes'],
    ['hides a large file behind a small size', { ...B, packed: bomb }, 'it cannot be unpacked'],
    ['states another size', { ...B, stated: { size: 3 } }, 'it cannot be unpacked'],
    ['states a larger size', { ...B, stated: { size: 99 } }, 'it has another size than its archive says'],
    ['states another checksum', { ...B, stated: { crc32: 7 } }, 'it has another checksum than its archive says'],
    ['holds what cannot be unpacked', { ...B, packed: Buffer.from('not deflated') }, 'it cannot be unpacked'],
    ['packs in another way', { ...B, stated: { method: 99 } }, 'its packing 99 is unknown'],
    ['is encrypted', { ...B, stated: { flags: 1 } }, 'it is encrypted'],
  ])('that %s gives its other files', async (_what, file, fault) => {
    write(zipOf([A, file, { ...A, name: 'GHSA-3.json' }]));

    expect(await texts()).toEqual([
      ['GHSA-1.json', '{"id":"GHSA-1"}'],
      ['GHSA-2.json', fault],
      ['GHSA-3.json', '{"id":"GHSA-1"}'],
    ]);
  });

  it('may hold folders and files that are not packed', async () => {
    write(
      zipOf([
        { name: 'x/', bytes: Buffer.alloc(0) },
        { ...A, packed: A.bytes, stated: { method: 0 } },
      ]),
    );

    expect(await texts()).toEqual([['GHSA-1.json', '{"id":"GHSA-1"}']]);
  });

  const whole = zipOf([A, B]);
  const changed = (at: number, byte: number): Buffer => {
    const copy = Buffer.from(whole);
    copy[at] = byte;
    return copy;
  };

  it.each<[string, Buffer, string]>([
    ['empty', Buffer.alloc(0), 'is no sound archive'],
    ['JSON', Buffer.from('{}'), 'is no sound archive'],
    ['zeros', Buffer.alloc(5_000), 'is no sound archive'],
    ['cut off in its directory', whole.subarray(0, whole.length - 30), 'is no sound archive'],
    ['cut off in its files', Buffer.concat([whole.subarray(40)]), ''],
    ['followed by something', Buffer.concat([whole, Buffer.from('tail')]), 'is no sound archive'],
    ['without a header of a file', changed(0, 0), 'has a file whose header is missing'],
    ['with a damaged directory', changed(whole.indexOf('PK\x01\x02'), 0), 'is no sound archive'],
    [
      'with a name that leads out',
      zipOf([A, { ...B, name: '../../x.json' }]),
      'is no sound archive: invalid relative path',
    ],
    ['with an absolute name', zipOf([{ ...A, name: '/etc/x.json' }]), 'is no sound archive: absolute path'],
    ['with a name of Windows', zipOf([{ ...A, name: 'C:\\x.json' }]), 'is no sound archive'],
    ['with a file beyond its end', zipOf([{ ...A, stated: { localOffset: 1_000_000 } }]), 'is cut off'],
    ['with a file longer than itself', zipOf([A, { ...B, stated: { packedSize: 100_000 } }]), 'is cut off'],
    [
      'that unpacks to more than is believed',
      zipOf(Array.from({ length: 5 }, (_, n) => ({ ...A, name: `${n}.json`, stated: { size: 0xffff_fff0 } }))),
      'unpacks to more than',
    ],
  ])('%s is refused with its reason', async (_what, bytes, reason) => {
    write(bytes);

    const failed = texts();

    await expect(failed).rejects.toThrow(UpstreamShapeError);
    await expect(failed).rejects.toThrow(new RegExp(`^${reason}`));
  });

  it('with files that span the pieces in which they are read, many, large and empty ones, gives them in their order', async () => {
    const small = Array.from({ length: 3_000 }, (_, n) => ({
      name: `G-${n}.json`,
      bytes: Buffer.from(`${n}`.repeat(99)),
    }));
    const numbers = Array.from({ length: 400_000 }, (_, n) => (n * 7919) % 9973).join();
    const files = [
      ...small,
      { name: 'large.json', bytes: Buffer.from(numbers) },
      { name: 'none.json', bytes: Buffer.alloc(0) },
      A,
    ];
    write(zipOf(files));

    expect(await texts()).toEqual(files.map(({ name, bytes }) => [name, bytes.toString()]));
  });

  it('is unpacked together as each file is by itself, whatever is wrong with some', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(packedFile, { maxLength: 12 }), async (files) => {
        write(zipOf(files.map((file, n) => ({ ...file, name: `${n}.json` }))));

        expect(await texts()).toEqual(await texts(1));
      }),
    );
  });

  it('whose files run into each other gives the faults of each', async () => {
    // A stored block (RFC 1951 §3.2.4) that goes on through what stands between the two when they are unpacked together.
    const [before, after] = [Buffer.from('AAAA'), Buffer.from('BBBB')];
    const trailer = (checksum: number, size: number) => Buffer.from(Uint32Array.of(checksum, size).buffer);
    const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
    const swallowed = Buffer.concat([before, trailer(7, 13), header, after]);
    const block = Buffer.from([1, swallowed.length, 0, ~swallowed.length, 0xff]);
    write(
      zipOf([
        { ...A, packed: Buffer.concat([block, before]), stated: { crc32: 7, size: 13 } },
        { ...B, packed: Buffer.concat([after, trailer(crc32(swallowed), 26)]), stated: { crc32: 0x100, size: 13 } },
      ]),
    );

    expect((await texts()).map(([, fault]) => fault)).toEqual(['it cannot be unpacked', 'it cannot be unpacked']);
  });
});
