import type { CooperativeTask } from './cooperative-task';

/** Short enough for code that runs for the first time. */
const SLICE_BYTES = 16_384;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * `JSON.parse` of an object's UTF-8 bytes in steps, for documents whose bulk is the elements of their top-level lists. The
 * lists are parsed some elements at a time; all that stands around them is parsed in the end.
 * @throws SyntaxError or TypeError where the bytes are no JSON or no UTF-8; not always at the place that is wrong
 */
export function* parseSteps(bytes: Uint8Array, sliceBytes = SLICE_BYTES): CooperativeTask<unknown> {
  const reader = new SliceReader(bytes, sliceBytes);
  while (!reader.readOn()) yield;
  return reader.document();
}

/** Goes over the bytes once. Apart from the generator, whose loops run slowly until they have run for long. */
class SliceReader {
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });
  private readonly lists: unknown[][] = [];
  /** The list that is being read. */
  private list: unknown[] | undefined;
  /** What stands around the lists, each of them as its number. */
  private around = '';
  private aroundFrom = 0;
  private sliceFrom = 0;
  private at = 0;
  private depth = 0;
  private isText = false;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly sliceBytes: number,
  ) {}

  /** Reads about one slice. @returns whether that was the last one */
  readOn(): boolean {
    const { bytes, sliceBytes } = this;
    // A long element has no end in sight; its bytes are gone over piece by piece.
    const pauseAt = Math.min(bytes.length, this.at + 4 * sliceBytes);
    let { at, depth, isText } = this;
    let isCut = false;
    for (; at < pauseAt && !isCut; at++) {
      const byte = bytes[at];
      if (isText) {
        if (byte === BACKSLASH) at++;
        else if (byte === QUOTE) isText = false;
      } else if (byte === QUOTE) {
        isText = true;
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        depth++;
        if (depth === 2 && byte === OPEN_LIST && bytes[0] === OPEN_OBJECT) this.beginList(at);
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        if (depth === 2 && this.list) this.endList(at, this.list);
        depth--;
      } else if (byte === COMMA && depth === 2 && this.list && at - this.sliceFrom >= sliceBytes) {
        this.take(this.list, at, false);
        this.sliceFrom = at + 1;
        isCut = true;
      }
    }
    this.at = at;
    this.depth = depth;
    this.isText = isText;
    return at >= bytes.length;
  }

  /** Once everything is read. */
  document(): unknown {
    const document: unknown = JSON.parse(this.around + this.decode(this.aroundFrom, this.bytes.length));
    if (this.lists.length > 0) putBack(document as object, this.lists);
    return document;
  }

  private beginList(at: number): void {
    // The number of the list stands in its place until the end.
    this.around += this.decode(this.aroundFrom, at + 1) + String(this.lists.length);
    this.list = [];
    this.sliceFrom = at + 1;
  }

  private endList(at: number, list: unknown[]): void {
    this.take(list, at, list.length === 0);
    this.lists.push(list);
    this.list = undefined;
    this.aroundFrom = at;
  }

  private take(list: unknown[], to: number, mayBeEmpty: boolean): void {
    const elements = JSON.parse(`[${this.decode(this.sliceFrom, to)}]`) as unknown[];
    if (elements.length === 0 && !mayBeEmpty) throw new SyntaxError('an element is missing at a comma');
    for (const element of elements) list.push(element);
  }

  private decode(from: number, to: number): string {
    return this.decoder.decode(this.bytes.subarray(from, to));
  }
}

function putBack(document: object, lists: readonly (readonly unknown[])[]): void {
  for (const value of Object.values(document) as unknown[]) {
    if (!Array.isArray(value)) continue;
    const elements = lists[value.pop() as number]!;
    for (const element of elements) value.push(element);
  }
}
