import request from 'supertest';
import { openApiDocument } from '../published/openapi';
import { descriptionCheck } from '../testing/description-check';
import { expectError } from '../testing/expect-error';
import { samplePublishing } from '../testing/publishing-context';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

const LOG4J = 'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1';
const LODASH = 'pkg:npm/lodash@4.17.20';

const ROUTES = {
  service_osv_check: '/v1/osv/check',
  service_stack_check: '/v1/stack/check',
  service_stack_watch: '/v1/stack/watch',
} as const;
type Operation = keyof typeof ROUTES;

let api: StarterApi;

beforeAll(async () => {
  api = await startStarterApi();
});
afterAll(() => api.close());

interface Answer {
  readonly data: Readonly<Record<string, unknown>> & {
    readonly watch: { readonly token: string; readonly stack: Readonly<Record<string, unknown>> };
  };
}

const post = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

const buy = (operation: Operation, body: object): Promise<Response> =>
  api.buy(operation, ROUTES[operation], post(body));

async function dataOf(operation: Operation, body: object): Promise<Answer['data']> {
  const response = await buy(operation, body);
  const answer = (await response.json()) as Answer;
  expect({ status: response.status, answer }).toMatchObject({ status: 200 });
  return answer.data;
}

describe('the list of packages has the same two names everywhere', () => {
  it.each(['service_osv_check', 'service_stack_check'] as const)('%s answers both alike', async (operation) => {
    const purls = [LOG4J, LODASH];

    expect(await dataOf(operation, { purls })).toEqual(await dataOf(operation, { packages: purls }));
  });

  it('a watch may be started, added to and taken from under either, and its token knows one', async () => {
    const started = await dataOf('service_stack_watch', { purls: [LOG4J] });
    const added = await dataOf('service_stack_watch', { token: started.watch.token, add: { purls: [LODASH] } });
    const removed = await dataOf('service_stack_watch', { token: added.watch.token, remove: { purls: [LOG4J] } });

    expect(started.watch.stack).toMatchObject({ packages: [LOG4J] });
    expect(added.watch.stack).toMatchObject({ packages: [LOG4J, LODASH] });
    expect(removed.watch.stack).toMatchObject({ packages: [LODASH] });
  });

  it.each<[Operation, object, object]>([
    ['service_osv_check', { purls: [LOG4J] }, { packages: [LOG4J] }],
    ['service_stack_check', { packages: [LOG4J] }, { purls: [LOG4J] }],
  ])('one payment for %s buys one answer under both', async (operation, one, other) => {
    const identifier = `names_${operation}_0123456789`;
    const header = api.payment(operation, ROUTES[operation], { identifier });
    const send = (body: object): Promise<Response> => {
      const init = post(body);
      return fetch(api.url + ROUTES[operation], {
        ...init,
        headers: { ...(init.headers as object), 'PAYMENT-SIGNATURE': header },
      });
    };
    const settled = api.facilitator.settleRequests.length;

    const first = await (await send(one)).text();
    const second = await send(other);

    expect(second.status).toBe(200);
    expect(await second.text()).toBe(first);
    expect(api.facilitator.settleRequests).toHaveLength(settled + 1);
  });

  it.each<[Operation, object, RegExp]>([
    ['service_osv_check', { purls: [LOG4J], packages: [LOG4J] }, /^purls and packages are two names of one list/],
    ['service_stack_check', { purls: [], packages: [LOG4J] }, /^packages and purls are two names of one list/],
    [
      'service_stack_watch',
      { token: 'x', add: { purls: [LOG4J], packages: [LOG4J] } },
      /^add\.packages and add\.purls are two names of one list/,
    ],
    ['service_osv_check', { packages: [LOG4J, 1] }, /^packages\[1\] must be a string/],
    ['service_osv_check', { packages: [] }, /^packages must hold at least one/],
    ['service_osv_check', {}, /^purls is missing; it must be an array of package URLs/],
    ['service_stack_check', { purls: { a: 1 } }, /^purls must be an array/],
    ['service_stack_watch', { token: 'x', remove: { purls: [null] } }, /^remove\.purls\[0\] must be a string/],
  ])('%s %j is refused under the name that was sent', async (operation, body, message) => {
    expect((await expectError(await buy(operation, body), 'bad_request')).message).toMatch(message);
  });

  it.each<[Operation, object]>([
    ['service_osv_check', { packages: Array(51).fill(LOG4J) }],
    ['service_stack_check', { packages: Array(51).fill(LOG4J) }],
    ['service_stack_watch', { token: 'x', add: { packages: Array(51).fill(LOG4J) } }],
  ])('%s has the limit of the list under both', async (operation, body) => {
    const other = JSON.parse(JSON.stringify(body).replace('"packages"', '"purls"')) as object;

    expect((await expectError(await buy(operation, body), 'too_many_items')).message).toMatch(/packages holds 51/);
    expect((await expectError(await buy(operation, other), 'too_many_items')).message).toMatch(/purls holds 51/);
  });
});

