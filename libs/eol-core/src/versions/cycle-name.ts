import { inOrderOfRelease, spellHalfYears, type CycleNumbering } from './cycle-numbering';
import { compareVersions } from './version-order';

/** A cycle's name taken apart: `galaxy-s26-ultra` is number 26 of the series `galaxy s` on the track `ultra`. */
export interface CycleName {
  /** The words before the first number; cycles of different series have no order by their names. */
  readonly series: string;
  /** All words, in one order: `claude-3-5-sonnet` and `claude-sonnet-4` are the same family. */
  readonly family: string;
  readonly numbers: readonly number[];
  /** What follows the numbers as a service pack does: `sp2`, `r2`, `u7`. */
  readonly patches: readonly Patch[];
  /** The rest, an edition that has cycles of its own: `lts`, `e`, `windows`; empty for most. */
  readonly track: string;
}

interface Patch {
  readonly word: string;
  readonly number: number;
}

/** Words with a number that stand for a later state of the same version; `al2` also of a runtime without one. */
const PATCH = /^(?:sp|r|u|al)\d+$/;
const SYSTEM = /^al\d+$/;
/** A day of this century, which says when a version was built and not which one it is. */
const BUILD_DAY = /^20\d{6}$/;

/** Takes the name of a cycle apart. Total: every text has a series, numbers and a track, all of which may be empty. */
export function parseCycleName(name: string, numbering: CycleNumbering): CycleName {
  const series: string[] = [];
  const numbers: number[] = [];
  const patches: Patch[] = [];
  const track: string[] = [];
  const parts = spellHalfYears(name.toLowerCase(), numbering).split(/[\s\-_.:]+/);
  for (const part of parts.filter((text) => text !== '' && !BUILD_DAY.test(text))) {
    const [, word = '', digits = '', rest = ''] = /^(\D*)(\d*)(.*)$/s.exec(part) ?? [];
    const isPatch = numbers.length > 0 ? PATCH.test(part) : series.length > 0 && SYSTEM.test(part);
    if (track.length > 0) track.push(part);
    else if (isPatch) patches.push({ word, number: Number(digits) });
    else if (numbers.length === 0 && digits === '') series.push(word);
    else if (numbers.length === 0 || (/^\d+$/.test(part) && patches.length === 0)) {
      if (word !== '') series.push(word);
      numbers.push(Number(digits));
      if (rest !== '') track.push(rest);
    } else track.push(part);
  }
  return {
    series: series.join(' '),
    family: [...series, ...track].sort().join(' '),
    numbers: inOrderOfRelease(numbers, numbering),
    patches,
    track: track.join(' '),
  };
}

/**
 * Orders cycles of one series or family. Negative: `a` is the older one; positive: `b` is; 0: neither, or their names do
 * not say.
 */
export function compareCycleNames(a: CycleName, b: CycleName): number {
  if (a.series !== b.series && a.family !== b.family) return 0;
  return compareVersions(a.numbers, b.numbers) || comparePatches(a.patches, b.patches);
}

/** Orders service packs; 0 also where they are of different kinds. */
export function comparePatches(a: readonly Patch[], b: readonly Patch[]): number {
  for (const [at, one] of a.entries()) {
    const other = b[at];
    if (other === undefined) return 1;
    if (one.word !== other.word) return 0;
    if (one.number !== other.number) return one.number - other.number;
  }
  return a.length - b.length;
}
