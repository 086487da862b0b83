import { createHash } from 'node:crypto';
import { copyFileSync, readdirSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { applyDelta, manifestFault, type Manifest, type SignedDelta, type SnapshotContent } from '@stackcheck/datasets';
import { smallBucket, someAdvisory, toRaw } from '@stackcheck/datasets/testing';
import type { PaymentLedger, StoredAnswer } from '@stackcheck/payment-x402';
import { canonicalBytes, verifiersOf, type KeySet } from '@stackcheck/signing';
import { openApiDocument } from '../published/openapi';
import { CATALOGUE } from '../routes/catalogue';
import { startApi } from '../start-api';
import { DataFolder } from '../testing/data-folder';
import { descriptionCheck } from '../testing/description-check';
import { expectError } from '../testing/expect-error';
import { samplePublishing } from '../testing/publishing-context';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

const ROUTE = 'service_osv_snapshot';
const TARGET = '/v1/osv/snapshot';
const MANY = 5_000;

const { output } = CATALOGUE.find(({ operationId }) => operationId === ROUTE)!;
const faultOf = descriptionCheck(openApiDocument(samplePublishing()));

interface Download {
  readonly data: { readonly manifest: Manifest; readonly snapshot: SnapshotContent };
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** What was bought, after every check that a buyer can make. */
async function verified(api: StarterApi, response: Response): Promise<{ body: Buffer; data: Download['data'] }> {
  const body = Buffer.from(await response.arrayBuffer());
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  expect(response.headers.get('content-length')).toBe(String(body.length));
  expect(response.headers.get('content-digest')).toBe(
    `sha-256=:${Buffer.from(sha256(body), 'hex').toString('base64')}:`,
  );
  const answer = JSON.parse(body.toString()) as Download;
  expect(faultOf(output.schema, answer)).toBeUndefined();
  const { manifest, snapshot } = answer.data;
  const keys = (await (await fetch(`${api.url}/.well-known/jwks.json`)).json()) as KeySet;
  expect(manifestFault(manifest, verifiersOf(keys))).toBeUndefined();
  expect(sha256(canonicalBytes(snapshot))).toBe(manifest.sha256);
  return { body, data: answer.data };
}

const answerOf = (response: Response) =>
  ['payment-response', 'content-digest', 'signature', 'signature-input'].map((name) => response.headers.get(name));

describe('the starter selection of the package advisories', () => {
  let api: StarterApi;
  beforeAll(async () => {
    api = await startStarterApi();
  });
  afterAll(() => api.close());

  test('is sold whole, in the order of ids', async () => {
    const { data } = await verified(api, await api.buy(ROUTE, TARGET));

    const ids = (data.snapshot['advisories'] as { id: string }[]).map(({ id }) => id);
    expect(ids).toHaveLength(data.manifest.record_count);
    expect(ids).toEqual([...ids].sort());
    expect(Object.keys(data)).toEqual(['manifest', 'snapshot']);
  });

  test.each(['GET', 'HEAD'])('costs half a dollar, as a %s without payment tells', async (method) => {
    const response = await fetch(api.url + TARGET, { method });

    expect(response.status).toBe(402);
    const offer = JSON.parse(Buffer.from(response.headers.get('payment-required')!, 'base64').toString()) as {
      accepts: object[];
    };
    expect(offer.accepts).toMatchObject([{ amount: '500000' }]);
  });
});

describe(`${MANY} advisories`, () => {
  const bucket = smallBucket();
  let api: StarterApi;
  let folder: DataFolder;
  let first: Manifest;
  const stored: StoredAnswer[] = [];

  /** A ledger that tells which answers it is given. */
  function told<Ledger extends PaymentLedger>(ledger: Ledger): Ledger {
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
    for (let count = 0; count < MANY; count++) {
      const id = `MAL-2026-${count}`;
      bucket.put('npm', toRaw(someAdvisory(id, { summary: `${id} ${'of a long description '.repeat(20)}` })));
    }
    api = await startStarterApi({ publish: false, overrides: { wrapLedger: told } });
    folder = new DataFolder(api.dataDir, api.clock);
    first = await ingested();
  }, 60_000);
  afterAll(() => api.close());

  async function ingested(): Promise<Manifest> {
    const outcome = await folder.ingestAdvisories(bucket);
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
    await api.refresh();
    return outcome.manifest;
  }

  let changes = 0;

  /** A snapshot with one more advisory. */
  async function next(): Promise<Manifest> {
    api.clock.advance(3_600_000);
    const modified = new Date(api.clock.now()).toISOString();
    bucket.put('npm', toRaw(someAdvisory(`MAL-2026-9000${changes++}`, { modified })));
    return ingested();
  }

  const get = (url: string, header: string): Promise<Response> =>
    fetch(url + TARGET, { headers: { 'PAYMENT-SIGNATURE': header } });

  let named = 0;
  const pay = (): string => api.payment(ROUTE, TARGET, { identifier: `pay_osv_snapshot_${named++}` });

  /** Files of the folder that were not there before. */
  const indexes = (): string[] => readdirSync(join(api.dataDir, 'osv')).map((name) => join(api.dataDir, 'osv', name));

  test('are sold whole, for a row of the ledger that is small', async () => {
    const { body, data } = await verified(api, await get(api.url, pay()));

    expect(data.manifest).toEqual(first);
    expect(body.length).toBeGreaterThan(2_000_000);
    expect(stored.at(-1)!.body.length).toBeLessThan(1_000);
    expect(stored.at(-1)!.snapshotIds).toEqual([first.snapshot_id]);
  });

  test('come again byte for byte, also after a newer snapshot and another start', async () => {
    const header = pay();
    const bought = await get(api.url, header);
    const { body } = await verified(api, bought);
    const second = await next();
    const again = await startApi(api.config, { clock: api.clock, facilitator: api.facilitator, ballastBytes: 4_096 });
    const settled = api.facilitator.settleRequests.length;
    try {
      const replays = [await get(api.url, header), await get(again.url, header)];
      for (const replay of replays) {
        expect(answerOf(replay).slice(0, 2)).toEqual(answerOf(bought).slice(0, 2));
        expect(Buffer.from(await replay.arrayBuffer()).equals(body)).toBe(true);
      }
      expect(api.facilitator.settleRequests).toHaveLength(settled);
      expect((await verified(api, await get(again.url, pay()))).data.manifest).toEqual(second);
    } finally {
      await again.close();
    }
  });

  test('are not delivered to a client that leaves in the middle; the next try has all of them', async () => {
    const header = api.payment(ROUTE, TARGET);
    const { port, hostname } = new URL(api.url);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname);
      socket.write(`GET ${TARGET} HTTP/1.1\r\nHost: x\r\nPAYMENT-SIGNATURE: ${header}\r\n\r\n`);
      socket.once('data', () => socket.resetAndDestroy());
      socket.once('close', () => resolve());
    });
    const settled = api.facilitator.settleRequests.length;

    await verified(api, await get(api.url, header));

    expect(api.facilitator.settleRequests).toHaveLength(settled);
    await expectError(await get(api.url, header), 'payment_replayed');
  });

  test('leave others alone while somebody reads them slowly', async () => {
    const { port, hostname } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    socket.write(`GET ${TARGET} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nPAYMENT-SIGNATURE: ${pay()}\r\n\r\n`);
    await new Promise((resolve) => socket.once('readable', resolve));

    expect((await fetch(`${api.url}/livez`)).status).toBe(200);
    await verified(api, await get(api.url, pay()));

    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const [head, body] = [text.slice(0, text.indexOf('\r\n\r\n')), text.slice(text.indexOf('\r\n\r\n') + 4)];
    expect(head).toMatch(`Content-Length: ${Buffer.byteLength(body)}`);
  });

  test('have deltas, which lead from one to the next', async () => {
    const { data } = await verified(api, await get(api.url, pay()));
    const to = await next();
    const target = `${TARGET}?since=${data.manifest.snapshot_id}`;

    const answer = (await (await api.buy(ROUTE, target)).json()) as {
      data: { manifest: Manifest; delta: SignedDelta };
    };

    expect(faultOf(output.schema, answer)).toBeUndefined();
    expect(answer.data.manifest).toEqual(to);
    expect(answer.data.delta.added).toHaveLength(1);
    expect(sha256(canonicalBytes(applyDelta(data.snapshot, answer.data.delta)))).toBe(to.sha256);
  });

  test('are not sold while their file is damaged, and nothing is charged', async () => {
    const others = indexes();
    await next();
    await verified(api, await get(api.url, pay()));
    const [file] = indexes().filter((path) => !others.includes(path)) as [string];
    const settled = api.facilitator.settleRequests.length;
    renameSync(file, `${file}.away`);
    copyFileSync(`${file}.away`, file);
    truncateSync(file, 10_000);
    const header = pay();

    try {
      await expectError(await get(api.url, header), 'dataset_unavailable');
      expect(api.facilitator.settleRequests).toHaveLength(settled);
    } finally {
      renameSync(`${file}.away`, file);
    }
    await verified(api, await get(api.url, header));
  });

  test('that were paid are owed while their file cannot be read', async () => {
    const others = indexes();
    await next();
    const [file] = indexes().filter((path) => !others.includes(path)) as [string];
    const header = pay();
    const { body } = await verified(api, await get(api.url, header));
    renameSync(file, `${file}.away`);
    copyFileSync(`${file}.away`, file);
    truncateSync(file, 10_000);

    try {
      const error = await expectError(await get(api.url, header), 'dataset_unavailable');
      expect(error.message).toMatch(/still buys its answer/);
    } finally {
      renameSync(`${file}.away`, file);
    }
    expect(Buffer.from(await (await get(api.url, header)).arrayBuffer()).equals(body)).toBe(true);
  });

  describe('whose file retention removed', () => {
    async function bought(lost: boolean): Promise<string> {
      const others = indexes();
      await next();
      const header = pay();
      if (lost) api.facilitator.settleScript.push('lost_after');
      const response = await get(api.url, header);
      await response.text();
      expect(response.status).toBe(lost ? 503 : 200);
      const [file] = indexes().filter((path) => !others.includes(path)) as [string];
      await next();
      rmSync(file);
      return header;
    }

    test('are gone for whoever had them', async () => {
      const error = await expectError(await get(api.url, await bought(false)), 'snapshot_expired');

      expect(error.message).toMatch(/not kept/);
    });

    test('are made good with the current ones for whoever had nothing', async () => {
      const header = await bought(true);

      const { data } = await verified(api, await get(api.url, header));

      const manifest = (await (await fetch(`${api.url}/v1/osv/manifest`)).json()) as { data: { manifest: Manifest } };
      expect(data.manifest).toEqual(manifest.data.manifest);
      await expectError(await get(api.url, header), 'snapshot_expired');
    });
  });
});
