import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { ProductIndex } from '@stackcheck/eol-core';
import { ImageCatalogue } from '@stackcheck/eol-core/images';
import { KevIndex } from '@stackcheck/kev-core';
import type { AdvisorySource } from '@stackcheck/osv-core';
import { prepare, type PackageAdvisory } from '@stackcheck/osv-core/judging';
import { byPackage, readOsvRecord, type AdvisoryRecord } from '@stackcheck/osv-core/records';
import { nodeSealing } from '../node';
import { checkAndPlan, type PlanSources } from '../plan/check-and-plan';
import type { StackLists } from '../stack';
import { makeStack } from '../testing/make-stack';
import { toKevEntries, toProducts } from '../testing/published-data';
import { readZip } from '../testing/read-zip';
import { unexplained } from '../testing/unexplained';
import { openToken } from '../token/open-token';
import { toBaseline } from './baseline';
import type { KnownIds } from './package-changes';
import { continueWatch, startWatch, type WatchReport } from './watch';

const root = resolve(__dirname, '../../../..');
const data = join(resolve(root, process.env['CORPORA_DIR'] ?? '../shared/corpora'), '..', 'data');
const files = {
  eol: join(data, 'endoflife', 'products-full.json'),
  kev: join(data, 'kev', 'known_exploited_vulnerabilities.json'),
  kevBefore: join(data, 'kev', 'previous', 'known_exploited_vulnerabilities.2025-08-25.json'),
  osv: join(data, 'osv', 'PyPI', 'all.zip'),
};

/** A suite that needs files of the published data, and says which of them are missing. */
function suite(name: string, needed: readonly string[], body: () => void): void {
  const missing = needed.filter((file) => !existsSync(file)).map((file) => file.slice(data.length + 1));
  if (missing.length === 0) describe(name, body);
  else describe.skip(`${name} (skipped: no ${missing.join(', ')})`, body);
}

const json = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const chunks = <Entry>(entries: readonly Entry[], size: number) =>
  Array.from({ length: Math.ceil(entries.length / size) }, (_, n) => entries.slice(n * size, (n + 1) * size));

const SECRET = { id: 'k1', secret: new Uint8Array(32).fill(7) };
const facts = (nowMs: number) => ({
  nowMs,
  snapshotIds: [],
  refreshes: [],
  secret: SECRET,
  nonce: new Uint8Array(12),
  sealing: nodeSealing,
});

interface State {
  readonly day: string;
  readonly sources: PlanSources;
}

/** A watch from one published state to another, and what of it is not the difference of the two full checks. */
function watchOver(lists: Partial<StackLists>, before: State, now: State, knownIds: KnownIds = () => []) {
  const stack = makeStack(lists, { report_latest: true });
  const [first, then] = [before, now].map(({ day, sources }) => checkAndPlan(stack, sources, day)) as [
    ReturnType<typeof checkAndPlan>,
    ReturnType<typeof checkAndPlan>,
  ];
  const [startMs, nowMs] = [Date.parse(before.day), Date.parse(now.day)];
  const start = startWatch(stack, first, facts(startMs));
  if (start.kind !== 'report') return { faults: [], report: undefined, length: 0 };
  // The time between published states is longer than any token lives; here it is the states that matter.
  const opened = openToken(start.report.watch.token, [SECRET], startMs, nodeSealing);
  if (opened.kind !== 'state') throw new Error(opened.kind);
  const outcome = continueWatch(stack, then, toBaseline(opened.state), knownIds, facts(nowMs));
  if (outcome.kind !== 'report') throw new Error(outcome.message);
  const report: WatchReport = outcome.report;
  return {
    faults: unexplained(first, then, report.changes, stack.policy.eol_within_days),
    report,
    length: start.report.watch.token_length,
  };
}

suite('the published catalogues of exploited vulnerabilities', [files.kev, files.kevBefore], () => {
  const index = (file: string) => new KevIndex('v', toKevEntries(json(file)));

  it('differ by what a watch over all their CVEs reports', () => {
    const before: State = { day: '2025-08-25', sources: { kev: index(files.kevBefore) } };
    const now: State = { day: '2026-08-07', sources: { kev: index(files.kev) } };
    const ids = [...now.sources.kev!.entries()].map(({ cve }) => cve);

    const watched = chunks(ids, 100).map((cves) => watchOver({ cves }, before, now));

    expect(watched.flatMap(({ faults }) => faults)).toEqual([]);
    const types = watched.flatMap(({ report }) => report!.changes.map(({ type }) => type));
    const count = (wanted: string) => types.filter((type) => type === wanted).length;
    // What the publisher's own two files hold: 258 added, 19 flags and 15 due dates changed, none removed.
    expect(['kev_added', 'kev_ransomware_changed', 'kev_due_changed', 'kev_removed'].map(count)).toEqual([
      258, 19, 15, 0,
    ]);
  });
});

