import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { feedBytes, feedWithLatest } from '@stackcheck/datasets/testing';
import type { PaymentLedger } from '@stackcheck/payment-x402';
import type { PaymentIntent } from '@stackcheck/payment-x402/ledger';
import { openSnapshotStore } from '@stackcheck/store-sqlite/snapshots';
import { REFERENCE_TYPE } from '../sale/downloads/answer-reference';
import { sha256Of, verifiedSnapshot } from '../testing/bought-snapshot';
import { DataFolder } from '../testing/data-folder';
import { expectError } from '../testing/expect-error';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

const DATASETS = ['eol', 'kev', 'models'] as const;
const routeOf = (dataset: string) => [`service_${dataset}_snapshot`, `/v1/${dataset}/snapshot`] as const;

describe('the download of a smaller dataset', () => {
  let api: StarterApi;
  const intents: PaymentIntent[] = [];
  /** As an earlier version of the service stored it. */
  let storesWhole = false;

  /** A ledger whose claims are recorded in `intents`. */
  function recorded<Ledger extends PaymentLedger>(ledger: Ledger): Ledger {
    const claim: PaymentLedger['claim'] = (intent, nowMs) => {
      intents.push(intent);
      return ledger.claim(storesWhole ? { ...intent, answer: { ...intent.answer, ...whole } } : intent, nowMs);
    };
    return new Proxy(ledger, {
      get(target, name) {
        const member: unknown = name === 'claim' ? claim : Reflect.get(target, name, target);
        return typeof member === 'function' ? (member.bind(target) as unknown) : member;
      },
    });
  }
  const whole = { body: Buffer.from('{"data":"of old"}'), contentType: 'application/json; charset=utf-8' };

  beforeEach(async () => {
    storesWhole = false;
    intents.length = 0;
    api = await startStarterApi({ overrides: { wrapLedger: recorded } });
  });
  afterEach(async () => {
    // A body that nobody reads keeps its connection.
    for (const response of got.splice(0)) if (!response.bodyUsed) await response.body?.cancel();
    await api.close();
  });

  const got: Response[] = [];
  const get = async (header: string, path: string, url = api.url): Promise<Response> => {
    const response = await fetch(url + path, { headers: { 'PAYMENT-SIGNATURE': header } });
    got.push(response);
    return response;
  };
  const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());
  const copies = (): readonly string[] => readdirSync(join(api.dataDir, 'sold'));
  let count = 0;
  const pay = (dataset: string): string =>
    api.payment(...routeOf(dataset), { identifier: `kept-once-${String(count++).padStart(8, '0')}` });

  /** Another eol snapshot takes the place of the current one. */
  async function nextEol(latest: string): Promise<void> {
    api.clock.advance(1_000);
    const outcome = await new DataFolder(api.dataDir, api.clock).ingest('eol', feedBytes(feedWithLatest(latest)));
    expect(outcome.kind).toBe('published');
    await api.refresh();
  }

  /** Retention at its sharpest: every snapshot but the current one goes. */
  function forgetOld(): void {
    const store = openSnapshotStore(join(api.dataDir, 'snapshots.db'));
    const lease = store.acquireLease('eol', 'test', api.clock.now(), 1_000)!;
    const old = store.list('eol').slice(1);
    expect(
      store.remove(
        lease,
        old.map(({ snapshot_id: id }) => id),
      ),
    ).toBe(old.length);
    store.close();
  }

  test.each(DATASETS)('%s: two sales are two short rows and one copy on disk', async (dataset) => {
    const [, path] = routeOf(dataset);

    const first = await verifiedSnapshot(api, await get(pay(dataset), path));
    const second = await verifiedSnapshot(api, await get(pay(dataset), path));

    expect(second.body.equals(first.body)).toBe(true);
    expect(intents.map(({ answer }) => answer.contentType)).toEqual([REFERENCE_TYPE, REFERENCE_TYPE]);
    expect(Math.max(...intents.map(({ answer }) => answer.body.length + (answer.gzipped?.length ?? 0)))).toBeLessThan(
      400,
    );
    expect(JSON.parse(Buffer.from(intents[0]!.answer.body).toString())).toEqual({
      dataset,
      snapshotId: first.manifest.snapshot_id,
      length: first.body.length,
      sha256: sha256Of(first.body),
      contentType: 'application/json; charset=utf-8',
    });
    expect(copies()).toEqual([`${first.manifest.snapshot_id}.json.gz`]);
    expect(statSync(join(api.dataDir, 'sold', copies()[0]!)).mode & 0o777).toBe(0o600);
  });

  test('comes again byte for byte after newer snapshots, after all old ones were removed, and after another start', async () => {
    const [, path] = routeOf('eol');
    const header = pay('eol');
    const bought = await get(header, path);
    const body = await bytesOf(bought);
    await nextEol('1.0');
    await nextEol('2.0');
    forgetOld();
    const settled = api.facilitator.settleRequests.length;
    const replayed = async (url: string): Promise<void> => {
      const replay = await get(header, path, url);
      expect([replay.status, replay.headers.get('content-digest')]).toEqual([
        200,
        bought.headers.get('content-digest'),
      ]);
      expect((await bytesOf(replay)).equals(body)).toBe(true);
    };

    await replayed(api.url);
    await api.end();
    const again = await api.startAgain();
    try {
      await replayed(again.url);
    } finally {
      await again.close();
    }
    expect(api.facilitator.settleRequests).toHaveLength(settled);
  });

  test.each<[string, (file: string) => void]>([
    ['lost', (file) => rmSync(file)],
    ['damaged', (file) => writeFileSync(file, readFileSync(file).subarray(0, 1_000))],
    ['another’s', (file) => writeFileSync(file, 'not gzip at all')],
  ])('whose copy is %s comes from the snapshot while that is stored', async (_what, harm) => {
    const [, path] = routeOf('eol');
    const header = pay('eol');
    const body = await bytesOf(await get(header, path));
    await nextEol('1.0');
    harm(join(api.dataDir, 'sold', copies()[0]!));

    expect((await bytesOf(await get(header, path))).equals(body)).toBe(true);

    forgetOld();
    expect((await expectError(await get(header, path), 'snapshot_expired')).message).toMatch(/not kept any more/);
  });

  test('that nobody got is made good with the current one where nothing of it is left', async () => {
    const [, path] = routeOf('eol');
    const header = pay('eol');
    api.facilitator.settleScript.push('lost_after');
    expect((await get(header, path)).status).toBe(503);
    await nextEol('1.0');
    rmSync(join(api.dataDir, 'sold'), { recursive: true });
    forgetOld();

    const { manifest } = await verifiedSnapshot(api, await get(header, path));

    expect(manifest.snapshot_id).toBe(api.health()['eol']!.snapshot_id);
  });

  test('whose copy cannot be written is not sold, and nothing is charged', async () => {
    const [, path] = routeOf('eol');
    rmSync(join(api.dataDir, 'sold'), { recursive: true, force: true });
    writeFileSync(join(api.dataDir, 'sold'), 'a file in the place of the folder');
    const header = pay('eol');

    await expectError(await get(header, path), 'paused');
    expect(api.facilitator.settleRequests).toEqual([]);

    rmSync(join(api.dataDir, 'sold'));
    expect((await get(header, path)).status).toBe(200);
  });

  test('that an earlier version stored whole comes as it was stored', async () => {
    const [, path] = routeOf('eol');
    const header = pay('eol');
    storesWhole = true;
    await get(header, path);
    storesWhole = false;

    const replay = await get(header, path);

    expect([replay.status, (await bytesOf(replay)).toString()]).toEqual([200, whole.body.toString()]);
  });
});
