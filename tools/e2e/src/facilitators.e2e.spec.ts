import { generateKeyPairSync } from 'node:crypto';
import type { PrivateKeyAccount } from 'viem/accounts';
import { createV2Buyer, type Purchase, resend } from '@stackcheck/demo';
import { createV1Buyer } from './buyers/v1-buyer';
import { anvilAvailable } from './chain/anvil';
import { openFacilitatorDoor, type FacilitatorDoor } from './facilitator/facilitator-door';
import { startPaidService, type PaidService } from './service/paid-service';

jest.setTimeout(240_000);

const PATH = '/v1/eol/nodejs';
const CDP_KEY = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;

const codeOf = (answer: Purchase) => answer.json<{ error?: { code: string } }>().error?.code;
/** What it was asked about payments. */
const routesOf = (door: FacilitatorDoor) =>
  door.calls.map(({ route }) => route).filter((route) => route !== 'GET /supported');

const there = anvilAvailable();

(there ? describe : describe.skip)('two facilitators on a real chain (needs @foundry-rs/anvil-linux-amd64)', () => {
  let service: PaidService;
  let first: FacilitatorDoor;
  let second: FacilitatorDoor;
  let payer: PrivateKeyAccount;

  beforeAll(async () => {
    [first, second] = [await openFacilitatorDoor(), await openFacilitatorDoor()];
    service = await startPaidService(() => ({
      FACILITATOR_URL: `${first.url},${second.url}`,
      FACILITATOR_AUTH: 'cdp,bearer',
      FACILITATOR_TOKEN: ',second-token',
      CDP_API_KEY_ID: 'organizations/0000/apiKeys/1111',
      CDP_API_KEY_SECRET: CDP_KEY,
    }));
    first.behind = second.behind = service.facilitator.url;
    payer = await service.chain.newPayer(10_000_000n);
  });
  afterAll(async () => {
    await service?.close();
    await Promise.all([first?.shut(), second?.shut()]);
  });
  beforeEach(() => {
    first.calls.length = 0;
    second.calls.length = 0;
  });

  const buyV2 = () => createV2Buyer(payer)(`${service.url}${PATH}`);
  const again = (purchase: Purchase) => resend(`${service.url}${PATH}`, {}, purchase.payment!);
  const stateOf = async () => {
    const health = await (await fetch(`${service.url}/health`)).json();
    return (health as { payments: { facilitators: readonly object[] } }).payments.facilitators;
  };

  it('a v1 payment is settled by one that speaks only v2, and is answered as v1', async () => {
    first.speaksOnlyV2 = second.speaksOnlyV2 = true;
    const buy = createV1Buyer(payer);

    const { result, transfers } = await service.during(() => buy(`${service.url}${PATH}`));

    expect([result.status, result.receipt]).toMatchObject([200, { success: true, network: 'base' }]);
    expect(transfers).toHaveLength(1);
    expect(first.calls.filter(({ route }) => route !== 'GET /supported').map(({ x402Version }) => x402Version)).toEqual(
      [2, 2],
    );
    expect(await stateOf()).toMatchObject([{ state: 'ok', supports: { v1: false, v2: true } }, { state: 'unused' }]);
  });

  it('the preferred one does the work, with a token for each call', async () => {
    const { result, transfers } = await service.during(buyV2);

    expect([result.status, transfers.length]).toEqual([200, 1]);
    expect(routesOf(first)).toEqual(['POST /verify', 'POST /settle']);
    const tokens = first.calls.map(({ authorization }) => authorization);
    expect(new Set(tokens).size).toBe(first.calls.length);
    for (const token of tokens) expect(token).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/);
    expect(routesOf(second)).toEqual([]);
  });

  it('another one verifies and settles while the preferred one is away', async () => {
    await first.shut();

    const { result, transfers } = await service.during(buyV2);

    await first.open();
    expect([result.status, transfers.length]).toEqual([200, 1]);
    expect(routesOf(second)).toEqual(['POST /verify', 'POST /settle']);
    expect(second.calls[0]!.authorization).toBe('Bearer second-token');
  });

  it('a settlement whose reply is lost stays with who verified; the other one’s "nonce used" proves nothing', async () => {
    service.facilitator.faults.add('settle', 'done_cut');
    const { result: lost, transfers } = await service.during(buyV2);
    expect([codeOf(lost), transfers.length]).toEqual(['settlement_unknown', 1]);

    await first.shut();
    const meanwhile = await again(lost);
    await first.open();
    const later = await again(lost);

    expect(codeOf(meanwhile)).toBe('settlement_unknown');
    expect(routesOf(second)).toContain('POST /settle');
    expect([later.status, (await service.during(() => again(lost))).transfers.length]).toEqual([200, 0]);
  });
});
