import type { Finding, Outcome } from '../outcome';
import { purlWithoutVersion } from '../text/purl-text';
import { isObject, parseObject, textOf } from './json-members';

/** A finding that is known, wherever it stands. */
interface KnownFinding {
  /** Of the reason: code and component without its version. */
  readonly key: string;
  /** The component without its version and place. */
  readonly component: string;
  /** Every id of every vulnerability that it was about, sorted: another one in the same package is new. */
  readonly ids: readonly string[];
}

/** What was known when the baseline was written. */
export interface Baseline {
  readonly schema: 1;
  /** Of the check that it was written from. */
  readonly day: string;
  readonly findings: readonly KnownFinding[];
}

/** A baseline, or a sentence on why it cannot be read. */
export type BaselineReading =
  { readonly ok: true; readonly baseline: Baseline } | { readonly ok: false; readonly fault: string };

/**
 * The text of a baseline: what counts in an outcome and what its own baseline held, sorted, so that equal findings are equal
 * bytes on one day. Findings of level `info` and accepted ones are not in it.
 */
export function writeBaseline({ day, findings, known }: Outcome): string {
  const ids = new Map<string, Set<string>>();
  for (const finding of [...findings, ...known]) {
    if (finding.level === 'info') continue;
    const entry = entryOf(finding);
    const at = placeOf(entry);
    const before = ids.get(at) ?? new Set();
    for (const id of entry.ids) before.add(id);
    ids.set(at, before);
  }
  const sorted = [...ids]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([at, ofEntry]) => {
      const [key = '', component = ''] = JSON.parse(at) as readonly string[];
      return { key, component, ids: [...ofEntry].sort() };
    });
  const baseline: Baseline = { schema: 1, day, findings: sorted };
  return `${JSON.stringify(baseline, null, 2)}\n`;
}

/** Reads what `writeBaseline` wrote. Any text may be given; nothing is thrown. @param file its name, for the sentence */
export function readBaseline(text: string, file: string): BaselineReading {
  const fault = (why: string): BaselineReading => ({
    ok: false,
    fault: `${file}: it cannot be read as a baseline: ${why}; remove it, and write it again with stackcheck baseline write`,
  });
  const value = parseObject(text);
  if (value === undefined) return fault('it is no JSON object');
  if (value['schema'] !== 1) return fault('its schema is not 1');
  const day = textOf(value['day']);
  if (day === undefined) return fault('it has no day');
  if (!Array.isArray(value['findings'])) return fault('it has no list of findings');
  const findings: KnownFinding[] = [];
  for (const [index, entry] of value['findings'].entries()) {
    if (!isEntry(entry)) return fault(`findings[${index}] has not key, component and ids`);
    findings.push({ key: entry.key, component: entry.component, ids: entry.ids });
  }
  return { ok: true, baseline: { schema: 1, day, findings } };
}

/** Parts findings: those that the baseline holds with all of their vulnerabilities, and those that count since they are new. */
export function applyBaseline(
  findings: readonly Finding[],
  { findings: entries }: Baseline,
): { readonly counting: readonly Finding[]; readonly known: readonly Finding[] } {
  const ids = new Map(entries.map((entry) => [placeOf(entry), new Set(entry.ids)]));
  const isKnown = (finding: Finding) => {
    const before = ids.get(placeOf(entryOf(finding)));
    return before !== undefined && vulnerabilitiesOf(finding).every((one) => one.some((id) => before.has(id)));
  };
  const known = findings.filter(isKnown);
  const isSetAside = new Set(known);
  return { counting: findings.filter((finding) => !isSetAside.has(finding)), known };
}

/** Entries of one key and component are one. */
function placeOf({ key, component }: KnownFinding): string {
  return JSON.stringify([key, component]);
}

function entryOf(finding: Finding): KnownFinding {
  const { kind, name, purl } = finding.component;
  const component = purl === undefined ? `${kind}:${name}` : purlWithoutVersion(purl);
  return { key: finding.key, component, ids: vulnerabilitiesOf(finding).flat() };
}

/** The ids of each vulnerability: a database that takes it up later may change which of them comes first. */
function vulnerabilitiesOf({ id, aliases, others = [] }: Finding): readonly (readonly string[])[] {
  return [[id, ...aliases], ...others.map((other) => [other.id, ...other.aliases])];
}

function isEntry(value: unknown): value is KnownFinding {
  if (!isObject(value)) return false;
  const { key, component, ids } = value;
  return (
    typeof key === 'string' &&
    typeof component === 'string' &&
    Array.isArray(ids) &&
    ids.every((id) => typeof id === 'string')
  );
}
