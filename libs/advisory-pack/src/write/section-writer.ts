import { deflateRawSync } from 'node:zlib';
import { BLOCK_BYTES, type SectionBlocks } from '../form/layout';

/** With 9 a pack is 3 % smaller and takes half as long again to write. */
const LEVEL = 6;

/** Where the next bytes of a pack will stand. */
export interface Position {
  at: number;
}

/** Files entries into blocks. A block is given out as soon as it is full. */
export class SectionWriter {
  private readonly first: (readonly string[])[] = [];
  private readonly packed: number[] = [];
  private readonly raw: number[] = [];
  private readonly at: number[] = [];
  private lines: string[] = [];
  private chars = 0;

  constructor(private readonly position: Position) {}

  /** @param text the JSON of an entry; keys must ascend */
  *add(key: readonly string[], text: string): Generator<Uint8Array, void> {
    if (this.lines.length > 0 && this.chars + text.length > BLOCK_BYTES) yield* this.end();
    if (this.lines.length === 0) this.first.push(key);
    this.lines.push('\n', text);
    this.chars += text.length + 1;
  }

  /** Closes the last block. */
  *end(): Generator<Uint8Array, void> {
    if (this.lines.length === 0) return;
    const raw = Buffer.from(this.lines.join(''));
    const packed = deflateRawSync(raw, { level: LEVEL });
    this.at.push(this.position.at);
    this.packed.push(packed.length);
    this.raw.push(raw.length);
    this.position.at += packed.length;
    this.lines = [];
    this.chars = 0;
    yield packed;
  }

  blocks(): SectionBlocks {
    const { first, packed, raw, at } = this;
    return { first, packed, raw, at };
  }
}
