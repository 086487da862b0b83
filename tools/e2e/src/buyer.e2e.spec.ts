import { join } from 'node:path';
import { createBuyer, signerFromKey, type Buyer, type BuyerOptions, type Signer, type Timing } from '@stackcheck/buyer';
import { openSpendBook, system } from '@stackcheck/buyer/node';
import { NETWORKS, toAuthorization, transferTypedData } from '@stackcheck/payment-x402/wire';
import { verifyTypedData, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { LOCAL_NETWORK, LocalFacilitator } from './sellers/local-facilitator';
import { officialSeller, PAY_TO, type Seller } from './sellers/official-seller';
import { startSandboxService, type SandboxService } from './service/sandbox-service';
import { Scratch } from './service/scratch';

const [, SEPOLIA] = NETWORKS;
const scratch = new Scratch();
afterEach(() => scratch.clear());

/** Counts what is signed. */
class CountingSigner implements Signer {
  signatures = 0;
  private readonly inner = signerFromKey(generatePrivateKey());
  readonly address = this.inner.address;

  signTypedData: Signer['signTypedData'] = async (data) => {
    this.signatures += 1;
    return this.inner.signTypedData(data);
  };
}

let signer: CountingSigner;
let file: string;
beforeEach(() => {
  signer = new CountingSigner();
  file = join(scratch.folder(), 'spend-book.json');
});

/** A buyer as another process has it: the same key and the same book. */
function buyer(options: Partial<BuyerOptions> = {}): Buyer {
  const book = openSpendBook(file);
  return createBuyer({ ...system, fetch, signer, book, network: LOCAL_NETWORK, ...options });
}

const spentToday = async (): Promise<bigint> => 2_000_000n - (await buyer().left()).day;
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

describe('the buyer at this service', () => {
  let service: SandboxService;
  beforeAll(async () => {
    service = await startSandboxService();
  }, 240_000);
  afterAll(() => service.close());

  it.each([
    ['GET', '/v1/eol/nodejs/20', undefined, 1_000n],
    ['POST', '/v1/kev/check', { cves: ['CVE-2021-44228'] }, 5_000n],
    ['GET', `/v1/eol/check?items=${Array.from({ length: 50 }, () => 'nodejs@20.11.1').join(',')}`, undefined, 10_000n],
  ])('quotes and buys %s %s', async (method, path, body, price) => {
    const request = {
      ...{ method, url: service.url + path },
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    };

    const quote = await buyer().quote(request);
    const bought = await buyer().pay(request);

    expect(quote).toMatchObject({ amount: price, network: LOCAL_NETWORK, isRepeatable: true });
    expect(bought).toMatchObject({
      outcome: 'paid',
      amount: price,
      receipt: { success: true },
      answer: { status: 200 },
    });
    expect(JSON.parse(text(bought.answer.body))).toHaveProperty('data');
    expect([await spentToday(), signer.signatures]).toEqual([price, 1]);
  });

  it('gets the answer that was lost, for the same payment, also in the next process', async () => {
    const request = { url: `${service.url}/v1/eol/go` };
    const receipts: (string | null)[] = [];
    const losing: BuyerOptions['fetch'] = async (url, init) => {
      const response = await fetch(url, init);
      if (init.headers['PAYMENT-SIGNATURE'] === undefined) return response;
      receipts.push(response.headers.get('payment-response'));
      return receipts.length === 1 ? Promise.reject(new Error('lost')) : new Promise(() => undefined);
    };
    // A process that hangs for good: its deadlines never come.
    const after: Timing['after'] = (ms, call) => (ms > 5_000 ? () => undefined : system.timing.after(ms, call));
    void buyer({ fetch: losing, timing: { ...system.timing, after } }).pay(request);
    while (receipts.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));

    const bought = await buyer().pay(request);

    expect(bought).toMatchObject({ outcome: 'paid', answer: { status: 200 } });
    expect(bought.outcome === 'paid' && receipts).toEqual(Array(2).fill(bought.answer.headers.get('payment-response')));
    expect([await spentToday(), signer.signatures]).toEqual([1_000n, 1]);
  });

  it('is not charged for what has no answer', async () => {
    const bought = await buyer().pay({ url: `${service.url}/v1/eol/nodejsx` });

    expect(bought).toMatchObject({ outcome: 'not_charged', answer: { status: 404 } });
    expect(text(bought.answer.body)).toContain('unknown_id');
  });

  it('stops at a cap and at another recipient, before it signs', async () => {
    const request = { url: `${service.url}/v1/eol/nodejs` };

    await expect(buyer({ caps: { day: 999n } }).pay(request)).rejects.toMatchObject({ code: 'cap_reached' });
    await expect(buyer({ payTo: PAY_TO }).pay(request)).rejects.toMatchObject({ code: 'pin_changed' });
    await expect(buyer({ network: 'eip155:8453' }).pay(request)).rejects.toMatchObject({ code: 'no_acceptable_offer' });
    expect([await spentToday(), signer.signatures]).toEqual([0n, 0]);
  });
});

describe('the buyer at the official seller', () => {
  let facilitator: LocalFacilitator;
  let seller: Seller;
  beforeEach(async () => {
    facilitator = scratch.keep(await new LocalFacilitator().open());
    seller = scratch.keep(await officialSeller(facilitator.url));
  });

  it('buys, with a signature that viem verifies', async () => {
    const bought = await buyer().pay({ url: `${seller.url}/answer` });

    expect(bought).toMatchObject({ outcome: 'paid', amount: 1_000n, receipt: { success: true } });
    expect(text(bought.answer.body)).toBe('{"made":1}');
    const [{ paymentPayload }] = facilitator.settled as [LocalFacilitator['settled'][number]];
    const { domainName: name, domainVersion: version, chainId, usdc } = SEPOLIA!;
    const domain = { name, version, chainId, verifyingContract: usdc };
    const data = transferTypedData(domain, toAuthorization(paymentPayload.payload)!);
    const signature = paymentPayload.payload.signature as Hex;
    await expect(verifyTypedData({ ...(data as object), address: signer.address, signature } as never)).resolves.toBe(
      true,
    );
  });

  it('buys with an account of viem as its signer', async () => {
    const account = privateKeyToAccount(generatePrivateKey());
    const { address } = account;

    const bought = await buyer({
      signer: { address, signTypedData: (data) => account.signTypedData(data as never) },
    }).pay({ url: `${seller.url}/answer` });

    expect(bought).toMatchObject({ outcome: 'paid', receipt: { payer: address } });
  });

  it('gets its answer where the settle call broke before the transfer', async () => {
    facilitator.faults.push('cut_before');

    expect(await buyer().pay({ url: `${seller.url}/answer` })).toMatchObject({ outcome: 'paid' });
    expect([facilitator.spent.size, signer.signatures, await spentToday()]).toEqual([1, 1, 1_000n]);
  });

  it('never calls a settlement a failure whose reply was lost, and never pays twice for it', async () => {
    facilitator.faults.push('cut');

    await expect(buyer().pay({ url: `${seller.url}/answer` })).rejects.toMatchObject({ code: 'settlement_unknown' });
    expect([facilitator.spent.size, signer.signatures, await spentToday()]).toEqual([1, 1, 1_000n]);
  });

  it('is not charged for what has no answer', async () => {
    expect(await buyer().pay({ url: `${seller.url}/nothing` })).toMatchObject({
      outcome: 'not_charged',
      answer: { status: 404 },
    });
    expect(facilitator.spent.size).toBe(0);
  });
});
