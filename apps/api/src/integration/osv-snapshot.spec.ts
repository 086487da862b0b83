import { connect } from 'node:net';
import type { Manifest } from '@stackcheck/datasets';
import { smallBucket, someAdvisory, toRaw } from '@stackcheck/datasets/testing';
import type { PaymentLedger, StoredAnswer } from '@stackcheck/payment-x402';
import { AdvisoryShop } from '../testing/advisory-shop';
import { OSV_SNAPSHOT, verifiedSnapshot } from '../testing/bought-snapshot';
import { expectError } from '../testing/expect-error';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

const { operationId, target: TARGET } = OSV_SNAPSHOT;
const MANY = 5_000;

const proofsOf = ({ headers }: Response) => ['payment-response', 'content-digest'].map((name) => headers.get(name));

describe('the starter selection of the package advisories', () => {
  let api: StarterApi;
  beforeAll(async () => {
    api = await startStarterApi();
  });
  afterAll(() => api.close());

  test('is sold whole, in the order of ids', async () => {
    const { body, manifest, snapshot } = await verifiedSnapshot(api, await api.buy(operationId, TARGET));

    const ids = (snapshot['advisories'] as { id: string }[]).map(({ id }) => id);
    expect(ids).toHaveLength(manifest.record_count);
    expect(ids).toEqual([...ids].sort());
    expect(body.toString()).toMatch(/^\{"data":\{"manifest":\{.*\},"snapshot":\{"advisories":\[\{"affected":/);
  });

  test.each(['GET', 'HEAD'])('costs half a dollar by the offer of a %s without payment', async (method) => {
    const response = await fetch(api.url + TARGET, { method });

    expect(response.status).toBe(402);
    const offer = JSON.parse(Buffer.from(response.headers.get('payment-required')!, 'base64').toString()) as {
      accepts: object[];
    };
    expect(offer.accepts).toMatchObject([{ amount: '500000' }]);
  });
});

describe(`${MANY} advisories`, () => {
  let shop: AdvisoryShop;
  let api: StarterApi;
  let first: Manifest;
  const stored: StoredAnswer[] = [];

  /** A ledger whose claims are recorded in `stored`. */
  function recorded<Ledger extends PaymentLedger>(ledger: Ledger): Ledger {
    const claim: PaymentLedger['claim'] = (intent, nowMs) => {
      stored.push(intent.answer);
      return ledger.claim(intent, nowMs);
    };
    return new Proxy(ledger, {
      get(target, name) {
        const member: unknown = name === 'claim' ? claim : Reflect.get(target, name, target);
        return typeof member === 'function' ? (member.bind(target) as unknown) : member;
      },
    });
  }

  beforeAll(async () => {
    const bucket = smallBucket();
    for (let count = 0; count < MANY; count++) {
      const id = `MAL-2026-${count}`;
      bucket.put('npm', toRaw(someAdvisory(id, { summary: `${id} ${'of a long description '.repeat(20)}` })));
    }
    shop = await AdvisoryShop.start(bucket, { wrapLedger: recorded });
    ({ api } = shop);
    first = await shop.next();
  }, 240_000);
  afterAll(() => api.close());

  test('are sold whole, for a row of the ledger that is small', async () => {
    const { body, manifest } = await verifiedSnapshot(api, await shop.get(shop.pay()));

    expect(manifest).toEqual(first);
    expect(body.length).toBeGreaterThan(2_000_000);
    expect(stored.at(-1)!.body.length).toBeLessThan(1_000);
    expect(stored.at(-1)!.snapshotIds).toEqual([first.snapshot_id]);
  });

  test('are not delivered to a client that leaves in the middle; the next try has all of them', async () => {
    const header = api.payment(operationId, TARGET);
    const { port, hostname } = new URL(api.url);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname);
      socket.write(`GET ${TARGET} HTTP/1.1\r\nHost: x\r\nPAYMENT-SIGNATURE: ${header}\r\n\r\n`);
      socket.once('data', () => socket.resetAndDestroy());
      socket.once('close', () => resolve());
    });
    const settled = api.facilitator.settleRequests.length;

    await verifiedSnapshot(api, await shop.get(header));

    expect(api.facilitator.settleRequests).toHaveLength(settled);
    api.clock.advance(300_000);
    await expectError(await shop.get(header), 'payment_replayed');
  });

  test('leave others alone while somebody reads them slowly', async () => {
    const { port, hostname } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    socket.write(`GET ${TARGET} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nPAYMENT-SIGNATURE: ${shop.pay()}\r\n\r\n`);
    await new Promise((resolve) => socket.once('readable', resolve));

    expect((await fetch(`${api.url}/livez`)).status).toBe(200);
    await verifiedSnapshot(api, await shop.get(shop.pay()));

    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const [head, body] = [text.slice(0, text.indexOf('\r\n\r\n')), text.slice(text.indexOf('\r\n\r\n') + 4)];
    expect(head).toMatch(`Content-Length: ${Buffer.byteLength(body)}`);
  });

  test('come again byte for byte, also after a newer snapshot and another start', async () => {
    const header = shop.pay();
    const bought = await shop.get(header);
    const { body } = await verifiedSnapshot(api, bought);
    const second = await shop.next();
    const settled = api.facilitator.settleRequests.length;
    const replayed = async (url: string): Promise<void> => {
      const replay = await shop.get(header, url);
      expect(proofsOf(replay)).toEqual(proofsOf(bought));
      expect(Buffer.from(await replay.arrayBuffer()).equals(body)).toBe(true);
    };

    await replayed(api.url);
    await api.end();
    const again = await api.startAgain();
    try {
      await replayed(again.url);
      expect(api.facilitator.settleRequests).toHaveLength(settled);
      const { manifest } = await verifiedSnapshot({ ...api, url: again.url }, await shop.get(shop.pay(), again.url));
      expect(manifest).toEqual(second);
    } finally {
      await again.close();
    }
  });
});
