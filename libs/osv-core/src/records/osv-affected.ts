import { isEcosystem, type Ecosystem } from '../ecosystem/ecosystem-name';
import { withoutRedundantVersions } from '../evaluate/evaluate';
import { readImports } from '../advisory/import-paths';
import { asArray, asRecord, asTexts, FaultyRecord, textAt, within, type Json } from './osv-json';
import { normaliseName } from '../ecosystem/package-name';
import type { AffectedPackage, AffectedSpec, EventKind, RangeEvent, VersionRange } from '../advisory/advisory';

/**
 * The `affected` entries of an OSV record that can be asked about. Throws `FaultyRecord`.
 * @param withdrawn what a withdrawn record lists is kept whole: it affects none of it, and somebody could move there
 */
export function readAffected(value: unknown, withdrawn = false): readonly AffectedPackage[] {
  return asArray(value, 'affected').flatMap((entry, index) => {
    const place = `affected[${index}]`;
    return readEntry(asRecord(entry, place), place, withdrawn);
  });
}

function readEntry(entry: Json, place: string, withdrawn: boolean): readonly AffectedPackage[] {
  const rangesPlace = within(place, 'ranges');
  const ranges = asArray(entry['ranges'], rangesPlace).map((range, at) => asRecord(range, `${rangesPlace}[${at}]`));
  const versions = asTexts(entry['versions'], within(place, 'versions'));
  if (entry['package'] === undefined || entry['package'] === null) return readRepositories(ranges, versions);
  const packagePlace = within(place, 'package');
  const named = asRecord(entry['package'], packagePlace);
  const [, base = '', suffix = null] = /^([^:]*)(?::(.*))?$/s.exec(textAt(named, 'ecosystem', packagePlace)) ?? [];
  if (!isEcosystem(base)) return [];
  const name = normaliseName(base, textAt(named, 'name', packagePlace));
  const imports = base === 'Go' ? readImports(entry['ecosystem_specific']) : undefined;
  const read = ranges.flatMap((range, at) => readRange(range, `${rangesPlace}[${at}]`));
  const spec = { suffix, ranges: read, versions, ...(imports && { imports }) };
  return [{ ecosystem: base, name, ...(withdrawn ? spec : withoutRedundantVersions(spec, base)) }];
}

/** Without a package the repositories of the commit ranges are what is affected, in the tags that are listed. */
function readRepositories(ranges: readonly Json[], versions: readonly string[]): readonly AffectedPackage[] {
  const repositories = ranges
    .filter(({ type, repo }) => type === 'GIT' && typeof repo === 'string')
    .map(({ repo }) => normaliseName('GIT', repo as string));
  return [...new Set(repositories)].map((name) => ({ ecosystem: 'GIT', name, suffix: null, ranges: [], versions }));
}

/** Commits have no order, so ranges of type GIT say nothing about versions. */
function readRange(range: Json, place: string): readonly VersionRange[] {
  const type = textAt(range, 'type', place);
  if (type === 'GIT') return [];
  if (type !== 'SEMVER' && type !== 'ECOSYSTEM') {
    throw new FaultyRecord(within(place, 'type'), `${JSON.stringify(type.slice(0, 60))} is unknown`);
  }
  const events = within(place, 'events');
  return [asArray(range['events'], events).map((event, at) => readEvent(event, `${events}[${at}]`))];
}

const KINDS: ReadonlyMap<string, EventKind> = new Map([
  ['introduced', 'i'],
  ['fixed', 'f'],
  ['last_affected', 'l'],
  ['limit', 'u'],
]);

function readEvent(value: unknown, place: string): RangeEvent {
  const event = asRecord(value, place);
  const [field = '', ...others] = Object.keys(event);
  const kind = KINDS.get(field);
  if (kind === undefined || others.length > 0) throw new FaultyRecord(place, 'is not one known event');
  return [kind, textAt(event, field, place)];
}

/** What an advisory says about each of its packages, one entry a package: the rows of an index. */
export function byPackage(
  affected: readonly AffectedPackage[],
): readonly { readonly ecosystem: Ecosystem; readonly name: string; readonly affected: readonly AffectedSpec[] }[] {
  const rows = new Map<string, { ecosystem: Ecosystem; name: string; affected: AffectedSpec[] }>();
  for (const { ecosystem, name, ...spec } of affected) {
    const key = `${ecosystem}\n${name}`;
    const row = rows.get(key) ?? { ecosystem, name, affected: [] };
    row.affected.push(spec);
    rows.set(key, row);
  }
  return [...rows.values()];
}
