import type { AffectedSpec, EventKind, RangeEvent, VersionRange } from './types';

/**
 * What one advisory says about one package, as a short text for an index: `*` for every version, otherwise JSON, one
 * array for each suffix: `[suffix, [[kind, version, kind, version …] …], [version …], [import path …]]`, without empty ends. What was
 * written before there were import paths reads as if none were known.
 */
export function writeSpec(affected: readonly AffectedSpec[]): string {
  const [only] = affected;
  if (only !== undefined && affected.length === 1 && isEverything(only)) return EVERYTHING;
  return JSON.stringify(
    affected.map(({ suffix, ranges, versions, imports = [] }) =>
      dropEmptyEnd([suffix, flatten(ranges), versions, imports]),
    ),
  );
}

/** The inverse of `writeSpec`. Throws on a text that it did not write. */
export function readSpec(text: string): readonly AffectedSpec[] {
  if (text === EVERYTHING) return [ALL_VERSIONS];
  // By their places: to destructure arrays takes several times as long, and some packages have ten thousand of these.
  return (JSON.parse(text) as readonly Row[]).map((row) => {
    const spec = { suffix: row[0] ?? null, ranges: (row[1] ?? []).map(unflatten), versions: row[2] ?? [] };
    return row[3] === undefined ? spec : { ...spec, imports: row[3] };
  });
}

type Row = readonly [
  suffix?: string | null,
  ranges?: readonly (readonly string[])[],
  versions?: readonly string[],
  imports?: readonly string[],
];

const EVERYTHING = '*';
const ALL_VERSIONS: AffectedSpec = { suffix: null, ranges: [[['i', '0']]], versions: [] };

function isEverything({ suffix, ranges, versions, imports }: AffectedSpec): boolean {
  const [only, ...others] = ranges;
  if (suffix !== null || versions.length > 0 || imports !== undefined || only?.length !== 1 || others.length > 0)
    return false;
  const [[kind, version]] = only as [RangeEvent];
  return kind === 'i' && version === '0';
}

const flatten = (ranges: readonly VersionRange[]) => ranges.map((range) => range.flat());

function unflatten(flat: readonly string[]): VersionRange {
  const events: RangeEvent[] = [];
  for (let index = 0; index + 1 < flat.length; index += 2) {
    events.push([flat[index] as EventKind, flat[index + 1] as string]);
  }
  return events;
}

function dropEmptyEnd(row: [string | null, string[][], readonly string[], readonly string[]]): unknown[] {
  const end = row[3].length > 0 ? 4 : row[2].length > 0 ? 3 : row[1].length > 0 ? 2 : row[0] === null ? 0 : 1;
  return row.slice(0, end);
}
