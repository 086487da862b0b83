import { createHash } from 'node:crypto';
import type { Manifest, SnapshotContent } from '@stackcheck/datasets';
import { applyDelta, type SignedDelta } from '@stackcheck/datasets/delta';
import { canonicalBytes } from '@stackcheck/signing';
import fc from 'fast-check';
import request from 'supertest';
import { DataFolder } from '../testing/data-folder';
import {
  advisoryBucket,
  CVE,
  CYCLES,
  eolFeed,
  INHERITED,
  kevFeed,
  modelsFeed,
  NAMES,
} from '../testing/inherited-names';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

const DATASETS = ['eol', 'kev', 'models'];

type Json = Readonly<Record<string, unknown>>;

let api: StarterApi;
let folder: DataFolder;

beforeAll(async () => {
  api = await startStarterApi({ publish: false, env: { PUBLIC_PREVIEW: 'all' } });
  folder = new DataFolder(api.dataDir, api.clock);
  await publish('1.0', 0.001);
  expect((await folder.ingestAdvisories(advisoryBucket())).kind).toBe('published');
  await api.refresh();
}, 240_000);
afterAll(() => api.close());

async function publish(latest: string, inputUsd: number, only: readonly string[] = DATASETS): Promise<void> {
  api.clock.advance(1_000);
  for (const [id, bytes] of [
    ['eol', eolFeed(latest)],
    ['kev', kevFeed(latest)],
    ['models', modelsFeed(inputUsd)],
  ] as const) {
    if (!only.includes(id)) continue;
    const outcome = await folder.ingest(id, bytes);
    expect([id, outcome.kind, 'reason' in outcome ? outcome.reason : '']).toEqual([id, 'published', '']);
  }
}

interface Answer {
  readonly status: number;
  readonly body: { readonly data: never; readonly error: { code: string; message: string; suggestions?: string[] } };
}

async function answerOf(response: Response): Promise<Answer> {
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

const buy = async (operationId: string, target: string): Promise<Answer> =>
  answerOf(await api.buy(operationId, target));

async function post(operationId: string, target: string, body: string): Promise<Answer> {
  return answerOf(
    await api.buy(operationId, target, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }),
  );
}

const get = async (target: string): Promise<Answer> => answerOf(await fetch(api.url + target));
const each = <T>(values: readonly T[], check: (value: T) => Promise<void>): Promise<void> =>
  fc.assert(fc.asyncProperty(fc.constantFrom(...values), check), {
    numRuns: values.length + 5,
    examples: values.map((value): [T] => [value]),
  });

