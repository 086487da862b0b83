import type { StackCheck } from '../check/judge';
import type { PackageVulnerability } from '../check/parts';
import type { Change } from '../watch/change';

/**
 * What a full check says, fact by fact. The changes between two checks, applied to the facts of the first, must give the
 * facts of the second, and each of them must have been needed. Facts know nothing of states, tokens or hashes.
 */
type Facts = Map<string, unknown>;

/**
 * In what the changes between two checks fail to be their difference; empty when they are.
 * @param eolWithinDays the days of the policy
 */
export function unexplained(
  first: StackCheck,
  then: StackCheck,
  changes: readonly Change[],
  eolWithinDays: number,
): string[] {
  const facts = asNamedIn(first, then);
  const faults: string[] = [];
  for (const change of removalsFirst(changes)) {
    const before = print(facts);
    try {
      apply(facts, change, then);
    } catch (error) {
      faults.push(`${print(change)}: ${String(error)}`);
    }
    if (!isOfTime(change) && print(facts) === before) faults.push(`${print(change)} changes nothing`);
  }
  const expected = factsOf(then);
  for (const name of new Set([...facts.keys(), ...expected.keys()])) {
    if (facts.get(name) !== expected.get(name)) {
      faults.push(`${name} is ${print(expected.get(name))}, and by the changes ${print(facts.get(name))}`);
    }
  }
  const reported = changes.filter(isOfTime).map(({ type, ref, id }) => `${type} ${ref} ${id}`);
  const crossed = crossings(first, then, eolWithinDays);
  faults.push(...crossed.filter((name) => !reported.includes(name)).map((name) => `${name} is not reported`));
  faults.push(...reported.filter((name) => !crossed.includes(name)).map((name) => `${name} is reported`));
  return faults;
}

const print = (value: unknown) => JSON.stringify(value instanceof Map ? [...value] : value) ?? 'nothing';

function requireFact(facts: Facts, name: string, value: unknown): void {
  if (facts.get(name) !== value) throw new Error(`${name} was ${print(facts.get(name))}`);
}

/** What only time, or a date with it, can make true is reported as an event, and is no fact of its own. */
const isOfTime = ({ type }: Change) => type === 'eol_soon' || type === 'kev_overdue';

/** Changes are listed worst first, and stand all together: what was malware may be a vulnerability of the same id now. */
const removalsFirst = (changes: readonly Change[]) =>
  [...changes].sort((a, b) => Number(b.type.endsWith('_removed')) - Number(a.type.endsWith('_removed')));

function cyclesOf(
  check: StackCheck,
): Map<string, { status: string; eol: string | null; latest: string | null; days: number | null } | null> {
  const cycles: ReturnType<typeof cyclesOf> = new Map();
  for (const item of check.items?.results ?? [])
    cycles.set(`items/${item.index} null`, item.found ? { ...item.match, days: item.match.days_until_eol } : null);
  for (const image of check.images?.results ?? []) {
    for (const { role, resolved, product, match } of image.found ? image.components : []) {
      cycles.set(
        `images/${image.index} ${role} ${resolved ?? product}`,
        match === undefined ? null : { ...match, days: match.days_until_eol },
      );
    }
  }
  return cycles;
}

const listedOf = (check: StackCheck) =>
  new Map(
    (check.cves?.results ?? []).map((result) => [`cves/${result.index} null`, result.listed ? result.entry : null]),
  );

const vulnerabilitiesOf = (check: StackCheck) =>
  new Map(
    (check.packages?.results ?? []).map((result) => [
      `packages/${result.index}`,
      result.checked ? result.vulnerabilities : null,
    ]),
  );

function factsOf(check: StackCheck): Facts {
  const facts: Facts = new Map();
  for (const [at, cycle] of cyclesOf(check)) {
    if (cycle === null) continue;
    facts.set(`${at} status`, cycle.status);
    facts.set(`${at} eol`, cycle.eol);
    facts.set(`${at} latest`, cycle.latest);
  }
  for (const [at, entry] of listedOf(check)) setKev(facts, at, entry);
  for (const [at, flaws] of vulnerabilitiesOf(check)) {
    if (flaws === null) facts.set(`${at} null unresolved`, true);
    for (const flaw of flaws ?? []) setFlaw(facts, `${at} ${flaw.id}`, flaw);
  }
  return facts;
}

function setKev(facts: Facts, at: string, entry: PackageVulnerability['kev']): void {
  for (const name of ['due', 'ransomware']) facts.delete(`${at} ${name}`);
  if (entry === null) return;
  facts.set(`${at} due`, entry.due_date);
  facts.set(`${at} ransomware`, entry.ransomware);
}

