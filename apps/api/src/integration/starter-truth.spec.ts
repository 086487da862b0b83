import { osvStarter } from '@stackcheck/datasets/osv';
import { readSpec } from '@stackcheck/osv-core/records';
import request from 'supertest';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

const HEADERS = { 'Content-Type': 'application/json' };
const LOG4J = 'pkg:maven/org.apache.logging.log4j/log4j-core';

let api: StarterApi;

beforeAll(async () => {
  api = await startStarterApi();
});
afterAll(() => api.close());

async function buy(operationId: string, target: string, body: object) {
  const response = await api.buy(operationId, target, { method: 'POST', headers: HEADERS, body: JSON.stringify(body) });
  return { status: response.status, ...((await response.json()) as Answer) };
}

interface Answer {
  readonly data: Readonly<Record<string, unknown>>;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

/** Every package that the starter names, in the version of each of its events, and one that it does not name. */
function starterPurls(): string[] {
  const types: Readonly<Record<string, string>> = { npm: 'npm', PyPI: 'pypi', 'crates.io': 'cargo', NuGet: 'nuget' };
  const purls = osvStarter().advisories.flatMap(({ packages }) =>
    packages.flatMap(({ ecosystem, name, spec }) => {
      const type = types[ecosystem];
      if (type === undefined) return [];
      const versions = readSpec(spec).flatMap(({ ranges }) => ranges.flatMap((range) => range.map(([, v]) => v)));
      return versions.filter((version) => version !== '0').map((version) => `pkg:${type}/${name}@${version}`);
    }),
  );
  return [...new Set(purls), 'pkg:npm/never-heard-of@1.0.0'];
}

describe('what the starter selection does not hold is said to be unknown', () => {
  it('no version of a package is called safe', async () => {
    const { status, data, meta } = await buy('service_osv_check', '/v1/osv/check', { purls: [`${LOG4J}@2.14.1`] });

    expect(status).toBe(200);
    expect(meta['starter']).toBe(true);
    expect(data).toMatchObject({
      vulnerable: 1,
      clean: 0,
      kev_complete: false,
      epss_complete: false,
      results: [{ checked: true, vulnerable: true, complete: false, minimum_safe: null, severity: 'critical' }],
    });
  });

  it('no package is called clean, in any version that an advisory names, and no stack of them passes', async () => {
    const purls = starterPurls();
    let silent = 0;
    for (let at = 0; at < purls.length; at += 50) {
      const batch = purls.slice(at, at + 50);
      const { data } = await buy('service_osv_check', '/v1/osv/check', {
        purls: [`${LOG4J}@2.14.1`, ...batch.slice(1)],
      });
      const results = data['results'] as readonly Readonly<Record<string, unknown>>[];

      expect(data['clean']).toBe(0);
      expect(results.filter(({ minimum_safe: safe }) => typeof safe === 'string')).toEqual([]);
      const unsaid = results.filter(({ checked }) => checked === false);
      expect(new Set(unsaid.map(({ reason }) => reason))).toEqual(new Set(unsaid.length === 0 ? [] : ['no_data']));
      silent += unsaid.length;
      for (const policy of [{}, { min_severity: 'critical', fail_on: ['eol'] }]) {
        const stack = await buy('service_stack_check', '/v1/stack/check', {
          packages: [`${LOG4J}@2.14.1`, ...batch.slice(1)],
          policy,
        });
        const reasons = stack.data['reasons'] as readonly { code: string; ref: string }[];

        expect(stack.data['verdict']).not.toBe('pass');
        const doubted = reasons.filter(({ code }) => code === 'incomplete_data' || code === 'unresolved_package');
        expect(doubted).toHaveLength(results.length);
      }
    }

    expect(silent).toBeGreaterThan(20);
  });

  it('a package that it does not name is not checked, and a batch of such is not charged', async () => {
    const absent = 'pkg:npm/left-pad@1.3.0';

    const { data } = await buy('service_osv_check', '/v1/osv/check', { purls: [absent, `${LOG4J}@2.14.1`] });
    const settled = api.facilitator.settleRequests.length;
    const alone = await buy('service_osv_check', '/v1/osv/check', { purls: [absent] });

    expect((data['results'] as unknown[])[0]).toEqual({
      ...{ index: 0, purl: absent, checked: false, reason: 'no_data' },
      ...{ lifecycle: null, lifecycle_reason: 'incomplete_data' },
    });
    expect([alone.status, alone.error?.message]).toEqual([400, expect.stringContaining('no_data')]);
    expect(api.facilitator.settleRequests).toHaveLength(settled);
  });

  it('whether a package is listed is not known of one that it does not name, nor that it is unlisted', async () => {
    const listing = async (id: string) => {
      const { data } = (await request(api.url).get('/v1/validate').query({ dataset: 'osv', id })).body as Answer;
      return [data['listed'], data['similar']];
    };
    const { data } = await buy('service_osv_check', '/v1/osv/check', {
      purls: ['pkg:npm/lodahs@1.0.0', `${LOG4J}@2.14.1`],
    });

    expect(await listing('pkg:npm/lodash@4.17.20')).toEqual([true, []]);
    expect(await listing('pkg:npm/lodahs@1.0.0')).toEqual([null, ['lodash']]);
    expect(await listing('pkg:npm/left-pad@1.3.0')).toEqual([null, []]);
    expect(data).toMatchObject({ clean: 0, unlisted: 0, unresolved_count: 1 });
    expect((data['results'] as unknown[])[0]).toMatchObject({ reason: 'no_data', similar: ['lodash'] });
  });

  it('no CVE is called unlisted', async () => {
    const body = { cves: ['CVE-2021-44228', 'CVE-2023-45857', 'CVE-2026-99999'] };

    const { data, meta } = await buy('service_kev_check', '/v1/kev/check', body);
    const stack = await buy('service_stack_check', '/v1/stack/check', { cves: ['CVE-2023-45857'] });

    expect(meta['starter']).toBe(true);
    expect(data).toMatchObject({
      count: 3,
      listed: 1,
      unlisted_count: 0,
      unknown_count: 2,
      complete: false,
      results: [
        { listed: true },
        { listed: null, known_to_advisories: true },
        { listed: null, known_to_advisories: null, advisories: [] },
      ],
      osv_complete: false,
      osv_note: expect.stringMatching(/^Only a selection/) as string,
      unlisted: [],
    });
    expect(stack.data).toMatchObject({
      verdict: 'unknown',
      reasons: [{ level: 'unknown', code: 'kev_unknown', ref: 'cves/0', id: 'CVE-2023-45857' }],
    });
  });

  it('the cheapest model is said to be the cheapest of a selection', async () => {
    const { data, meta } = await buy('service_models_cheapest', '/v1/models/cheapest', {
      tokens: { input: 1, output: 1 },
    });

    expect([data['complete'], meta['starter']]).toEqual([false, true]);
  });

  it('an unknown product is said to be missing from a selection', async () => {
    const response = await api.buy('service_eol_product', '/v1/eol/zzz-nobody');
    const { error } = (await response.json()) as Answer;

    expect(response.status).toBe(404);
    expect(error?.message).toMatch(/only a starter selection of eol is loaded/);
  });

  it('and what it does hold is still answered', async () => {
    const body = {
      items: [{ product: 'nodejs', version: '18' }],
      images: ['python:3.12-slim-bookworm'],
      cves: ['CVE-2021-44228'],
      packages: ['pkg:npm/lodash@4.17.15'],
    };

    const { data, meta } = await buy('service_stack_check', '/v1/stack/check', body);

    expect(meta['starter']).toBe(true);
    expect(data).toMatchObject({
      verdict: 'fail',
      items: { results: [{ upgrade: { complete: false, nearest: { status: expect.any(String) as string } } }] },
      summary: { items: { eol: 2 }, cves: { listed: 1 }, packages: { vulnerable: 1 } },
    });
  });
});