describe('a product "constructor" with the aliases of every object', () => {
  test('is found by each of them, with each of its cycles', () =>
    each(['constructor', ...NAMES], async (name) => {
      const { status, body } = await buy('service_eol_product', `/v1/eol/${name}`);

      expect([status, body.data]).toMatchObject([200, { product: 'constructor', label: 'toString' }]);
      expect((body.data as { cycles: { cycle: string }[] }).cycles.map(({ cycle }) => cycle).sort()).toEqual(
        [...CYCLES].sort(),
      );
    }));

  test('has cycles of such names', () =>
    each(CYCLES, async (cycle) => {
      const { status, body } = await buy('service_eol_cycle', `/v1/eol/hasOwnProperty/${cycle}`);

      expect([status, body.data]).toMatchObject([200, { product: 'constructor', cycle, codename: '__proto__' }]);
    }));

  test('is checked in batches, by body and by query', async () => {
    const items = CYCLES.map((version, at) => ({ product: ['constructor', ...NAMES][at % 5]!, version }));
    const query = items.map(({ product, version }) => `${product}@${version}`).join(',');

    const answers = [
      await post('service_eol_check', '/v1/eol/check', JSON.stringify({ items })),
      await buy('service_eol_check_get', `/v1/eol/check?items=${encodeURIComponent(query)}`),
    ];

    for (const { status, body } of answers) {
      expect([status, body.data]).toMatchObject([200, { count: items.length, matched: items.length, unknown: [] }]);
      const { results } = body.data as { results: { resolved: string; match: { cycle: string } }[] };
      expect(results.map(({ resolved, match }) => [resolved, match.cycle])).toEqual(
        items.map(({ version }) => ['constructor', version]),
      );
    }
  });

  test('is found as an image, and such a tag is a version or none', async () => {
    const known = await buy('service_eol_image', '/v1/eol/image?image=constructor:2.1');
    expect([known.status, known.body.data]).toMatchObject([
      200,
      { components: [{ role: 'image', product: 'constructor', found: true, match: { cycle: '2.1' } }] },
    ]);

    for (const tag of INHERITED) {
      const { status, body } = await buy('service_eol_image', `/v1/eol/image?image=php:99-${tag}`);
      expect([tag, status, body.data]).toMatchObject([
        tag,
        200,
        { components: [{ product: 'php', match: { cycle: '99' } }] },
      ]);
    }
  });

  test('is listed, suggested, validated and shown', async () => {
    const index = await get('/v1/eol/index');
    expect(JSON.stringify(index.body.data)).toContain('"constructor"');
    const mistyped = await buy('service_eol_product', '/v1/eol/constructr');
    expect([mistyped.status, mistyped.body.error.suggestions]).toEqual([404, ['constructor']]);
    for (const name of ['constructor', ...NAMES]) {
      const valid = { valid: true, canonical: expect.stringContaining('constructor') as string };
      expect((await get(`/v1/validate?dataset=eol&id=${name}`)).body.data).toMatchObject(valid);
      expect((await get(`/v1/validate?dataset=eol&id=${name}@__proto__`)).body.data).toMatchObject(valid);
      expect((await get(`/v1/validate?dataset=eol&id=${name}@nosuch`)).body.data).toMatchObject({ valid: false });
      await request(api.url).get(`/p/${name}`).expect(200);
    }
  });
});

describe('the other datasets', () => {
  test('advisories are filed under packages of such names, and no others', async () => {
    const purls = INHERITED.map((name) => `pkg:npm/${encodeURIComponent(name)}@1.0.0`);

    const { status, body } = await post('service_osv_check', '/v1/osv/check', JSON.stringify({ purls }));

    expect(status).toBe(200);
    const { results } = body.data as { results: { vulnerabilities: { summary: string }[] }[] };
    expect(results.map(({ vulnerabilities }) => vulnerabilities.map(({ summary }) => summary))).toEqual(
      INHERITED.map((name) => [name]),
    );
    for (const name of INHERITED) {
      const { data } = (await get(`/v1/validate?dataset=osv&id=pkg:npm/${name}@1.0.0`)).body;
      expect(data).toMatchObject({ valid: true });
      const other = (await get(`/v1/validate?dataset=osv&id=pkg:${name}/x@1.0.0`)).body;
      expect(other.data).toMatchObject({ valid: false });
      const qualified = { purls: [`pkg:npm/constructor@1.0.0?${name}=x`] };
      expect((await post('service_osv_check', '/v1/osv/check', JSON.stringify(qualified))).status).toBeLessThan(500);
    }
  });

  test('models of such providers and names are not known, and no search breaks on them', () =>
    each(INHERITED, async (name) => {
      const validated = await get(`/v1/validate?dataset=models&id=${name}/${name}`);
      expect(validated.body.data).toMatchObject({ valid: false });
      for (const constraints of [{ providers: [name] }, { models: [name] }, { exclude_providers: [name] }]) {
        const body = JSON.stringify({ tokens: { input: 1_000, output: 1 }, constraints });
        const { status, body: answer } = await post('service_models_cheapest', '/v1/models/cheapest', body);
        expect([status, answer.error.message]).toEqual([400, expect.stringContaining(`"${name}", which is not known`)]);
      }
    }));

  test('what is exploited is found whatever its vendor is called, and such an id is malformed', async () => {
    const { status, body } = await post('service_kev_check', '/v1/kev/check', JSON.stringify({ cves: [CVE] }));
    expect([status, JSON.stringify(body.data)]).toEqual([200, expect.stringContaining('"__proto__"')]);

    await each(INHERITED, async (name) => {
      const refused = await post('service_kev_check', '/v1/kev/check', JSON.stringify({ cves: [name] }));
      expect([refused.status, refused.body.error.code]).toEqual([400, 'bad_request']);
      expect((await get(`/v1/validate?dataset=kev&id=${name}`)).body.data).toMatchObject({ valid: false });
    });
  });
});

