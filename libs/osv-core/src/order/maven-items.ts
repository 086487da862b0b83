import { toDigits, type Digits } from './digits';

/** What a Maven version consists of; each hyphen and each change between digits and letters opens a nested list. */
export type Item =
  | { readonly kind: 'number'; readonly digits: Digits }
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'list'; readonly items: Items };
export type Items = readonly Item[];

type OpenList = Item[];

/** Cuts a version into items and drops the ones that say nothing (zeros, `final`, empty lists) from each list's end. */
export function readItems(text: string): Items {
  const root: OpenList = [];
  const lists = [root];
  const open = (): void => {
    if (lists.length > DEPTH_MAX) return;
    const inner: OpenList = [];
    innermost(lists).push({ kind: 'list', items: inner });
    lists.push(inner);
  };

  let afterRun = false;
  const pieces = text.toLowerCase().match(PIECES) ?? [];
  for (const [index, piece] of pieces.entries()) {
    if (piece === '.' || piece === '-') {
      // Nothing between two separators reads as zero.
      if (!afterRun) innermost(lists).push(ZERO);
      if (piece === '-') open();
      afterRun = false;
      continue;
    }
    const isNumber = isDigit(piece);
    const next = pieces[index + 1];
    // A change between digits and letters separates like a hyphen; `.x1` and a last `.x` read as `-x` (MNG-7644).
    if (afterRun || (!isNumber && endsWord(next) && innermost(lists).length > 0)) open();
    innermost(lists).push(isNumber ? { kind: 'number', digits: toDigits(piece) } : toWord(piece, next));
    afterRun = true;
  }
  for (const list of lists.reverse()) dropEmptyEnd(list);
  return root;
}

/** Comparing descends into lists; no real version nests a tenth as deep, and a hostile one must not exhaust the stack. */
const DEPTH_MAX = 200;

const PIECES = /\d+|[.-]|[^\d.-]+/g;
const ZERO: Item = { kind: 'number', digits: '' };

const ALIASES: ReadonlyMap<string, string> = new Map([
  ['ga', ''],
  ['final', ''],
  ['release', ''],
  ['cr', 'rc'],
]);
const SHORT: ReadonlyMap<string, string> = new Map([
  ['a', 'alpha'],
  ['b', 'beta'],
  ['m', 'milestone'],
]);

/** Whether a word is the last of the text or touches a number. */
const endsWord = (next: string | undefined) => next === undefined || isDigit(next);

/** `a1` is `alpha1`, but `a` alone is only a word. */
function toWord(piece: string, next: string | undefined): Item {
  const long = next !== undefined && isDigit(next) ? SHORT.get(piece) : undefined;
  return { kind: 'word', word: long ?? ALIASES.get(piece) ?? piece };
}

/** From the end, empty items go until one that is neither empty nor a list. */
function dropEmptyEnd(list: OpenList): void {
  for (let index = list.length - 1; index >= 0; index--) {
    const item = list[index] as Item;
    if (isEmpty(item)) list.splice(index, 1);
    else if (item.kind !== 'list') break;
  }
}

function isEmpty(item: Item): boolean {
  if (item.kind === 'list') return item.items.length === 0;
  return item.kind === 'number' ? item.digits === '' : item.word === '';
}

const innermost = (lists: readonly OpenList[]) => lists[lists.length - 1] as OpenList;

const isDigit = (piece: string) => /^\d/.test(piece);
