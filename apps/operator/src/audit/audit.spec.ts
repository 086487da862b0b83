import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testIntent } from '@stackcheck/payment-x402/testing';
import { openPaymentLedger } from '@stackcheck/store-sqlite/testing';
import { runCli } from '../cli';
import { ASSET, FakeNode, GENESIS_SECONDS, hex, NETWORK, PAY_TO } from '../testing/fake-node';

/** Two seconds a block. */
const msOf = (block: number) => (GENESIS_SECONDS + 2 * block) * 1_000;

let folder: string;
let node: FakeNode;
let url: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'payments-audit-'));
  node = new FakeNode();
  url = await node.start();
});
afterEach(() => {
  node.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function audit(...args: string[]) {
  let [out, err] = ['', ''];
  const code = await runCli(['audit', ...args], {
    env: { DATA_DIR: folder, RPC_URL: url, NETWORK: NETWORK.caip2 },
    write: (text) => (out += text),
    complain: (line) => (err += line),
  });
  return { code, out, err };
}

/** Payments settled in these blocks, on chain as well. */
async function settledIn(...blocks: readonly number[]): Promise<void> {
  const ledger = openPaymentLedger(join(folder, 'payments.db'), { bootId: 'boot-1' });
  for (const block of blocks) {
    const intent = testIntent({ payTo: PAY_TO, value: 1_000n });
    const key = { ...intent.key, network: NETWORK.caip2, asset: ASSET };
    const outcome = await ledger.claim({ ...intent, key }, msOf(block) - 500);
    if (outcome.kind !== 'claimed') throw new Error(outcome.kind);
    const transaction = hex(block, 32);
    await ledger.settled(outcome.id, { transaction, evidence: 'facilitator', paymentResponse: 'eyJ9' }, msOf(block));
    node.entries.push({ transaction, block, payer: key.payer, nonce: key.nonce, value: 1_000n });
  }
  ledger.close();
}

describe('payments audit', () => {
  it('agrees with a chain that holds each payment, from the first one on and in bounded questions', async () => {
    await settledIn(2_000, 5_000, 9_999);

    const { code, out, err } = await audit();

    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('settled    0.003000 USD in 3 payments');
    expect(out).toContain('on chain   0.003000 USD in 3 transfers');
    expect(out).toMatch(/blocks 1969 to 10000/);
    expect(Math.max(...node.ranges)).toBeLessThanOrEqual(2_000);
  });

  it('lists a payment without transfer and a transfer without payment, and ends with 1', async () => {
    await settledIn(2_000, 5_000);
    node.entries[1] = { ...node.entries[1]!, nonce: hex(77, 32), value: 1_001n, transaction: hex(77, 32) };

    const { code, out } = await audit();

    expect(code).toBe(1);
    expect(out).toMatch(/ALARM: no transfer +│ 2 /);
    expect(out).toMatch(/REFUND: no payment/);
    expect(out).toContain('difference 0.000001 USD; to refund 1, paid but not settled 0, settled but not paid 1');
  });

  it('reports the same as JSON', async () => {
    await settledIn(2_000);

    const report = JSON.parse((await audit('--json')).out) as object;

    expect(report).toMatchObject({
      agrees: true,
      totals: { ledger: '1000', chain: '1000' },
      findings: [{ kind: 'agree', row: { id: 1 } }],
    });
  });

  it('begins at the block that is given', async () => {
    await settledIn(2_000, 5_000);
    node.entries.shift();

    expect(await audit('--from-block', '3000')).toMatchObject({ code: 0, err: '' });
    expect((await audit('--from-block', '1500')).code).toBe(1);
  });

  it('says of a node on another chain, or of none, that it cannot audit, and never gives away its URL', async () => {
    await settledIn(2_000);
    node.chainId = 1;
    const elsewhere = await audit();
    node.stop();
    const gone = await audit();

    expect(elsewhere).toMatchObject({ code: 1, out: '', err: expect.stringContaining('is on chain 1') });
    expect(gone).toMatchObject({ code: 1, out: '', err: expect.stringContaining('did not give') });
    expect(elsewhere.err + gone.err).not.toContain('key-of-the-operator');
  });
});
