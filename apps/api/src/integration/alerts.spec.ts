import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PaymentLedger } from '@stackcheck/payment-x402';
import request from 'supertest';
import { freePort } from '../testing/free-port';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

const RULES = join(__dirname, '../../../../deploy/prometheus/alerts.yml');

/** What breaks here, as the rules say it. */
const EXPECTED = {
  StackcheckPaused: ['severity: page, reason: switch', 'payments are not taken because of switch'],
  StackcheckUnknownPayments: ['severity: page', '1 payments whose outcome stays unknown'],
  StackcheckFacilitatorFailing: ['severity: page', 'more than a fifth of the calls to the facilitator fail'],
  StackcheckLedgerFaults: ['severity: page', 'writes of the payment ledger fail'],
} as const;
const NAMES = Object.keys(EXPECTED) as (keyof typeof EXPECTED)[];

/** Longer than any of these alerts waits. */
const MINUTES = 90;

let api: StarterApi;
let metrics: string;
let isBroken = false;
let well: string;
let broken: string;

const scrape = async (): Promise<string> => (await request(metrics).get('/metrics').expect(200)).text;
const buy = (product: string) =>
  api.buy('service_eol_product', `/v1/eol/${product}`).then((answer) => answer.arrayBuffer());

beforeAll(async () => {
  const port = await freePort();
  metrics = `http://127.0.0.1:${port}`;
  api = await startStarterApi({ env: { METRICS_PORT: String(port) }, overrides: { wrapLedger: breakable } });
  for (let i = 0; i < 4; i++) await buy('nodejs');
  well = await scrape();
  api.facilitator.settleScript.push('lost_before');
  await buy('python');
  for (let i = 0; i < 2; i++) {
    api.facilitator.verifyScript.push({ kind: 'unavailable', reason: 'it is down' });
    await buy('python');
  }
  isBroken = true;
  await buy('python');
  isBroken = false;
  writeFileSync(join(api.dataDir, 'paused'), '');
  do broken = await scrape();
  while (!broken.includes('stackcheck_paused{reason="switch"} 1'));
});
afterAll(() => api.close());

/** The ledger, of which claims fail while it is broken. */
function breakable<T extends PaymentLedger>(ledger: T): T {
  return new Proxy(ledger, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return async (...args: unknown[]): Promise<unknown> => {
        if (isBroken && name === 'claim') throw new Error('the disk is gone');
        return Reflect.apply(value, target, args) as unknown;
      };
    },
  });
}

/** Every series of a scrape with its value. */
const seriesOf = (text: string): ReadonlyMap<string, number> =>
  new Map([...text.matchAll(/^(stackcheck_\S+) (\S+)$/gm)].map(([, name, value]) => [name!, Number(value)]));

test('what breaks shows in the series that the alerts read', () => {
  const now = seriesOf(broken);

  expect(now.get('stackcheck_payments{state="unknown"}')).toBe(1);
  expect(now.get('stackcheck_facilitator_seconds_count{call="verify",outcome="unavailable"}')).toBe(2);
  expect(now.get('stackcheck_ledger_seconds_count{write="claim",outcome="fault"}')).toBe(1);
  expect(seriesOf(well).get('stackcheck_ledger_seconds_count{write="claim",outcome="fault"}')).toBeUndefined();
});

const promtool = spawnSync('promtool', ['--version']).status === 0 ? test : test.skip;
promtool('alerts fire on a service that is broken, and not on one that is well (needs promtool)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'alerts-'));
  try {
    const file = join(folder, 'recorded.test.yml');
    writeFileSync(file, ruleTests());

    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });

    expect({ status, faults: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, faults: '' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** The recorded series as a test of promtool: once as they were while all was well, once as they go on while it is broken. */
function ruleTests(): string {
  return [
    `rule_files: ['${RULES}']`,
    'evaluation_interval: 1m',
    'tests:',
    ...ruleTest(well, well, (name) => `      - { eval_time: ${MINUTES}m, alertname: ${name}, exp_alerts: [] }`),
    ...ruleTest(well, broken, (name) => {
      const [labels, summary] = EXPECTED[name];
      const fired = `{ exp_labels: { ${labels} }, exp_annotations: { summary: '${summary}' } }`;
      return `      - { eval_time: ${MINUTES}m, alertname: ${name}, exp_alerts: [${fired}] }`;
    }),
  ].join('\n');
}

/** What grew between two scrapes goes on growing so each minute; what is a state stays. */
function ruleTest(before: string, after: string, expected: (name: keyof typeof EXPECTED) => string): readonly string[] {
  const [first, last] = [seriesOf(before), seriesOf(after)];
  const series = [...last].map(([name, value]) => {
    const isCount = /_(total|count|sum|bucket)[{ ]?/.test(name);
    const from = first.get(name) ?? 0;
    const values = isCount ? `${from}+${value - from}x${MINUTES}` : `${value}x${MINUTES}`;
    return `      - { series: '${name}', values: '${values}' }`;
  });
  return ['  - interval: 1m', '    input_series:', ...series, '    alert_rule_test:', ...NAMES.map(expected)];
}
