import { deflateRawSync, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { MemoryAdvisoryFiles, place, someAdvisory } from '@stackcheck/datasets/testing';
import type { Directory } from './form/layout';
import { indexPack, openPack, PackError, type PackFaultCode } from './index';
import { packOf } from './testing';

async function small(): Promise<Buffer> {
  const files = new MemoryAdvisoryFiles();
  const builder = files.create();
  builder.put(someAdvisory('GHSA-1', { aliases: ['CVE-2024-1000'], packages: [place('npm', 'lodash')] }));
  builder.put(someAdvisory('GHSA-2', { withdrawn: '2026-01-03T00:00:00Z', packages: [place('Go', 'x/y')] }));
  return packOf(await files.open(builder.finish()));
}

/** Asks for everything that a pack can be asked for. */
function askAll(bytes: Uint8Array): void {
  const pack = openPack(bytes);
  const index = indexPack(pack, true);
  for (const name of ['lodash', 'lodahs']) {
    index.advisoriesOf('npm', [name]);
    index.similarTo?.('npm', [name]);
    index.isListed('npm', [name]);
  }
  index.advisoriesOf('Go', ['x/y']);
  index.isWithdrawn?.('GHSA-2');
  index.naming('CVE-2024-1000');
}

function faultOf(run: () => void): PackFaultCode | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof PackError) return error.code;
    throw error;
  }
}

/** The same pack with another directory. */
function withDirectory(bytes: Buffer, change: (directory: Directory) => unknown): Buffer {
  const at = bytes.length - 16;
  const begin = at - bytes.readUInt32LE(at);
  const directory = JSON.parse(inflateRawSync(bytes.subarray(begin, at)).toString()) as Directory;
  const raw = Buffer.from(JSON.stringify(change(directory)));
  return sealed(bytes.subarray(0, begin), raw);
}

function sealed(before: Uint8Array, rawDirectory: Uint8Array): Buffer {
  const packed = deflateRawSync(rawDirectory);
  const lengths = Buffer.alloc(8);
  lengths.writeUInt32LE(packed.length, 0);
  lengths.writeUInt32LE(rawDirectory.length, 4);
  return Buffer.concat([before, packed, lengths, before.subarray(0, 8)]);
}

/** The same pack with other text in its first block of packages. */
function withBlock(bytes: Buffer, text: string, raw = Buffer.byteLength(text)): Buffer {
  const packed = deflateRawSync(text);
  return withDirectory(Buffer.concat([bytes.subarray(0, 8), packed, bytes.subarray(8)]), (directory) => {
    const { packages, ...sections } = directory.sections;
    const moved = { first: [['Go', 'x/y']], at: [8], packed: [packed.length], raw: [raw] };
    return { ...directory, filter: { at: 8, bytes: 0 }, sections: { ...sections, packages: moved, unused: packages } };
  });
}