describe('the description of the inputs', () => {
  const faultOf = descriptionCheck(openApiDocument(samplePublishing({ answers: {} })));

  it.each<[string, object, boolean]>([
    ['OsvCheckBody', { purls: [LOG4J] }, true],
    ['OsvCheckBody', { packages: [LOG4J] }, true],
    ['OsvCheckBody', { purls: [LOG4J], packages: [LOG4J] }, false],
    ['OsvCheckBody', {}, false],
    ['StackCheckBody', { purls: [LOG4J] }, true],
    ['StackCheckBody', { purls: [LOG4J], packages: [LOG4J] }, false],
    ['StackWatchBody', { token: 'x', add: { purls: [LOG4J] } }, true],
    ['StackWatchBody', { token: 'x', add: { purls: [LOG4J], packages: [] } }, false],
    ['StackEntries', {}, true],
  ])('%s of %j is accepted: %s', (name, body, isAccepted) => {
    expect(faultOf({ $ref: `#/components/schemas/${name}` }, body) === undefined).toBe(isAccepted);
  });
});

describe('what is misspelt comes with what was meant', () => {
  it.each([
    ['nodde:20', 'node'],
    ['pyhton:3.12-slim', 'python'],
    ['postgers:16', 'postgres'],
  ])('the image %s', async (image, meant) => {
    const target = `/v1/eol/image?image=${encodeURIComponent(image)}`;
    const alone = await expectError(await api.buy('service_eol_image', target), 'unknown_id');
    const stack = await expectError(await buy('service_stack_check', { images: [image] }), 'unknown_id');

    expect(alone.suggestions![0]).toBe(meant);
    expect(alone.message).toContain(`(did you mean ${meant}?)`);
    expect(stack.suggestions).toEqual(alone.suggestions);
  });

  it('an image among others', async () => {
    const { images } = await dataOf('service_stack_check', { images: ['nodde:20', 'python:3.12'] });

    expect((images as { results: object[] }).results[0]).toMatchObject({
      found: false,
      message: expect.stringContaining('did you mean node?') as string,
    });
  });

  it('an image that is known comes with cycles of its own product, and with no other', async () => {
    const { suggestions } = await expectError(
      await api.buy('service_eol_image', '/v1/eol/image?image=node'),
      'unknown_id',
    );

    expect(suggestions!.length).toBeGreaterThan(0);
    for (const suggestion of suggestions!) expect(suggestion).toMatch(/^nodejs@\d+$/);
  });

  it('a package URL of a type that is not supported names those that are', async () => {
    const { message } = await expectError(
      await buy('service_osv_check', { purls: ['pkg:nmp/lodash@4.17.20'] }),
      'bad_request',
    );

    expect(message).toMatch(/unsupported_type.*; supported types: npm, pypi, maven, .*deb \(debian, ubuntu\)/);
  });

  it('so does the free check of its id', async () => {
    const said = async (id: string): Promise<object> =>
      ((await request(api.url).get('/v1/validate').query({ dataset: 'osv', id })).body as Answer).data;

    expect(await said('pkg:nmp/lodash@4.17.20')).toMatchObject({
      valid: false,
      reason: 'unsupported_type',
      suggestions: ['pkg:npm/lodash@4.17.20'],
      supported_types: expect.arrayContaining(['npm', 'deb (debian, ubuntu)']) as string[],
    });
    expect(await said('pkg:docker/nginx@1')).toMatchObject({ reason: 'unsupported_type', suggestions: [] });
    expect(await said('pkg:npm/lodash@4.17.20')).not.toHaveProperty('supported_types');
  });
});
