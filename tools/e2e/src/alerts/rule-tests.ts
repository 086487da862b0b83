import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../service/repository';
import type { Scrape } from './recorder';

/** The reader of YAML that the inventory declares. */
const yaml = createRequire(join(ROOT, 'libs', 'inventory', 'package.json'))('js-yaml') as {
  load(text: string): unknown;
};

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
}

/** The rules of deploy/, without texts for people, which have tests of their own. */
export const RULES = (
  yaml.load(readFileSync(join(ROOT, 'deploy', 'prometheus', 'alerts.yml'), 'utf8')) as {
    readonly groups: readonly { readonly rules: readonly Rule[] }[];
  }
).groups.flatMap(({ rules }) =>
  rules.map(({ annotations: _texts, ...rule }: Rule & { annotations?: unknown }) => rule),
);

/** Whether rules can be evaluated here. */
export const promtoolIsThere = (): boolean => spawnSync('promtool', ['--version']).status === 0;

/** What was scraped, as promtool is to take it. */
export interface RecordedTest {
  readonly what: string;
  readonly scrapes: readonly Scrape[];
  /** How many minutes a scrape stands for: less than the five after which Prometheus forgets one. */
  readonly minutes: number;
  /** Which alerts fire at the last scrape, each so often, with their labels in addition to the severity. */
  readonly fires: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>>;
}

/** Names of series that a rule reads. */
export function metricsOf(expr: string): readonly string[] {
  return [...new Set(expr.match(/\b(up|(?:stackcheck|process)_\w+)(?=[\s{[)])/g))];
}

/**
 * Has promtool evaluate the rules over the recordings.
 * @returns what it complains of; empty when each alert fires where it should
 */
export function complaintsOf(folder: string, tests: readonly RecordedTest[]): string {
  const rules = join(folder, 'rules.json');
  writeFileSync(rules, JSON.stringify({ groups: [{ name: 'recorded', rules: RULES }] }));
  const complaints = tests.map((test, index) => {
    const file = join(folder, `test-${index}.json`);
    writeFileSync(file, JSON.stringify(promtoolTest(rules, test)));
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
    return status === 0 ? '' : `${test.what}:\n${stdout}${stderr}`;
  });
  return complaints.join('');
}

function promtoolTest(rules: string, { scrapes, minutes, fires }: RecordedTest): object {
  const alert_rule_test = RULES.flatMap(({ alert, labels }) => {
    const expected = fires[alert];
    if (expected === undefined) return [];
    const exp_alerts = expected.map((more) => ({ exp_labels: { ...labels, ...more } }));
    return [{ eval_time: `${(scrapes.length - 1) * minutes}m`, alertname: alert, exp_alerts }];
  });
  return {
    rule_files: [rules],
    evaluation_interval: '1m',
    tests: [{ interval: `${minutes}m`, input_series: seriesOf(scrapes), alert_rule_test }],
  };
}

const READ = new Set(RULES.flatMap(({ expr }) => metricsOf(expr)));

/** What a scrape does not have any more is stale, as Prometheus marks it. */
function seriesOf(scrapes: readonly Scrape[]): readonly { readonly series: string; readonly values: string }[] {
  const all = new Set(scrapes.flatMap((scrape) => [...scrape.keys()]));
  return [...all]
    .filter((series) => READ.has(series.slice(0, series.indexOf('{'))))
    .map((series) => {
      let isKnown = false;
      const values = scrapes.map((scrape) => {
        const value = scrape.get(series);
        const text = value === undefined ? (isKnown ? 'stale' : '_') : String(value);
        isKnown = value !== undefined;
        return text;
      });
      return { series, values: values.join(' ') };
    });
}