describe('a pack that is not as it was written', () => {
  let good: Buffer;
  beforeAll(async () => void (good = await small()));

  it('is read as it was written', () => {
    expect(faultOf(() => askAll(good))).toBeUndefined();
  });

  it('is refused wherever it was cut', () => {
    const codes = new Set<PackFaultCode | undefined>();
    for (let length = 0; length < good.length; length++) codes.add(faultOf(() => askAll(good.subarray(0, length))));

    expect([...codes].sort()).toEqual(['not_a_pack', 'truncated']);
  });

  it('is refused or read, whichever byte is another, and never ends otherwise', () => {
    const codes = new Set<PackFaultCode | undefined>();
    for (let at = 0; at < good.length; at++) {
      for (const bits of [0x01, 0x80, 0xff]) {
        const altered = Buffer.from(good);
        altered[at] = altered[at]! ^ bits;
        codes.add(faultOf(() => askAll(altered)));
      }
    }

    expect(codes).toEqual(new Set([undefined, 'damaged', 'not_a_pack', 'truncated', 'unknown_form']));
  });

  it('is refused when it is another file (property)', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(['not_a_pack', 'truncated']).toContain(faultOf(() => askAll(bytes)));
      }),
    );
    expect(faultOf(() => askAll(Buffer.from('{"data":{}}')))).toBe('not_a_pack');
    expect(faultOf(() => askAll(Buffer.concat([good, Buffer.from('\n')])))).toBe('truncated');
  });

  it('is refused when it is of a later form', () => {
    const later = Buffer.from(good);
    later[7] = later[later.length - 1] = 2;

    expect(() => openPack(later)).toThrow('it is of form 2; this version reads form 1');
  });

  it('is not unpacked beyond what its directory says, nor beyond the bound', () => {
    const bomb = ' '.repeat(32 * 1024 * 1024);
    const mib = 1024 * 1024;
    // The packs are made before what is looked at, since their buffers may go at any time or not at all.
    const packs: readonly (readonly [pack: Buffer, mostBytes: number])[] = [
      [withBlock(good, bomb, 1_000), 16 * mib],
      [withBlock(good, '\n["npm","lodash",[]]', 2 ** 31), 16 * mib],
      [sealed(good.subarray(0, 8), Buffer.from(bomb)), 80 * mib],
    ];

    for (const [pack, mostBytes] of packs) {
      const before = process.memoryUsage().arrayBuffers;

      expect(faultOf(() => askAll(pack))).toBe('damaged');
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(mostBytes);
    }
  });

  it.each([
    ['no list', '\n["npm","lodash"]'],
    ['a number', '\n["npm","lodash",1]'],
    ['no JSON', '\n["npm","lodash",'],
    ['an empty row', '\n["npm","lodash",[[]]]'],
    ['a row of nulls', '\n["npm","lodash",[[null,null,null,null,null,null,null,null,null,null]]]'],
    ['an object', '\n["npm","lodash",[{"__proto__":null}]]'],
    ['aliases that are no texts', '\n["npm","lodash",[["A","m",null,null,null,null,null,null,[1],"*"]]]'],
    ['another severity', '\n["npm","lodash",[["A","m",null,null,"worst",null,null,null,[],"*"]]]'],
    ...[
      '',
      '{}',
      '[1]',
      '[[1]]',
      '[[null,1]]',
      '[[null,[1]]]',
      '[[null,[[1]]]]',
      '[[null,[],[1]]]',
      '[[null,[],[],1]]',
    ].map((spec) => [
      `the spec ${spec}`,
      `\n["npm","lodash",${JSON.stringify([['A', 'm', null, null, null, null, null, null, [], spec]])}]`,
    ]),
  ])('is refused where an entry is %s', (_what, text) => {
    expect(faultOf(() => askAll(withBlock(good, text!)))).toBe('damaged');
  });

  it.each<[string, (directory: Directory) => unknown]>([
    ['null', () => null],
    ['a list', () => []],
    ['without facts', ({ facts: _facts, ...rest }) => rest],
    ['without sections', ({ sections: _sections, ...rest }) => rest],
    ['without packages', (directory) => ({ ...directory, sections: { ...directory.sections, packages: null } })],
    ['with a filter beyond its end', (directory) => ({ ...directory, filter: { at: 8, bytes: 1e9 } })],
    ['with a filter before its beginning', (directory) => ({ ...directory, filter: { at: -8, bytes: 8 } })],
    ['with records that are no number', (directory) => ({ ...directory, facts: { ...directory.facts, records: '1' } })],
    ['with half a record', (directory) => ({ ...directory, facts: { ...directory.facts, records: 0.5 } })],
    [
      'with columns of unlike lengths',
      (directory) => ({
        ...directory,
        sections: { ...directory.sections, packages: { ...directory.sections.packages, raw: [] } },
      }),
    ],
    [
      'with keys that are no texts',
      (directory) => ({
        ...directory,
        sections: { ...directory.sections, packages: { ...directory.sections.packages, first: [[1]] } },
      }),
    ],
  ])('is refused with a directory that is %s', (_what, change) => {
    expect(faultOf(() => openPack(withDirectory(good, change)))).toBe('damaged');
  });
});