suite('the published products', [files.eol], () => {
  let products: ReturnType<typeof toProducts> = [];
  beforeAll(() => {
    products = toProducts(json(files.eol));
  });

  const state = (day: string): State => {
    // As it was known on the day: cycles that were out, without the versions and the ends that were set later.
    const cut = products.map((product) => ({
      ...product,
      cycles: product.cycles
        .filter(({ releaseDate }) => releaseDate === null || releaseDate <= day)
        .map((cycle) => ({ ...cycle, latest: (cycle.latest?.date ?? '') <= day ? cycle.latest : null })),
    }));
    const index = new ProductIndex(cut);
    return { day, sources: { eol: { index, images: new ImageCatalogue(index) } } };
  };

  it('differ over the years by what a watch over their cycles reports', () => {
    const [before, now] = [state('2025-01-01'), state('2026-11-20')];
    const cycles = products
      .flatMap(({ id, cycles }) => cycles.map(({ name }) => ({ product: id, version: name })))
      .filter((_, n) => n % 3 === 0);

    const watched = chunks(cycles, 50).map((items) => watchOver({ items }, before, now));

    expect(watched.flatMap(({ faults }) => faults)).toEqual([]);
    const types = new Set(watched.flatMap(({ report }) => (report?.changes ?? []).map(({ type }) => type)));
    expect([...types].sort()).toEqual(['eol_date_changed', 'eol_soon', 'eol_status_changed', 'latest_changed']);
    expect(watched.filter(({ report }) => report?.changed).length).toBeGreaterThan(40);
  });

  it('change by time alone', () => {
    const { sources } = state('2026-11-20');
    const cycles = products.flatMap(({ id, cycles }) =>
      cycles.slice(0, 1).map(({ name }) => ({ product: id, version: name })),
    );

    const watched = chunks(cycles, 50).map((items) =>
      watchOver({ items }, { day: '2026-11-20', sources }, { day: '2027-05-20', sources }),
    );

    expect(watched.flatMap(({ faults }) => faults)).toEqual([]);
    expect(watched.some(({ report }) => report?.changes.some(({ type }) => type === 'eol_status_changed'))).toBe(true);
  });
});

suite('the published advisories', [files.osv], () => {
  const records: AdvisoryRecord[] = [];
  beforeAll(() => {
    for (const text of readZip(readFileSync(files.osv), (packed) => inflateRawSync(packed))) {
      const reading = readOsvRecord(JSON.parse(text));
      if (reading.ok) records.push(reading.record);
    }
  });

  /** As it was known on a day: a record that was changed later was not there. */
  function sourceOn(day: string): AdvisorySource {
    const packages = new Map<string, PackageAdvisory[]>();
    for (const { affected, ...advisory } of records.filter(({ modified }) => modified.slice(0, 10) <= day)) {
      for (const { name, ecosystem, affected: specs } of byPackage(affected)) {
        const entry = { advisory, specs: prepare(specs, ecosystem) };
        const known = packages.get(name);
        if (known === undefined) packages.set(name, [entry]);
        else known.push(entry);
      }
    }
    return {
      covers: () => true,
      advisoriesOf: (_ecosystem, names) => names.flatMap((name) => packages.get(name) ?? []),
    };
  }

  it('differ over the years by what a watch over their packages reports', () => {
    const [before, now] = ['2023-07-01', '2026-11-20'].map((day): State => ({
      day,
      sources: { osv: sourceOn(day) },
    })) as [State, State];
    const purls = new Set(
      records.flatMap(({ affected }) =>
        affected.flatMap(({ name, ranges }) =>
          ranges
            .flat()
            .flatMap(([kind, version]) =>
              kind === 'i' ? [`pkg:pypi/${name}@${version === '0' ? '0.1' : version}`] : [],
            ),
        ),
      ),
    );
    const sample = [...purls].sort().filter((_, n) => n % 10 === 0);

    const watched = chunks(sample, 50).map((packages) => watchOver({ packages }, before, now));

    expect(watched.flatMap(({ faults }) => faults)).toEqual([]);
    const changes = watched.flatMap(({ report }) => report?.changes ?? []);
    expect(changes.filter(({ type }) => type === 'vulnerability_added').length).toBeGreaterThan(25);
    expect(Math.max(...watched.map(({ length }) => length))).toBeLessThan(32_000);
  });
});
