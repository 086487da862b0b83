import type { AffectedSpec, EventKind, RangeEvent, VersionRange } from '../advisory/advisory';

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

/** A text that `writeSpec` did not write. */
export class SpecTextError extends Error {
  readonly code = 'wrong_form';

  /** @param place of the row at fault, e.g. `[2]`; empty where the whole is no list in JSON */
  constructor(
    readonly place: string,
    options: ErrorOptions,
  ) {
    super(`the text of affected versions cannot be read${place === '' ? '' : ` at ${place}`}`, options);
    this.name = 'SpecTextError';
  }
}

/**
 * The inverse of `writeSpec`. Lists are looked at, but not each version in them: some packages have ten thousand of these.
 * @throws SpecTextError on a text that it did not write
 */
export function readSpec(text: string): readonly AffectedSpec[] {
  if (text === EVERYTHING) return [ALL_VERSIONS];
  let at = -1;
  try {
    return (JSON.parse(text) as readonly Row[]).map((row, index) => {
      at = index;
      return toSpec(row);
    });
  } catch (cause) {
    throw new SpecTextError(at === -1 ? '' : `[${at}]`, { cause });
  }
}

/** By their places: to destructure arrays takes several times as long. */
function toSpec(row: Row): AffectedSpec {
  const versions = row[2] ?? [];
  if (!Array.isArray(row) || !Array.isArray(versions)) throw new TypeError('a list was expected');
  const spec = { suffix: row[0] ?? null, ranges: (row[1] ?? []).map(unflatten), versions };
  return row[3] === undefined ? spec : { ...spec, imports: row[3] };
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
  if (!Array.isArray(flat)) throw new TypeError('a list was expected');
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
