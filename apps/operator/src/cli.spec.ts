import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lightningIntent, testIntent } from '@stackcheck/payment-x402/testing';
import { openPaymentLedger } from '@stackcheck/store-sqlite/testing';
import { runCli } from './cli';

const NOW_MS = Date.UTC(2026, 10, 20, 12);
const DAY_MS = 86_400_000;
const IDENTIFIER = 'pay_0123456789abcdef';
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'payments-cli-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function run(this: Readonly<Record<string, string>> | void, ...args: string[]) {
  let [out, err] = ['', ''];
  const code = await runCli(args, {
    env: { DATA_DIR: folder, ...this },
    write: (text) => (out += text),
    complain: (line) => (err += `${line}\n`),
  });
  return { code, out, err };
}

/** Two real payments on two days, a sandbox one, a Lightning one and a refused one. */
async function someLedger() {
  const ledger = openPaymentLedger(join(folder, 'payments.db'), { bootId: 'boot-1', deliveryWaitMs: 0 });
  const settle = async (
    evidence: 'facilitator' | 'sandbox',
    nowMs: number,
    change: Parameters<typeof testIntent>[0],
  ) => {
    const intent = testIntent({ value: 1_000n, ...change });
    const outcome = await ledger.claim(intent, nowMs);
    if (outcome.kind !== 'claimed') throw new Error(outcome.kind);
    const transaction = `0x${'ab'.repeat(32)}`;
    const named = { success: true, transaction, network: 'eip155:84532', payer: intent.key.payer };
    const paymentResponse = Buffer.from(JSON.stringify(named)).toString('base64');
    await ledger.settled(outcome.id, { transaction, evidence, paymentResponse }, nowMs);
    return intent;
  };
  const first = await settle('facilitator', NOW_MS - DAY_MS, { identifier: IDENTIFIER });
  await ledger.delivered(1, NOW_MS);
  await settle('facilitator', NOW_MS, { value: 5_000n, routeId: 'service_eol_image' });
  await settle('sandbox', NOW_MS, { value: 7_000_000n });
  const byPreimage = { transaction: 'e7'.repeat(32), evidence: 'preimage', paymentResponse: '' } as const;
  await ledger.claimSettled(lightningIntent({ value: 2_000n }), byPreimage, NOW_MS);
  const refused = await ledger.claim(testIntent({ resourceUrl: 'https://api.example.com/\u001b[2Jwiped' }), NOW_MS);
  if (refused.kind === 'claimed')
    await ledger.refused(refused.id, { code: 'payment_invalid', reason: 'a, "b"' }, NOW_MS);
  ledger.close();
  return first;
}

