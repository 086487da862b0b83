import type { ErrorCode } from '@stackcheck/contract';
import fc from 'fast-check';
import request from 'supertest';
import { exampleTarget, paidRoutes } from '../published/context';
import { ROUTES } from '../composition/routes';
import type { AnyRoute } from '../catalogue/define-route';
import { expectError } from '../testing/expect-error';
import { anyChange, changed } from '../testing/hostile-inputs';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

let api: StarterApi;

beforeAll(async () => {
  api = await startStarterApi();
});
afterAll(() => api.close());
// Each dry run in a minute of its own.
beforeEach(() => api.clock.advance(61_000));

interface Verdict {
  readonly route: string;
  readonly accepted: boolean;
  readonly error: { readonly code: ErrorCode; readonly message: string; readonly suggestions?: string[] } | null;
}

const post = (target: string, body: unknown) => request(api.url).post(target).type('json').send(JSON.stringify(body));

async function verdictOn(proposed: object): Promise<Verdict> {
  const { status, body } = await post('/v1/validate', proposed);
  const answer = body as { data: Verdict };
  expect({ status, answer }).toMatchObject({ status: 200 });
  expect(Object.keys(answer)).toEqual(['data']);
  expect(Object.keys(answer.data)).toEqual(['route', 'accepted', 'error']);
  return answer.data;
}

const ofRoute = (operationId: string): AnyRoute => ROUTES.find((route) => route.operationId === operationId)!;

const preferring = (preference: string, route: AnyRoute, target: string, body: unknown) =>
  (route.body ? post(target, body) : request(api.url).get(target)).set('Prefer', preference);

/** The same input three times: paid for, proposed, and with the preference. */
async function threeWays(route: AnyRoute, target: string, body: unknown) {
  const bought = await api.paid(route.operationId, target, route.body ? body : undefined);
  const verdict = await verdictOn({ route: `${route.method} ${target}`, ...(route.body ? { body } : {}) });
  const preferred = await preferring('validate-only', route, target, body);
  return { bought, verdict, preferred };
}

describe.each(paidRoutes({ routes: ROUTES }))('a dry run of $operationId', (route) => {
  it('accepts its example, without payment and without an answer', async () => {
    const { example, operationId, body } = route;
    const parameters = { ...example.pathParams, ...example.queryParams };
    const settled = api.facilitator.settleRequests.length;
    const proposed = { parameters, ...(body ? { body: example.body } : {}) };
    const accepted = { route: operationId, accepted: true, error: null };

    expect(await verdictOn({ route: operationId, ...proposed })).toEqual(accepted);
    expect(await verdictOn({ route: `${route.method} ${route.path}`, ...proposed })).toEqual(accepted);
    const target = exampleTarget(route);
    const { headers } = await preferring('respond-async, Validate-Only; why=test', route, target, example.body)
      .set('PAYMENT-SIGNATURE', api.payment(operationId, target))
      .expect('Preference-Applied', 'validate-only')
      .expect(204, '');

    expect(headers).not.toHaveProperty('payment-response');
    expect(api.facilitator.settleRequests).toHaveLength(settled);
  });
});

