import type { Mutant } from './mutant';
import { isNoticed, type Tried } from './tried';

/** What must be noticed of all that was tried, in percent. */
export const NOTICED_PERCENT_MIN = 95;

/** The figures of an area, or of all. */
export interface Score {
  readonly tried: number;
  readonly noticed: number;
  readonly percent: number;
}

/** A mutant that makes the tests run forever is noticed; one that no test reaches is not. */
export function scoreOf(all: readonly Tried[]): Score {
  const counted = all.filter(({ outcome }) => outcome !== 'lost');
  const noticed = counted.filter(({ outcome }) => isNoticed(outcome)).length;
  const percent = counted.length === 0 ? 100 : (100 * noticed) / counted.length;
  return { tried: counted.length, noticed, percent };
}

/** What became of a mutant: one line when it was noticed, with who did, else the change, too. */
export function lineOf({ mutant, outcome }: Tried, reason = ''): string {
  if (!isNoticed(outcome)) return `${outcome.padEnd(9)} ${changeOf(mutant)}${reason && `\n  ${short(reason)}`}`;
  return `${outcome.padEnd(9)} ${mutant.file}:${mutant.line} ${mutant.mutator}${reason && ` by ${reason}`}`;
}

/** Those that no test noticed, as a change of a line each. */
export function survivorsOf(all: readonly Tried[]): string {
  return all
    .filter(({ outcome }) => outcome === 'survived' || outcome === 'uncovered')
    .map(({ mutant, outcome }) => `${outcome} ${changeOf(mutant)}\n`)
    .join('');
}

/** A mutant for people: where, what and what instead. */
export function changeOf({ file, line, mutator, original, replacement }: Mutant): string {
  return `${file}:${line} ${mutator}\n  - ${short(original)}\n  + ${short(replacement)}`;
}

/** A line per area and one for all. */
export function tableOf(areas: readonly (readonly [name: string, tried: readonly Tried[]])[]): string {
  const rows = [...areas, ['all', areas.flatMap(([, tried]) => tried)] as const].map(([name, tried]) => {
    const { tried: count, noticed, percent } = scoreOf(tried);
    const timeouts = tried.filter(({ outcome }) => outcome === 'timeout').length;
    const lost = tried.length - count;
    return [
      name.padEnd(14),
      `${noticed}/${count}`.padStart(9),
      `${percent.toFixed(1)} %`.padStart(8),
      timeouts > 0 ? `  ${timeouts} by time-out` : '',
      lost > 0 ? `  ${lost} could not be tried` : '',
    ].join('');
  });
  return `${rows.join('\n')}\n`;
}

const SHORT = 160;

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > SHORT ? `${line.slice(0, SHORT)} …` : line;
}
