import { compareCodePoints } from '@stackcheck/datasets/advisories';
import { keyText } from '../form/key-filter';
import type { Section, SectionBlocks } from '../form/layout';
import { PackError } from '../form/pack-error';
import type { PackBytes } from './pack-bytes';
import { parsePacked, unpack } from './unpack';

/** Blocks that stay unpacked: questions in the order of names meet neighbours. */
const KEPT = 4;

const LINE_FEED = 0x0a;

/** Finds entries of one section: a binary search among the first keys, and one block unpacked. */
export class SectionReader {
  private readonly first: readonly string[];
  private readonly kept = new Map<number, Buffer>();
  /** The last find: the entries that are asked for next stand behind it, mostly. */
  private last = { block: -1, end: 0 };

  constructor(
    private readonly bytes: PackBytes,
    private readonly section: Section,
    private readonly blocks: SectionBlocks,
  ) {
    this.first = blocks.first.map(keyText);
  }

  /** The elements after the key; undefined where there is no such entry. @throws PackError */
  find(key: readonly string[]): readonly unknown[] | undefined {
    const at = this.blockOf(keyText(key));
    if (at < 0) return undefined;
    const block = this.block(at);
    const wanted = Buffer.from(`\n${JSON.stringify(key).slice(0, -1)}`);
    const from = this.last.block === at ? this.last.end : 0;
    const found = placeIn(block, wanted, from) ?? (from === 0 ? undefined : placeIn(block, wanted, 0));
    if (found === undefined) return undefined;
    const lineEnd = block.indexOf(LINE_FEED, found + 1);
    const end = lineEnd < 0 ? block.length : lineEnd;
    this.last = { block: at, end };
    const entry = parsePacked(block.toString('utf8', found + 1, end), `an entry of "${this.section}"`);
    if (Array.isArray(entry)) return entry.slice(key.length) as readonly unknown[];
    throw new PackError('damaged', `an entry of "${this.section}" is no list`);
  }

  /** The last block that begins at or before a key; -1 where all begin after it. */
  private blockOf(key: string): number {
    let [low, high] = [0, this.first.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareCodePoints(this.first[middle] as string, key) <= 0) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  private block(at: number): Buffer {
    const { kept } = this;
    const known = kept.get(at);
    if (known !== undefined) return known;
    const { at: places, packed, raw } = this.blocks;
    const piece = { at: places[at] as number, packed: packed[at] as number, raw: raw[at] as number };
    const block = unpack(this.bytes, piece, `block ${at} of "${this.section}"`);
    const oldest = kept.size < KEPT ? undefined : kept.keys().next().value;
    if (oldest !== undefined) kept.delete(oldest);
    kept.set(at, block);
    return block;
  }
}

/** Where an entry begins, its line feed included. The JSON of an entry has none in it. */
function placeIn(block: Buffer, wanted: Buffer, from: number): number | undefined {
  for (let found = block.indexOf(wanted, from); found >= 0; found = block.indexOf(wanted, found + 1)) {
    const after = block[found + wanted.length];
    if (after === COMMA || after === BRACKET) return found;
  }
  return undefined;
}

const COMMA = 0x2c;
const BRACKET = 0x5d;
