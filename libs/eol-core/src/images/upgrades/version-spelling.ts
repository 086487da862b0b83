import type { Cycle } from '../../products/product';
import { plainNumbers } from '../../versions/version-order';

/** What a tag says of a release cycle, and how it is said. */
export interface SaidVersion {
  /** As the tag says it. */
  readonly text: string;
  /** The cycle that it was found in. */
  readonly cycle: Cycle;
  /** Whether the text is one of the words that the table knows for the cycle (`bookworm`), apart from its label. */
  readonly isWord: boolean;
}

/**
 * How a tag that says one version may say another cycle in the same way, the closest way first and the cycle's label last:
 * a word for a word (`trixie` for `bookworm`), a letter before it (`v1.35` for `v1.29`), a number without its dot (`84` for
 * `82`), and as many numbers (`24.11.1`, which is the newest of its cycle, for `18.20.4`; `8` for `6`, where that means 8.2).
 * @param words by which tags name the cycle, apart from its label
 */
export function spellCycle(said: SaidVersion, to: Cycle, words: readonly string[]): readonly string[] {
  const lower = said.text.toLowerCase();
  const prefix = /^v\d/.test(lower) ? 'v' : '';
  const label = prefix + to.name.toLowerCase();
  if (said.isWord) return distinct([...words, label]);
  if (isWithoutDot(lower, said.cycle)) return distinct([to.name.replace('.', ''), label]);

  const like = prefix + numbersLike(lower.slice(prefix.length), said.cycle, to);
  return distinct(numbersOf(to) === 0 ? [...words, like, label] : [like, label, ...words]);
}

/** As many numbers of the cycle, or of the newest version in it, as the text has of its own cycle. */
function numbersLike(text: string, from: Cycle, to: Cycle): string {
  const label = numbersOf(to);
  const own = numbersOf(from);
  if (label === 0 || own === 0) return to.name;
  const said = /^\d+(?:\.\d+)*/.exec(text)?.[0] ?? '';
  const rest = text[said.length];
  const depth = said.split('.').length;
  const more = depth - own;
  // What follows the numbers (`8u472`, `17.0.8_7`) is of that version only; a pre-release (`-rc1`) is followed by a release.
  if (more === 0 || (rest !== undefined && rest !== '-')) return to.name;
  if (more < 0) return rest === undefined ? firstNumbers(to.name, depth) : to.name;
  const latest = to.latest?.name ?? '';
  const isOfCycle = latest.startsWith(to.name) && /^(?:\.\d+)*$/.test(latest.slice(to.name.length));
  return isOfCycle ? firstNumbers(latest, label + more) : to.name;
}

/** A version of numbers with dots, cut after so many of them. */
function firstNumbers(version: string, count: number): string {
  let end = -1;
  for (let n = 0; n < count; n++) {
    end = version.indexOf('.', end + 1);
    if (end < 0) return version;
  }
  return version.slice(0, end);
}

/** Found once for each cycle of a snapshot. */
const numbers = new WeakMap<Cycle, number>();

/** How many numbers a cycle's name is of; 0 where it is none of numbers alone. */
function numbersOf(cycle: Cycle): number {
  let known = numbers.get(cycle);
  if (known === undefined) numbers.set(cycle, (known = plainNumbers(cycle.name)?.length ?? 0));
  return known;
}

/** `82` of the cycle 8.2. */
function isWithoutDot(text: string, { name }: Cycle): boolean {
  return text.length === name.length - 1 && text === name.replace('.', '');
}

/** Whether a version says more than the label of its cycle: it may be gone where anything else of the image changes. */
export function isPinned(text: string, { name }: Cycle): boolean {
  const said = text.toLowerCase().replace(/^v(?=\d)/, '');
  return said !== name.toLowerCase() && said.startsWith(name.toLowerCase());
}

function distinct(texts: readonly string[]): readonly string[] {
  return texts.filter((text, at) => texts.indexOf(text) === at);
}
