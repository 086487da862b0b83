import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Metrics } from '@stackcheck/api';
import { IngestMetrics } from '@stackcheck/ingest';
import { namedIn } from './promql';
import { inRoot, textOf } from './workspace';

const yaml = createRequire(inRoot('libs/inventory/package.json'))('js-yaml') as { load(text: string): unknown };

const RULES = 'deploy/prometheus/alerts.yml';
const TESTS = 'deploy/prometheus/alerts.test.yml';
const SCRAPING = 'deploy/prometheus/prometheus.yml';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string };
}
const rules = (yaml.load(textOf(RULES)) as { groups: readonly { rules: readonly Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}
const panels = readdirSync(inRoot('deploy/grafana/dashboards')).flatMap(
  (file) => (JSON.parse(textOf(`deploy/grafana/dashboards/${file}`)) as { panels: readonly Panel[] }).panels,
);

const expressions: readonly (readonly [place: string, expr: string])[] = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [`panel ${title}`, expr] as const)),
];

/** Labels that Prometheus or its configuration adds to every series. */
const ADDED = ['job', 'instance', 'profile'];

/** Labels of each metric that can be scraped; a histogram also as its parts. */
const scraped = describeAll();

async function describeAll(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const described = [...(await new Metrics().described()), ...(await new IngestMetrics().described())];
  return new Map([
    ['up', new Set(ADDED)],
    ...described.flatMap(({ name, kind, labels }): [string, Set<string>][] => {
      const own = [...labels, ...ADDED];
      if (kind !== 'histogram') return [[name, new Set(own)]];
      return [
        [`${name}_bucket`, new Set([...own, 'le'])],
        [`${name}_sum`, new Set(own)],
        [`${name}_count`, new Set(own)],
      ];
    }),
  ]);
}

/** Gauges of `prom-client`, which names them so in every Node service. */
const NAMED_BY_PROM_CLIENT = [
  'nodejs_active_resources_total',
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
];

describe('metrics', () => {
  it.each([
    ['API', () => new Metrics().described()],
    ['ingest', () => new IngestMetrics().described()],
  ])('of the %s end in _total exactly where they are counters', async (_program, describe) => {
    const described = await describe();

    expect(described.filter(({ name }) => name.startsWith('stackcheck_')).length).toBeGreaterThan(5);
    const misnamed = described.filter(({ name, kind }) => name.endsWith('_total') !== (kind === 'counter'));
    expect(misnamed.map(({ name }) => name).sort()).toEqual([...NAMED_BY_PROM_CLIENT].sort());
  });
});

describe('rules and dashboards', () => {
  it.each(expressions)('%s names metrics and labels that are exported', async (_place, expr) => {
    const known = await scraped;
    const { metrics, groups } = namedIn(expr);

    expect(metrics.length).toBeGreaterThan(0);
    expect(metrics.filter(({ name }) => !known.has(name)).map(({ name }) => name)).toEqual([]);
    const wrong = metrics.flatMap(({ name, labels }) => labels.filter((label) => !known.get(name)!.has(label)));
    const all = new Set(metrics.flatMap(({ name }) => [...known.get(name)!]));
    expect([...wrong, ...groups.filter((label) => !all.has(label))]).toEqual([]);
  });

  it.each(panels.flatMap(({ title, targets = [] }) => targets.map((target) => [title, target] as const)))(
    'the legend of %s speaks of labels that are left',
    (_title, { expr, legendFormat }) => {
      const { groups } = namedIn(expr);

      expect([...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].filter(([, label]) => !groups.includes(label!))).toEqual([]);
    },
  );

  it.each([
    ['max(a{b="c d", e=~"x|y"}) > 0.2 or sum by (f, g) (rate(h_total[5m]))', ['a b e', 'h_total'], ['f', 'g']],
    ['time() - min by (dataset) (seen_seconds) > 3 * 86400', ['seen_seconds'], ['dataset']],
    ['histogram_quantile(0.99, sum by (le) (rate(x_bucket[10m]))) unless y offset 5m', ['x_bucket', 'y'], ['le']],
  ])('%s is read as it is meant', (expr, metrics, groups) => {
    const named = namedIn(expr);

    expect(named.metrics.map(({ name, labels }) => [name, ...labels].join(' '))).toEqual(metrics);
    expect(named.groups).toEqual(groups);
  });
});

describe('alerts', () => {
  const sections = new Set([...textOf('docs/runbook.md').matchAll(/^## (\w+)$/gm)].map(([, name]) => name!));
  const tests = (yaml.load(textOf(TESTS)) as { tests: readonly AlertTest[] }).tests.flatMap(
    (test) => test.alert_rule_test,
  );

  it.each(rules.map((rule) => [rule.alert, rule] as const))(
    '%s has a section of the runbook, a severity, and tests in which it fires and does not',
    (alert, { labels, annotations }) => {
      const expected = tests
        .filter(({ alertname }) => alertname === alert)
        .map(({ exp_alerts: fired }) => fired.length);

      expect(sections.has(alert)).toBe(true);
      expect(['page', 'ticket']).toContain(labels.severity);
      expect(annotations.summary.length).toBeGreaterThan(10);
      expect(expected.sort()).toEqual([0, 1]);
    },
  );

  const faultsOf = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: inRoot(), encoding: 'utf8' });
    return { status, faults: status === 0 ? '' : stdout + stderr };
  };
  const promtool = spawnSync('promtool', ['--version']).status === 0 ? it : it.skip;
  promtool.each([
    ['rules', RULES],
    ['config', SCRAPING],
  ])('promtool check %s %s has no complaint (needs promtool, of the package prometheus)', (what, file) =>
    expect(faultsOf('check', what, file)).toEqual({ status: 0, faults: '' }),
  );
  // A quarter of a minute: it goes through days of series.
  (process.env['CAMPAIGN'] === 'full' ? promtool : it.skip)(
    'promtool test rules deploy/prometheus/alerts.test.yml has no complaint (with CAMPAIGN=full, needs promtool)',
    () => expect(faultsOf('test', 'rules', TESTS)).toEqual({ status: 0, faults: '' }),
  );
});

interface AlertTest {
  readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly unknown[] }[];
}
