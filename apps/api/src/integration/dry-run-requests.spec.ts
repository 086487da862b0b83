import request from 'supertest';
import { expectError } from '../testing/expect-error';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

let api: StarterApi;

beforeAll(async () => {
  api = await startStarterApi();
});
afterAll(() => api.close());
// Each dry run in a minute of its own.
beforeEach(() => api.clock.advance(61_000));

const post = (body: object, { url } = api) => request(url).post('/v1/validate').send(body);

async function verdictOn(proposed: object): Promise<{ readonly accepted: boolean; readonly error: object | null }> {
  return ((await post(proposed)).body as { data: { accepted: boolean; error: object | null } }).data;
}

describe('the request of a dry run', () => {
  it.each<[string, object, RegExp]>([
    ['no route', {}, /^route is missing; it must be a string, such as POST \/v1\/eol\/check$/],
    ['a misspelt id', { route: 'service_eol_chek' }, /did you mean "service_eol_check"\?$/],
    ['a misspelt path', { route: 'POST /v1/eol/chekc' }, /its path allows GET|did you mean "POST \/v1\/eol\/check"/],
    ['another method', { route: 'GET /v1/stack/check' }, /is not known; its path allows POST, OPTIONS/],
    [
      'broken percent-encoding',
      { route: 'GET /v1/eol/%zz' },
      /^the path of route "GET \/v1\/eol\/%zz" holds broken percent-encoding: /,
    ],
    [
      'bytes that are no UTF-8',
      { route: 'GET /v1/eol/%ff' },
      /holds broken percent-encoding: write two hexadecimal digits/,
    ],
    ['nonsense', { route: 'what?' }, /must be an operation id such as service_eol_check, or a method and target/],
    ['a control character', { route: 'a\u0000' }, /^route must not hold control characters/],
    ['a misspelt member', { route: 'service_eol_check', boddy: {} }, /"boddy" is not known; did you mean "body"\?/],
    ['a body for a GET', { route: 'GET /v1/eol/nodejs', body: {} }, /takes no body; use parameters$/],
    [
      'a parameter that is none',
      { route: 'service_eol_image', parameters: { image: 1 } },
      /^parameters\.image must be/,
    ],
    [
      'a list of parameters',
      { route: 'service_eol_image', parameters: [] },
      /^parameters must be an object of strings/,
    ],
    ['no path', { route: 'service_eol_product' }, /^parameters\.product is missing; it is part of the path/],
  ])('with %s is a bad request of its own', async (_what, body, message) => {
    expect((await expectError(await post(body), 'bad_request')).message).toMatch(message);
  });

  it('may give a parameter once', async () => {
    const verdict = await verdictOn({ route: 'GET /v1/eol/image?image=node:24', parameters: { image: 'go:1' } });

    expect(verdict.error).toMatchObject({ code: 'bad_request', message: expect.stringMatching(/repeated/) as string });
  });

  it('may leave the body out, which is reported as what it is', async () => {
    expect((await verdictOn({ route: 'POST /v1/kev/check' })).error).toMatchObject({
      code: 'bad_request',
      message: 'the body is missing; it must be a JSON object',
    });
  });

  it('may be a dry run of a free route, and of itself', async () => {
    const self = { route: 'POST /v1/validate', body: { route: 'POST /v1/validate' } };

    expect(await verdictOn({ route: 'GET /v1/eol/index' })).toMatchObject({ accepted: true });
    expect(await verdictOn({ route: 'GET /v1/validate', parameters: { dataset: 'no', id: 'a' } })).toMatchObject({
      error: { message: expect.stringMatching(/dataset must be one of/) as string },
    });
    expect(await verdictOn(self)).toMatchObject({ accepted: true });
  });

  it('over the limit of a body is refused before it is read', async () => {
    const response = await post({ route: 'service_eol_check', body: { a: 'x'.repeat(70_000) } });

    await expectError(response, 'body_too_large');
  });
});

describe('dry runs of one client', () => {
  it('are limited to sixty within a minute, both kinds together, and other clients are not', async () => {
    const limited = await startStarterApi({ env: { TRUST_PROXY: '1' } });
    try {
      const called = (address: string) => request(limited.url).get('/v1/eol/nodejs').set('X-Forwarded-For', address);
      const preferred = (address: string) => called(address).set('Prefer', 'validate-only');
      const proposed = (address: string) =>
        post({ route: 'GET /v1/eol/nodejs' }, limited).set('X-Forwarded-For', address);
      for (let count = 0; count < 30; count++) {
        await preferred('203.0.113.9').expect(204);
        await proposed('203.0.113.9').expect(200);
      }

      for (const ask of [preferred, proposed]) {
        const refused = await ask('203.0.113.9');
        await expectError(refused, 'rate_limited');
        expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
        expect((await ask('203.0.113.10')).ok).toBe(true);
      }
      await called('203.0.113.9').expect(402);
      limited.clock.advance(60_000);
      await preferred('203.0.113.9').expect(204);
    } finally {
      await limited.close();
    }
  });
});

it('a dry run that needs data that is not there says so', async () => {
  const empty = await startStarterApi({ publish: false });
  try {
    await expectError(await post({ route: 'GET /v1/eol/nodejs' }, empty), 'dataset_unavailable');
    expect((await post({ route: 'POST /v1/eol/check', body: {} }, empty)).body).toMatchObject({
      data: { accepted: false, error: { code: 'bad_request' } },
    });
  } finally {
    await empty.close();
  }
});