describe('a stack of them', () => {
  const stack = {
    items: CYCLES.map((version) => ({ product: 'constructor', version })),
    packages: INHERITED.map((name) => `pkg:npm/${encodeURIComponent(name)}@1.0.0`),
    cves: [CVE],
    images: ['constructor:2.1', ...INHERITED.map((name) => `php:99-${name}`)],
  };

  test('is checked and watched, and the token of the watch knows it again', async () => {
    const checked = await post('service_stack_check', '/v1/stack/check', JSON.stringify(stack));
    expect([checked.status, JSON.stringify(checked.body.data)]).toEqual([
      200,
      expect.stringContaining('MAL-2026-7000'),
    ]);

    const begun = await post('service_stack_watch', '/v1/stack/watch', JSON.stringify(stack));
    const { watch } = begun.body.data as unknown as { watch: { token: string; stack: object } };
    const again = await post(
      'service_stack_watch',
      '/v1/stack/watch',
      JSON.stringify({ token: watch.token, remove: { items: [{ product: 'constructor', version: '__proto__' }] } }),
    );

    expect([begun.status, again.status]).toEqual([200, 200]);
    const { stack: kept } = (again.body.data as unknown as { watch: { stack: typeof stack } }).watch;
    expect(kept.items).toEqual(stack.items.filter(({ version }) => version !== '__proto__'));
    expect(kept.packages).toHaveLength(stack.packages.length);
  });
});

describe('names that were never given', () => {
  test.each([
    [
      'a member',
      (name: string) => `{"items":[{"product":"php","version":"99"}],${JSON.stringify(name)}:{"polluted":1}}`,
    ],
    [
      'a member further down',
      (name: string) => `{"items":[{"product":"php","version":"99",${JSON.stringify(name)}:1}]}`,
    ],
  ])('%s of a body is refused by its name', (_what, body) =>
    each(INHERITED, async (name) => {
      const { status, body: answer } = await post('service_eol_check', '/v1/eol/check', body(name));

      expect([status, answer.error.code]).toEqual([400, 'bad_request']);
      expect(answer.error.message).toContain(name);
      expect(({} as Json)['polluted']).toBeUndefined();
    }),
  );

  test('a query, a path, a dataset and an unknown product are answered as any other', () =>
    each(INHERITED, async (name) => {
      expect((await buy('service_eol_product', `/v1/eol/php?${name}=1`)).body.error.code).toBe('bad_request');
      expect((await get(`/v1/${name}/snapshot`)).body.error.code).toBe('not_found');
      expect((await get(`/${name}`)).body.error.code).toBe('not_found');
      expect((await get(`/v1/validate?dataset=${name}&id=x`)).body.error.code).toBe('bad_request');
      expect((await buy('service_eol_product', `/v1/eol/x${name}x-nobody`)).body.error.code).toBe('unknown_id');
      const found = NAMES.includes(name) || name === 'constructor';
      expect((await buy('service_eol_product', `/v1/eol/${name}`)).status).toBe(found ? 200 : 404);
      expect((await buy('service_eol_cycle', `/v1/eol/php/${name}`)).body.error.code).toBe('unknown_id');
    }));
});

describe('a later snapshot', () => {
  test.each(DATASETS)('of %s is reached by its delta byte for byte', async (dataset) => {
    const path = `/v1/${dataset}/snapshot`;
    const operationId = `service_${dataset}_snapshot`;
    type Whole = { manifest: Manifest; snapshot: SnapshotContent };
    const before = (await buy(operationId, path)).body.data as unknown as Whole;
    await publish('2.0', 0.002, [dataset]);
    await api.refresh();

    const { status, body } = await buy(operationId, `${path}?since=${before.manifest.snapshot_id}`);

    const { manifest, delta } = body.data as unknown as { manifest: Manifest; delta: SignedDelta };
    expect([status, delta.changed.length > 0]).toEqual([200, true]);
    const reached = canonicalBytes(applyDelta(before.snapshot, delta));
    expect(createHash('sha256').update(reached).digest('hex')).toBe(manifest.sha256);
  });
});