function setFlaw(
  facts: Facts,
  at: string,
  { kind, severity, fixed, kev }: Pick<PackageVulnerability, 'kind' | 'severity' | 'fixed' | 'kev'>,
): void {
  forget(facts, at);
  facts.set(`${at} kind`, kind);
  facts.set(`${at} severity`, severity);
  facts.set(`${at} fix`, fixed !== null);
  setKev(facts, at, kev);
}

function forget(facts: Facts, at: string): void {
  for (const name of [...facts.keys()]) if (name.startsWith(`${at} `)) facts.delete(name);
}

/** The facts of the first check with each vulnerability under the id that it has in the second, if it is there at all. */
function asNamedIn(first: StackCheck, then: StackCheck): Facts {
  const facts = factsOf(first);
  const later = vulnerabilitiesOf(then);
  for (const [at, flaws] of vulnerabilitiesOf(first)) {
    for (const { id, ids } of later.get(at) ?? []) {
      const named = [id, ...ids].find((name) => flaws?.some((flaw) => flaw.id === name));
      const flaw = flaws?.find((earlier) => earlier.id === named);
      if (flaw === undefined || flaw.id === id) continue;
      forget(facts, `${at} ${flaw.id}`);
      setFlaw(facts, `${at} ${id}`, flaw);
    }
  }
  return facts;
}

function apply(facts: Facts, change: Change, then: StackCheck): void {
  const at = `${change.ref} ${change.id}`;
  switch (change.type) {
    case 'eol_status_changed':
      // Between known and unknown the date comes and goes with the status; otherwise it changes by itself.
      if (change.to === 'unknown') return forget(facts, at);
      if (change.from === 'unknown') {
        facts.set(`${at} eol`, change.eol);
        // A cycle that is found at last brings its version along, which is no change of the version.
        facts.set(`${at} latest`, cyclesOf(then).get(at)?.latest);
      }
      return void facts.set(`${at} status`, change.to);
    case 'eol_date_changed':
      requireFact(facts, `${at} eol`, change.from);
      return void facts.set(`${at} eol`, change.to);
    case 'latest_changed':
      return void facts.set(`${at} latest`, change.latest);
    case 'kev_added':
      return setKev(facts, at, change.kev);
    case 'kev_removed':
      return setKev(facts, at, null);
    case 'kev_due_changed':
      requireFact(facts, `${at} due`, change.from);
      return void facts.set(`${at} due`, change.to);
    case 'kev_ransomware_changed':
      return void facts.set(`${at} ransomware`, change.to);
    case 'vulnerability_added':
      return setFlaw(facts, at, { ...change, kind: 'vulnerability' });
    case 'malware_added':
      return setFlaw(facts, at, { kind: 'malware', severity: 'critical', fixed: null, kev: null });
    case 'malware_removed':
    case 'vulnerability_removed':
      return forget(facts, at);
    case 'vulnerability_severity_changed':
      return void facts.set(`${at} severity`, change.to);
    case 'fix_available':
      return void facts.set(`${at} fix`, true);
    case 'fix_removed':
      return void facts.set(`${at} fix`, false);
    case 'package_resolved':
      return void facts.delete(`${at} unresolved`);
    case 'package_unresolved':
      forget(facts, change.ref);
      return void facts.set(`${at} unresolved`, true);
  }
}

/** What was crossed between two checks: the days before the end, and the day of a remedy. */
function crossings(first: StackCheck, then: StackCheck, eolWithinDays: number): string[] {
  const soon = (cycle: { status: string; days: number | null } | null | undefined) =>
    cycle !== null &&
    cycle !== undefined &&
    cycle.status !== 'eol' &&
    cycle.days !== null &&
    cycle.days >= 0 &&
    cycle.days <= eolWithinDays;
  const earlier = cyclesOf(first);
  const ending = [...cyclesOf(then)].filter(([at, cycle]) => soon(cycle) && !soon(earlier.get(at)));
  const listed = listedOf(first);
  const due = [...listedOf(then)].filter(([at, entry]) => entry?.overdue && listed.get(at)?.overdue === false);
  const flaws = vulnerabilitiesOf(first);
  const packages = [...vulnerabilitiesOf(then)].flatMap(([at, found]) =>
    (found ?? []).flatMap(({ id, ids, kev, kind }) => {
      const named = [id, ...ids].find((name) => flaws.get(at)?.some((flaw) => flaw.id === name));
      const before = flaws.get(at)?.find((flaw) => flaw.id === named);
      return before?.kind === kind && kev?.overdue && before.kev?.overdue === false ? [`kev_overdue ${at} ${id}`] : [];
    }),
  );
  return [...ending.map(([at]) => `eol_soon ${at}`), ...due.map(([at]) => `kev_overdue ${at}`), ...packages].sort();
}
