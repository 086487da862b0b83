import type { Steps } from './steps';

/** Short enough for code that runs for the first time. */
const SLICE_BYTES = 16_384;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * `JSON.parse` of an object's UTF-8 bytes in steps, for documents whose bulk is the elements of their top-level lists. The
 * lists are parsed some elements at a time; all that stands around them is parsed in the end.
 * @throws SyntaxError or TypeError where the bytes are no JSON or no UTF-8; not always at the place that is wrong
 */
export function* parseSteps(bytes: Uint8Array, sliceBytes = SLICE_BYTES): Steps<unknown> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (from: number, to: number): string => decoder.decode(bytes.subarray(from, to));
  const lists: unknown[][] = [];
  let list: unknown[] | undefined;
  const take = (from: number, to: number, mayBeEmpty: boolean): void => {
    const elements = JSON.parse(`[${decode(from, to)}]`) as unknown[];
    if (elements.length === 0 && !mayBeEmpty) throw new SyntaxError('an element is missing at a comma');
    for (const element of elements) list!.push(element);
  };

  let around = '';
  let aroundFrom = 0;
  let sliceFrom = 0;
  let lastStepAt = 0;
  let depth = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (isText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) {
      isText = true;
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      depth++;
      if (depth !== 2 || byte !== OPEN_LIST || bytes[0] !== OPEN_OBJECT) continue;
      // The number of the list stands in its place until the end.
      around += decode(aroundFrom, at + 1) + String(lists.length);
      list = [];
      sliceFrom = at + 1;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      if (depth === 2 && list) {
        take(sliceFrom, at, list.length === 0);
        lists.push(list);
        list = undefined;
        aroundFrom = at;
      }
      depth--;
    } else if (byte === COMMA && depth === 2 && list && at - sliceFrom >= sliceBytes) {
      take(sliceFrom, at, false);
      sliceFrom = at + 1;
      lastStepAt = at;
      yield;
    }
    if (at - lastStepAt >= 4 * sliceBytes) {
      lastStepAt = at;
      yield;
    }
  }
  const document: unknown = JSON.parse(around + decode(aroundFrom, bytes.length));
  if (lists.length > 0) putBack(document as object, lists);
  return document;
}

function putBack(document: object, lists: readonly (readonly unknown[])[]): void {
  for (const value of Object.values(document) as unknown[]) {
    if (!Array.isArray(value)) continue;
    const elements = lists[value.pop() as number]!;
    for (const element of elements) value.push(element);
  }
}
