import type { AdvisoryHit, AdvisoryLookup, PackageTable } from '@stackcheck/datasets/advisories';
import { keyText, mayHold } from '../form/key-filter';
import { PackError } from '../form/pack-error';
import { readDirectory } from './directory';
import { packInMemory, type PackBytes } from './pack-bytes';
import { packNames } from './pack-names';
import { listIn, toHit, toNaming } from './rows';
import { SectionReader } from './section-reader';

/** A pack being asked. Each of its look-ups throws PackError where what it needs of the pack is damaged. */
export interface AdvisoryPack extends AdvisoryLookup {
  /** What is known of all packages at once. */
  readonly table: PackageTable;
  close(): void;
}

/**
 * Opens a pack for look-ups: its directory is read, nothing else. What it says is not proven by that (`openPackSnapshot`).
 * @param pack its bytes, or where they are; closed where it cannot be opened
 * @throws PackError
 */
export function openPack(pack: Uint8Array | PackBytes): AdvisoryPack {
  const bytes = pack instanceof Uint8Array ? packInMemory(pack) : pack;
  try {
    return packOn(bytes);
  } catch (error) {
    bytes.close();
    throw error;
  }
}

function packOn(bytes: PackBytes): AdvisoryPack {
  const { facts, sections, filter } = readDirectory(bytes);
  const packages = new SectionReader(bytes, 'packages', sections.packages);
  const withdrawn = new SectionReader(bytes, 'withdrawn', sections.withdrawn);
  const cves = sections.cves === null ? undefined : new SectionReader(bytes, 'cves', sections.cves);
  let bits: Uint8Array | undefined;
  const isFiled = (key: readonly string[]): boolean => {
    bits ??= bytes.read(filter.at, filter.bytes);
    if (bits.length !== filter.bytes) throw new PackError('truncated', 'it ends within its filter');
    return mayHold(bits, keyText(key));
  };
  const rowsOf = (ecosystem: string, name: string): readonly unknown[] => {
    const key = [ecosystem, name];
    const entry = isFiled(key) ? packages.find(key) : undefined;
    return entry === undefined ? [] : listIn(entry);
  };
  let last: { readonly key: string; readonly hits: readonly AdvisoryHit[] } | undefined;
  const hits = (ecosystem: string, name: string): readonly AdvisoryHit[] => {
    const key = keyText([ecosystem, name]);
    // A reader that goes page by page asks for the same package again.
    if (last?.key !== key) last = { key, hits: rowsOf(ecosystem, name).map(toHit) };
    return last.hits;
  };
  return {
    facts,
    table: packNames(new SectionReader(bytes, 'names', sections.names)),
    hits,
    hitsAfter: (ecosystem, name, id, limit) => {
      const all = hits(ecosystem, name);
      const from = id === null ? 0 : all.findIndex(({ advisory }) => advisory.id > id);
      return from < 0 ? [] : all.slice(from, from + limit);
    },
    count: (ecosystem, name) => rowsOf(ecosystem, name).length,
    isWithdrawn: (id) => withdrawn.find([id]) !== undefined,
    naming: (cve, limit) => {
      if (cves === undefined) return undefined;
      const entry = cves.find([cve]);
      return entry === undefined ? [] : listIn(entry).slice(0, limit).map(toNaming);
    },
    close: () => bytes.close(),
  };
}