describe('payments', () => {
  it('list shows the newest first, by state, time and number', async () => {
    await someLedger();
    const idsOf = async (...args: string[]) =>
      (JSON.parse((await run('list', '--json', ...args)).out) as { id: number }[]).map(({ id }) => id);

    expect(await idsOf()).toEqual([5, 4, 3, 2, 1]);
    expect(await idsOf('--state', 'refused')).toEqual([5]);
    expect(await idsOf('--since', '2026-11-20', '--limit', '2')).toEqual([5, 4]);
    expect(await idsOf('--since', '2026-11-20T12:00:01Z')).toEqual([]);
    const { out } = await run('list');
    expect(out).toContain('settled, not delivered');
    expect(out).toContain('0.005000');
  });

  it.each(['1', IDENTIFIER, 'nonce'])('show finds a payment by %s and reports its history', async (name) => {
    const first = await someLedger();

    const { code, out } = await run('show', name === 'nonce' ? first.key.nonce : name);

    expect(code).toBe(0);
    expect(out).toMatch(/^payment {7}1$/m);
    expect(out).toMatch(/^window {8}always to for ever$/m);
    expect(out).toMatch(/event 3 {2}delivered$/m);
  });

  it('show gives away no signature, and lets no client steer the terminal', async () => {
    await someLedger();

    const texts = await Promise.all([run('show', '5'), run('show', '5', '--json'), run('export', '--csv')]);

    for (const { out } of texts) expect(out).not.toMatch(/5ec2e7|signature/);
    expect(texts[0]!.out).not.toContain('\u001b');
    expect(texts[1]!.out).not.toContain('\u001b');
  });

  it('show says so when there is none', async () => {
    await someLedger();

    expect(await run('show', 'nothing_of_that_name')).toEqual({ code: 1, out: '', err: 'there is no such payment\n' });
  });

  it('export gives every payment as CSV, in dollars and atomic', async () => {
    await someLedger();

    const { out } = await run('export', '--csv');

    const [head, ...records] = out.split('\r\n');
    expect(head).toMatch(/^id,state,claimed_at,.*value_usd,value_atomic/);
    expect(records).toHaveLength(6);
    expect(records[1]).toContain(',0.005000,5000,');
    expect(records[4]).toMatch(/,payment_invalid,"a, ""b"""$/);
  });

  it('revenue counts real payments per day, sandbox ones apart', async () => {
    await someLedger();

    const real = await run('revenue');
    const sandbox = await run('revenue', '--sandbox');

    expect(real.out).toMatch(/2026-11-19 +│ 1 +│ 0\.001000/);
    expect(real.out).toMatch(/2026-11-20 +│ 2 +│ 0\.007000/);
    expect(real.out).toContain('3 payments: 0.008000 USD\n1 sandbox payments are not counted');
    expect(sandbox.out).toContain('1 sandbox payments, which move no money: 7.000000 USD');
  });

  it('a settled payment whose transfer the chain took back is no revenue, and is named', async () => {
    await someLedger();
    const ledger = openPaymentLedger(join(folder, 'payments.db'), { bootId: 'boot-2' });
    await ledger.lost(2, 'its window closed and it was not used', NOW_MS + 1_000);
    ledger.close();

    const { out } = await run('revenue', '--by', 'day');
    expect(out).toMatch(/2026-11-20 +│ 1 +│ 0\.002000/);
    expect(out).toContain('2 payments: 0.003000 USD\n1 settled payments of 0.005000 USD are not counted');
    expect(JSON.parse((await run('revenue', '--by', 'day', '--json')).out)).toEqual({
      schema: 1,
      by: 'day',
      sandbox: false,
      rows: [
        { day: '2026-11-19', payments: 1, amount: '1000' },
        { day: '2026-11-20', payments: 1, amount: '2000' },
      ],
      lost: { payments: 1, amount: '5000' },
      not_counted: 1,
    });
    expect((await run('list')).out).toMatch(/│ 2 .*settled, LOST/);
    const shown = (await run('show', '2')).out;
    expect(shown).toMatch(/^lost {10}2026-11-20T12:00:01Z: no transfer that pays it stands on the chain$/m);
    expect(shown).toMatch(/event \d+ {2}lost its window closed and it was not used$/m);
    expect((await run('export', '--csv')).out).toMatch(/^2,settled,2026-11-20T12:00:00Z,,2026-11-20T12:00:01Z,/m);
    expect(await run('ledger', 'verify')).toMatchObject({ code: 0 });
  });

  it('revenue --plot draws routes, the best first', async () => {
    await someLedger();

    const { out } = await run('revenue', '--by', 'route', '--plot');

    const lines = out.split('\n');
    expect(lines[0]).toMatch(/^service_eol_image {4}█{48} 0\.005000$/);
    expect(lines[1]).toMatch(/^service_eol_product {2}█{28}▊ 0\.003000$/);
  });

  it('ledger verify finds a sound ledger sound and a changed one not', async () => {
    await someLedger();
    expect(await run('ledger', 'verify')).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse((await run('ledger', 'verify', '--json')).out)).toEqual({ schema: 1, sound: true, faults: [] });

    writeFileSync(join(folder, 'payments.db'), 'no ledger at all');

    expect(await run('ledger', 'verify')).toMatchObject({ code: 1, out: '' });
  });

  it.each([
    [[], 2],
    [['lost'], 2],
    [['list', '--state', 'paid'], 2],
    [['list', '--since', 'yesterday'], 2],
    [['list', '--limit', 'many'], 2],
    [['export'], 2],
    [['audit'], 2],
    [['reconcile'], 2],
    [['migrate'], 2],
    [['migrate', '--to', 'mysql://db/ledger'], 2],
    [['migrate', '--to', 'postgres://db'], 2],
    [['migrate', '--to', 'sqlite:elsewhere.db'], 2],
    [['migrate', '--to', 'postgres://127.0.0.1:1/ledger'], 1],
    [['migrate', '--help'], 0],
    [['--help'], 0],
    [['ledger', 'verify', '--help'], 0],
  ])('%j ends with %i', async (args, code) => {
    await someLedger();

    expect((await run(...args)).code).toBe(code);
  });

  it('migrate says what does not fit, and gives nothing of a URL away', async () => {
    await someLedger();
    const from = (ledgerUrl: string, to: string) => run.call({ LEDGER_URL: ledgerUrl }, 'migrate', '--to', to);

    for (const { code, err } of [
      await run('migrate', '--to', 'postgres://me:hush@127.0.0.1:1/ledger'),
      await from('postgres://me:hush@127.0.0.1:1/ledger', 'postgres://me:hush@127.0.0.1:1/ledger'),
      await from('postgres://me:hush@127.0.0.1:1/ledger', 'sqlite:new.db'),
      await from('postgres://me:hush@', 'sqlite:new.db'),
    ]) {
      expect(code).toBeGreaterThan(0);
      expect(err).toMatch(/LEDGER_URL|ECONNREFUSED/);
      expect(err).not.toMatch(/hush|    at /);
    }
  });

  it.each([
    ['there is no ledger', null],
    ['the file is none', Buffer.alloc(100_000, 'no ledger')],
  ])('says in one line that %s', async (_what, bytes) => {
    if (bytes !== null) writeFileSync(join(folder, 'payments.db'), bytes);

    const { code, err } = await run('list');

    expect(code).toBe(1);
    expect(err.trim().split('\n')).toHaveLength(1);
  });
});
