import { compareDigits, compareText, toDigits, type Digits } from './digits';
import type { VersionOrder } from './version-order';

/** Epoch, and upstream version and revision as words and numbers in turn. */
export interface DebianKey {
  readonly epoch: Digits;
  readonly upstream: readonly string[];
  readonly revision: readonly string[];
}

/** dpkg's order (deb-version(7)) for Debian, Ubuntu and opam: `[epoch:]upstream[-revision]`. */
export const debian: VersionOrder<DebianKey> = {
  name: 'dpkg',
  parse: readDebian,
  compare: (a, b) =>
    compareDigits(a.epoch, b.epoch) || compareParts(a.upstream, b.upstream) || compareParts(a.revision, b.revision),
  accepts: (text) => /^(?=\D*\d)[0-9A-Za-z.+:~-]+$/.test(text),
};

function readDebian(text: string): DebianKey {
  const [, epoch = '', rest = ''] = /^(?:(\d+):)?(.*)$/s.exec(text) ?? [];
  const hyphen = rest.lastIndexOf('-');
  return {
    epoch: toDigits(epoch),
    upstream: readParts(hyphen === -1 ? rest : rest.slice(0, hyphen)),
    revision: readParts(hyphen === -1 ? '' : rest.slice(hyphen + 1)),
  };
}

/** Word, number, word, number … A missing part is the empty word or zero, so such pairs at the end are dropped. */
function readParts(text: string): readonly string[] {
  const parts: string[] = [];
  for (const [, word = '', number = ''] of text.matchAll(/([^0-9]*)([0-9]*)/g)) {
    parts.push(toSortable(word), toDigits(number));
  }
  while (parts.length > 0 && parts[parts.length - 1] === '' && parts[parts.length - 2] === END) parts.length -= 2;
  return parts;
}

/** dpkg sorts `~` below the end of a word, then letters, then everything else; code points are moved to match that. */
const TILDE = '\u0001';
const END = '\u0002';
const ABOVE_LETTERS = 256;

function toSortable(word: string): string {
  if (word === '') return END;
  if (word === '.') return DOT;
  let sortable = '';
  for (let index = 0; index < word.length; index++) {
    const code = word.charCodeAt(index);
    if (code === 126) sortable += TILDE;
    else if (isLetter(code)) sortable += word[index];
    else sortable += String.fromCharCode(code + ABOVE_LETTERS);
  }
  return sortable + END;
}

const DOT = String.fromCharCode(46 + ABOVE_LETTERS) + END;

const isLetter = (code: number) => (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

function compareParts(a: readonly string[], b: readonly string[]): number {
  const longest = Math.max(a.length, b.length);
  for (let index = 0; index < longest; index += 2) {
    const sign = compareText(a[index] ?? END, b[index] ?? END) || compareDigits(a[index + 1] ?? '', b[index + 1] ?? '');
    if (sign !== 0) return sign;
  }
  return 0;
}