describe('a dry run gives the error that the route gives', () => {
  const item = { product: 'nodejs', version: '24' };

  it.each<[string, string, unknown, ErrorCode]>([
    ['service_eol_product', '/v1/eol/nodjs', undefined, 'unknown_id'],
    ['service_eol_product', '/v1/eol/nodejs?extra=1', undefined, 'bad_request'],
    ['service_eol_cycle', '/v1/eol/nodejs/0.1', undefined, 'unknown_id'],
    ['service_eol_cycle', '/v1/eol/nodjs/24', undefined, 'unknown_id'],
    ['service_eol_image', '/v1/eol/image', undefined, 'bad_request'],
    ['service_eol_image', '/v1/eol/image?image=node', undefined, 'unknown_id'],
    ['service_eol_image', '/v1/eol/image?image=nodde:20', undefined, 'unknown_id'],
    ['service_eol_image', '/v1/eol/image?image=Bad:::ref', undefined, 'bad_request'],
    ['service_eol_check_get', '/v1/eol/check', undefined, 'bad_request'],
    ['service_eol_check_get', '/v1/eol/check?items=nodejs', undefined, 'bad_request'],
    ['service_eol_check_get', '/v1/eol/check?items=no-such@1', undefined, 'unknown_id'],
    ['service_eol_check_get', `/v1/eol/check?items=${'go@1,'.repeat(50)}go@1`, undefined, 'too_many_items'],
    ['service_eol_check', '/v1/eol/check', { items: [{ product: 'nodejs', versoin: '24' }] }, 'bad_request'],
    ['service_eol_check', '/v1/eol/check', { items: [{ product: 'nodjs', version: '24' }] }, 'unknown_id'],
    ['service_eol_check', '/v1/eol/check', { items: Array(51).fill(item) }, 'too_many_items'],
    ['service_eol_check', '/v1/eol/check', [], 'bad_request'],
    ['service_kev_check', '/v1/kev/check', { cves: ['CVE-2021-4422O'] }, 'bad_request'],
    ['service_osv_check', '/v1/osv/check', { purls: ['pkg:nmp/lodash@1'] }, 'bad_request'],
    ['service_osv_check', '/v1/osv/check', { packages: [1] }, 'bad_request'],
    ['service_models_cheapest', '/v1/models/cheapest', { tokens: {} }, 'bad_request'],
    [
      'service_models_cheapest',
      '/v1/models/cheapest',
      { tokens: { input: 1 }, constraints: { providers: ['opnai'] } },
      'bad_request',
    ],
    ['service_stack_check', '/v1/stack/check', {}, 'bad_request'],
    ['service_stack_check', '/v1/stack/check', { images: ['Bad:::ref'] }, 'bad_request'],
    ['service_stack_check', '/v1/stack/check', { images: ['nodde:20'] }, 'unknown_id'],
    ['service_stack_check', '/v1/stack/check', { items: [{ product: 'nodjs', version: '24' }] }, 'unknown_id'],
    [
      'service_stack_check',
      '/v1/stack/check',
      { items: Array(26).fill(item), images: Array(25).fill('go:1') },
      'too_many_items',
    ],
    ['service_stack_watch', '/v1/stack/watch', { token: 'w1.none.AAAA' }, 'token_invalid'],
    ['service_stack_watch', '/v1/stack/watch', { items: [item], add: {} }, 'bad_request'],
    ['service_eol_snapshot', '/v1/eol/snapshot?since=x', undefined, 'bad_request'],
  ])('%s %s %j: %s', async (operationId, target, body, code) => {
    const { bought, verdict, preferred } = await threeWays(ofRoute(operationId), target, body);

    const { error } = bought.body as { error: object };
    await expectError(bought, code);
    expect(verdict).toEqual({ route: operationId, accepted: false, error });
    expect(preferred.status).toBe(bought.status);
    expect(preferred.headers['preference-applied']).toBe('validate-only');
    expect(preferred.body).toEqual({ error });
    expect(api.facilitator.settleRequests).toHaveLength(settledBefore);
  });

  let settledBefore = 0;
  beforeEach(() => (settledBefore = api.facilitator.settleRequests.length));

  it('of a watch that goes on, as of one that expired', async () => {
    const { body } = await api.paid('service_stack_watch', '/v1/stack/watch', { items: [item] });
    const { token } = (body as { data: { watch: { token: string } } }).data.watch;
    const ask = (more: object): Promise<Verdict> =>
      verdictOn({ route: 'service_stack_watch', body: { token, ...more } });

    expect(await ask({ add: { purls: ['pkg:npm/lodash@4.17.20'] } })).toMatchObject({ accepted: true });
    expect((await ask({ remove: { cves: ['CVE-2021-44228'] } })).error).toMatchObject({
      code: 'bad_request',
      message: expect.stringMatching(/^remove\.cves\[0\] is not in the watched stack/) as string,
    });
    expect((await ask({ add: { images: ['Bad:::ref'] } })).error).toMatchObject({ code: 'bad_request' });
    api.clock.advance(181 * 86_400_000);
    expect((await ask({})).error).toMatchObject({ code: 'token_expired' });
  });
});

/** Whether nothing but its packages could make a body answerable. */
function usesPackages(body: object): boolean {
  const { purls, packages } = body as Record<string, unknown>;
  return [purls, packages].some((list) => Array.isArray(list) && list.some((purl) => String(purl).startsWith('pkg:')));
}

describe('whatever is sent', () => {
  const routes = paidRoutes({ routes: ROUTES }).filter(({ body }) => body);

  it.each(routes)('a dry run of $operationId accepts it exactly when it would be sold', async (route) => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyChange, { minLength: 1, maxLength: 2 }), async (changes) => {
        const body = changes.reduce(changed, route.example.body as object);
        api.clock.advance(61_000);
        const { bought, verdict } = await threeWays(route, route.path, body);

        const answer = bought.body as { error?: { code: string } };
        const isSold = bought.status === 200 || answer.error!.code === 'no_match';
        // A starter's selection answers about a package only where it finds something, which a dry run must not reveal.
        if (!isSold && verdict.accepted && usesPackages(body)) return;
        expect(verdict).toEqual({
          route: route.operationId,
          accepted: isSold,
          error: isSold ? null : answer.error,
        });
      }),
      { numRuns: 20 },
    );
  });
});

describe('a dry run reveals nothing of what is sold', () => {
  const said = async (route: string, body: object): Promise<string> =>
    (await post('/v1/validate', { route, body })).text;

  it.each<[string, object, object]>([
    ['service_kev_check', { cves: ['CVE-2021-44228'] }, { cves: ['CVE-2021-44229'] }],
    ['service_osv_check', { purls: ['pkg:npm/lodash@4.17.20'] }, { purls: ['pkg:npm/lodash@4.17.21'] }],
    [
      'service_eol_check',
      { items: [{ product: 'nodejs', version: '24' }] },
      { items: [{ product: 'nodejs', version: '12' }] },
    ],
    ['service_models_cheapest', { tokens: { input: 1 } }, { tokens: { input: 1 }, constraints: { kind: 'video' } }],
    [
      'service_models_cheapest',
      { tokens: { input: 1 } },
      { tokens: { input: 1 }, constraints: { max_cost_usd: 0, min_context: 1_000_000_000 } },
    ],
    ['service_stack_check', { cves: ['CVE-2021-44228'] }, { packages: ['pkg:npm/lodash@4.17.20'] }],
  ])('%s is answered alike for %j and %j', async (route, one, other) => {
    expect(await said(route, one)).toBe(await said(route, other));
  });
});
