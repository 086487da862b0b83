import { FORM, MAGIC, SECTIONS, TRAILER_BYTES, type Directory, type SectionBlocks } from '../form/layout';
import { PackError } from '../form/pack-error';
import type { PackBytes } from './pack-bytes';
import { parsePacked, unpack } from './unpack';

/**
 * Reads what a pack says about itself. Nothing in it is believed: every place lies within the pack, and columns are as long as each
 * other.
 * @throws PackError
 */
export function readDirectory(bytes: PackBytes): Directory {
  requireMagic(bytes.read(0, MAGIC.length), 'begin');
  if (bytes.length < MAGIC.length + TRAILER_BYTES) throw new PackError('truncated', 'it ends after its beginning');
  const trailer = bytes.read(bytes.length - TRAILER_BYTES, TRAILER_BYTES);
  requireEnd(trailer.subarray(8));
  const lengths = new DataView(trailer.buffer, trailer.byteOffset, 8);
  const [packed, raw] = [lengths.getUint32(0, true), lengths.getUint32(4, true)];
  const at = bytes.length - TRAILER_BYTES - packed;
  if (at < MAGIC.length) throw new PackError('damaged', 'its directory is longer than the whole');
  const what = 'its directory';
  const directory = parsePacked(unpack(bytes, { at, packed, raw }, what).toString('utf8'), what);
  if (!isDirectory(directory, at)) throw new PackError('damaged', 'its directory has another shape');
  return directory;
}

function requireMagic(found: Uint8Array, where: string): void {
  const name = MAGIC.length - 1;
  if (MAGIC.subarray(0, name).some((byte, at) => found[at] !== byte)) {
    throw new PackError('not_a_pack', `it does not ${where} as a pack does`);
  }
  if (found[name] === undefined) throw new PackError('truncated', 'it ends within its first bytes');
  if (found[name] !== FORM) {
    throw new PackError('unknown_form', `it is of form ${found[name]}; this version reads form ${FORM}`);
  }
}

function requireEnd(found: Uint8Array): void {
  if (MAGIC.some((byte, at) => found[at] !== byte)) throw new PackError('truncated', 'it does not end as a pack does');
}

function isDirectory(value: unknown, end: number): value is Directory {
  if (!hasMembers(value)) return false;
  const { facts, sections, filter } = value;
  if (!hasMembers(facts) || !isCount(facts['records']) || !hasMembers(facts['ecosystems'])) return false;
  if (!Object.values(facts['ecosystems']).every(isCount)) return false;
  if (!hasMembers(filter) || !isWithin(filter['at'], filter['bytes'], end)) return false;
  if (!hasMembers(sections)) return false;
  return SECTIONS.every((name) => {
    const blocks = sections[name];
    return blocks === null ? name === 'cves' : isSection(blocks, end);
  });
}

function isSection(value: unknown, end: number): value is SectionBlocks {
  if (!hasMembers(value)) return false;
  const { first, packed, raw, at } = value;
  if (!Array.isArray(first) || !Array.isArray(packed) || !Array.isArray(raw) || !Array.isArray(at)) return false;
  if (packed.length !== first.length || raw.length !== first.length || at.length !== first.length) return false;
  return (
    first.every((key) => Array.isArray(key) && key.every((part) => typeof part === 'string')) &&
    raw.every(isCount) &&
    at.every((begin, n) => isWithin(begin, packed[n], end))
  );
}

function isWithin(at: unknown, bytes: unknown, end: number): boolean {
  return isCount(at) && isCount(bytes) && at >= MAGIC.length && at + bytes <= end;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function hasMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
