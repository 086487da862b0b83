import { deflateRawSync } from 'node:zlib';
import { HEAVY_FROM, type AdvisoryReader, type FiledAdvisory, type NamedByCve } from '@stackcheck/datasets/advisories';
import { KeyFilterBuilder, keyText } from '../form/key-filter';
import { MAGIC, TRAILER_BYTES, type Directory, type HitRow, type NameRow, type NamingRow } from '../form/layout';
import { SectionWriter, type Position } from './section-writer';

/** What a pack is made of: the orderly passages through an index. */
export type PackSource = Pick<AdvisoryReader, 'facts' | 'filed' | 'withdrawnIds' | 'named'>;

/**
 * The pack of an index, piece by piece. In memory are the texts of a block, the names of one ecosystem, and two hashes of each package.
 * The same advisories give the same bytes with the same zlib.
 */
export function* packChunks(source: PackSource): Generator<Uint8Array, void, undefined> {
  const position: Position = { at: MAGIC.length };
  yield MAGIC;
  const [packages, names, withdrawn] = [
    new SectionWriter(position),
    new SectionWriter(position),
    new SectionWriter(position),
  ];
  const filter = new KeyFilterBuilder();
  let listed: { readonly ecosystem: string; readonly rows: NameRow[] } | undefined;
  for (const { ecosystem, name, rows } of byPackage(source.filed())) {
    if (listed?.ecosystem !== ecosystem) {
      if (listed !== undefined) yield* addNames(names, listed);
      listed = { ecosystem, rows: [] };
    }
    filter.add(keyText([ecosystem, name]));
    yield* packages.add([ecosystem, name], JSON.stringify([ecosystem, name, rows]));
    const malware = rows.filter(([id]) => id.startsWith('MAL-')).length;
    if (malware < rows.length || rows.length >= HEAVY_FROM) listed.rows.push([name, rows.length, malware]);
  }
  if (listed !== undefined) yield* addNames(names, listed);
  yield* packages.end();
  yield* names.end();
  for (const id of source.withdrawnIds()) yield* withdrawn.add([id], JSON.stringify([id]));
  yield* withdrawn.end();
  const named = source.named();
  const cves = named && new SectionWriter(position);
  if (cves !== undefined) {
    for (const { cve, rows } of byCve(named!)) yield* cves.add([cve], JSON.stringify([cve, rows]));
    yield* cves.end();
  }
  const bits = filter.build();
  yield bits;
  yield* ending({
    facts: source.facts,
    sections: {
      packages: packages.blocks(),
      names: names.blocks(),
      withdrawn: withdrawn.blocks(),
      cves: cves?.blocks() ?? null,
    },
    filter: { at: position.at, bytes: bits.length },
  });
}

function* addNames(
  names: SectionWriter,
  { ecosystem, rows }: { readonly ecosystem: string; readonly rows: readonly NameRow[] },
): Generator<Uint8Array, void> {
  if (rows.length > 0) yield* names.add([ecosystem], JSON.stringify([ecosystem, rows]));
}

function* ending(directory: Directory): Generator<Uint8Array, void> {
  const raw = Buffer.from(JSON.stringify(directory));
  const packed = deflateRawSync(raw, { level: 9 });
  yield packed;
  const trailer = Buffer.alloc(TRAILER_BYTES);
  trailer.writeUInt32LE(packed.length, 0);
  trailer.writeUInt32LE(raw.length, 4);
  trailer.set(MAGIC, 8);
  yield trailer;
}

interface FiledPackage {
  readonly ecosystem: string;
  readonly name: string;
  readonly rows: HitRow[];
}

function* byPackage(filed: Iterable<FiledAdvisory>): Generator<FiledPackage, void> {
  let current: FiledPackage | undefined;
  for (const { ecosystem, name, advisory, spec } of filed) {
    if (current === undefined || current.name !== name || current.ecosystem !== ecosystem) {
      if (current !== undefined) yield current;
      current = { ecosystem, name, rows: [] };
    }
    const { id, modified, published, withdrawn, severity, score, vector, summary, aliases } = advisory;
    current.rows.push([id, modified, published, withdrawn, severity, score, vector, summary, aliases, spec]);
  }
  if (current !== undefined) yield current;
}

function* byCve(named: Iterable<NamedByCve>): Generator<{ readonly cve: string; readonly rows: NamingRow[] }, void> {
  let current: { readonly cve: string; readonly rows: NamingRow[] } | undefined;
  for (const { cve, advisory } of named) {
    if (current?.cve !== cve) {
      if (current !== undefined) yield current;
      current = { cve, rows: [] };
    }
    const { id, summary, severity, withdrawn } = advisory;
    current.rows.push([id, summary, severity, withdrawn]);
  }
  if (current !== undefined) yield current;
}
