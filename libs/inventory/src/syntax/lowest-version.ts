import { compareVersions, leadingNumbers } from '@stackcheck/eol-core/matching';

/** What `>18` excludes: every 18.x (npm, Composer has no such rule), or 18 alone, so that 18.0.1 is in it. */
export type Exclusion = 'line' | 'version';

/** Longer ranges are not read. */
const LENGTH_MAX = 1000;

/**
 * The lowest version that a range allows, as far as it is written: `^18.12 || >=20` → `18.12`, `>=3.8,<4` → `3.8`, `18.x` → `18`. Null
 * where it names none (`*`, `<4`) or is no range. Reads ranges of npm, Composer, Cargo, RubyGems, PEP 440 and NuGet's plain versions:
 * alternatives are separated by `||` or `|`, conditions by blanks or commas.
 */
export function lowestVersion(range: string, exclusion: Exclusion = 'line'): string | null {
  if (range.length > LENGTH_MAX) return null;
  let lowest: string | null = null;
  for (const alternative of range.split(/\|\|?/)) {
    const lower = lowerBound(alternative.trim(), exclusion);
    if (lower === null) return null;
    if (lowest === null || isLower(lower, lowest)) lowest = lower;
  }
  return lowest;
}

const CONDITION = /(>=|<=|~>|~=|===?|!=|[<>=^~])?\s*[vV]?(\d[\w.*+!-]*|[*xX](?:\.[*xX\d]+)*(?![\w*]))[\s,]*/y;

/** The highest of the lower bounds of conditions that hold together. */
function lowerBound(conditions: string, exclusion: Exclusion): string | null {
  const [, from] = /^[vV]?(\d\S*)\s+-\s+\S+$/.exec(conditions) ?? [];
  if (from !== undefined) return withoutWildcard(from);
  let bound: string | null = null;
  for (let at = 0; at < conditions.length; at = CONDITION.lastIndex) {
    CONDITION.lastIndex = at;
    const [, operator = '', version = ''] = CONDITION.exec(conditions) ?? [];
    if (version === '') return null;
    if (operator === '<' || operator === '<=' || operator === '!=') continue;
    const written = withoutWildcard(version);
    const lower = operator === '>' && exclusion === 'line' && written !== null ? nextLine(written) : written;
    if (lower !== null && (bound === null || isLower(bound, lower))) bound = lower;
  }
  return bound;
}

/** `18.x` and `18.*` → `18`; nothing is left of `*`. */
function withoutWildcard(version: string): string | null {
  const bare = version.replace(/(?:^|\.)[*xX](?:\.[*xX\d]+)*$/, '');
  return bare === '' ? null : bare;
}

/** The first version that is not of the line named: `18` → `19`, `18.2` → `18.3`. */
function nextLine(version: string): string {
  const numbers = /^\d+(?:\.\d+)*$/.exec(version) === null ? undefined : leadingNumbers(version);
  if (numbers === undefined) return version;
  return numbers.map((number, index) => (index === numbers.length - 1 ? number + 1 : number)).join('.');
}

function isLower(a: string, b: string): boolean {
  return compareVersions(leadingNumbers(a) ?? [], leadingNumbers(b) ?? []) < 0;
}
