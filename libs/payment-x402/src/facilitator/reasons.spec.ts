import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loggableReason, settleReason, verifyReason, type SettleReason, type VerifyReason } from './reasons';

const rows = readFileSync(join(__dirname, 'reasons.cases.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(/ +/) as [reason: string, verify: string, settle: string]);

/** An outcome in the words of the table. */
function reported(outcome: VerifyReason | SettleReason): string {
  const isAlarm = 'isAlarm' in outcome && outcome.isAlarm === true;
  return `${outcome.kind === 'refused' ? outcome.code : outcome.kind}${isAlarm ? '!' : ''}`;
}

it.each(rows)('%s: %s on verify, %s on settle', (reason, verify, settle) => {
  expect([reported(verifyReason(reason)), reported(settleReason(reason, ''))]).toEqual([verify, settle]);
});

it.each(rows)('%s proves nothing next to a transaction', (reason) => {
  expect(['pending', 'unknown']).toContain(settleReason(reason, '0xabc').kind);
});

it('every reason stands once', () => {
  const reasons = rows.map(([reason]) => reason);

  expect(new Set(reasons).size).toBe(reasons.length);
});

it('our own faults are never reported as the payer’s, and always raise an alarm', () => {
  const ours = ['facilitator_unavailable', 'payments_unconfigured'];
  for (const [reason] of rows) {
    for (const outcome of [verifyReason(reason), settleReason(reason, '')])
      if (outcome.kind === 'refused') expect(outcome.isAlarm ?? false).toBe(ours.includes(outcome.code));
  }
});

it('who has no funds is shown that', () => {
  for (const reason of ['insufficient_funds', 'x_insufficient_balance', 'a_simulation_failed'])
    expect(verifyReason(reason)).toMatchObject({
      byFunds: true,
      message: expect.stringContaining('insufficient funds'),
    });
});

const PACKAGES = ['@x402/evm', '@x402/core'].map((name) =>
  join(__dirname, '../../../../node_modules', name, 'dist', 'cjs'),
);
const areInstalled = PACKAGES.every((folder) => existsSync(folder));
(areInstalled ? describe : describe.skip)('the official facilitator (needs @x402/evm and @x402/core)', () => {
  it('has no reason that is not in the table', () => {
    const said = PACKAGES.flatMap(reasonsIn);
    const known = new Set(rows.map(([reason]) => reason));

    expect(said.length).toBeGreaterThan(100);
    expect([...new Set(said)].filter((reason) => !known.has(reason))).toEqual([]);
  });
});

/** Reasons are string constants named Err…, or are written where they are given. */
const REASON = /\bErr[A-Z]\w*\s*=\s*"([^"]+)"|\b(?:invalidReason|errorReason)"?:\s*["'`]([^"'`]+)["'`]/g;

function reasonsIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(REASON)])
    .map(([, constant, literal]) => (constant ?? literal)!);
}

describe('the text of a node, passed on as a reason,', () => {
  const quoted = 'The contract function "transferWithAuthorization" reverted. Args: (signature, insufficient_funds)';

  it.each([
    [quoted, 'unknown'],
    ['Timed out while waiting for transaction with hash 0xabc; the signature is valid', 'unknown'],
    ['insufficient_funds for gas * price + value', 'unknown'],
    ['blocked by proxy', 'unknown'],
    ['', 'unknown'],
    ['execution reverted: FiatTokenV2: authorization is used or canceled', 'nonce_used'],
    [`${quoted}\nDetails: execution reverted: custom error AuthorizationAlreadyUsed()`, 'nonce_used'],
  ])('is never a definite refusal: %j', (reason, kind) => {
    expect(settleReason(reason, '').kind).toBe(kind);
    expect(settleReason(reason, '0xabc').kind).toBe('unknown');
    expect(verifyReason(reason).kind).toBe('unavailable');
  });

  it('is logged without what it quotes', () => {
    const secret = 'ab12'.repeat(16);
    const logged = loggableReason(
      `reverted\n\u0007 args (0x${secret}, ${secret}1b, ${'9'.repeat(40)}): out of gas ${'x'.repeat(500)}`,
    );

    expect(logged).toMatch(/^reverted +args \(…, …, …\): out of gas x+$/);
    expect(logged.length).toBeLessThanOrEqual(200);
    expect(loggableReason('insufficient_funds')).toBe('insufficient_funds');
    expect(loggableReason('two\r\n\tlines')).toBe('two lines');
  });
});
