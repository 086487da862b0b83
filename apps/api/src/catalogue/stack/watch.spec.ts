import type { ErrorCode } from '@stackcheck/contract';
import request from 'supertest';
import { openApiDocument } from '../../published/openapi';
import { descriptionCheck } from '../../testing/description-check';
import { expectError } from '../../testing/expect-error';
import { samplePublishing } from '../../testing/publishing-context';
import { startStarterApi, type StarterApi } from '../../testing/starter-api';
import { stackWatch } from './watch.route';

const TARGET = '/v1/stack/watch';
const LOG4J = 'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1';
const DAY_MS = 86_400_000;

const faultOf = descriptionCheck(openApiDocument(samplePublishing({ answers: {} })));
let api: StarterApi;

beforeAll(async () => {
  api = await startStarterApi({ whole: true });
});
afterAll(() => api.close());

const buy = (body: unknown, of = api) => of.paid('service_stack_watch', TARGET, body);

interface Answer {
  readonly data: Readonly<Record<string, unknown>> & {
    readonly watch: Readonly<Record<string, unknown>> & { readonly token: string };
    readonly changes: readonly Readonly<Record<string, unknown>>[];
  };
  readonly meta: object;
}

async function answerTo(body: unknown): Promise<Answer['data']> {
  const { status, body: sent } = await buy(body);
  const answer = sent as Answer;
  expect({ status, answer }).toMatchObject({ status: 200 });
  expect(faultOf(stackWatch.output.schema, answer)).toBeUndefined();
  return answer.data;
}

const STACK = { items: [{ product: 'python', version: '3.12' }], cves: ['CVE-2021-44228'], packages: [LOG4J] };

describe('a watch of a stack', () => {
  it('starts with the whole check, and goes on with a token alone', async () => {
    const first = await answerTo(STACK);
    const next = await answerTo({ token: first.watch.token });

    expect(first).toMatchObject({
      first: true,
      changed: false,
      since: null,
      verdict: 'fail',
      changes: [],
      check: { items: { count: 1 }, images: null, cves: { count: 1 }, packages: { count: 1 } },
      watch: {
        checks: 1,
        issued_at: '2026-11-20T12:00:00.000Z',
        expires_at: '2027-05-19T12:00:00.000Z',
        stack: { ...STACK, images: [] },
      },
    });
    expect(next).toMatchObject({
      first: false,
      changed: false,
      verdict: 'fail',
      previous_verdict: 'fail',
      changes: [],
      check: null,
      watch: { checks: 2 },
    });
    expect(next.watch.token).not.toBe(first.watch.token);
  });

  it('reports what the passing of time alone changes, with the same keys each time the same token is sent', async () => {
    const later = await startStarterApi();
    try {
      const post = async (body: object): Promise<Answer['data']> => ((await buy(body, later)).body as Answer).data;
      const { token } = (await post({ items: [{ product: 'python', version: '3.12' }] })).watch;
      later.clock.advance(179 * DAY_MS);
      const [one, two] = [await post({ token }), await post({ token })];

      expect(one.changes).toEqual(two.changes);
      expect([one.watch['checks'], two.watch['checks']]).toEqual([2, 2]);

      later.clock.advance(DAY_MS);
      await expectError(await buy({ token }, later), 'token_expired');
    } finally {
      await later.close();
    }
  });

  it('answers in full when asked, and what was added when something was', async () => {
    const { token } = (await answerTo({ items: STACK.items })).watch;

    const full = await answerTo({ token, full: true });
    const more = await answerTo({ token, add: { packages: [LOG4J] }, remove: { items: STACK.items } });

    expect(full['check']).toMatchObject({ items: { count: 1 }, packages: null });
    expect(more).toMatchObject({
      changed: true,
      changes: [],
      check: { items: null, packages: { count: 1 } },
      edits: {
        added: [{ ref: 'packages/0', subject: LOG4J }],
        removed: [{ ref: 'items/0', resolved: [] }],
        text: 'this change adds 2 exploited vulnerabilities',
      },
      watch: { stack: { items: [], packages: [LOG4J] } },
    });
  });

  it('gives the same answer again to a client that lost it, for one payment', async () => {
    const { token } = (await answerTo(STACK)).watch;
    const header = api.payment('service_stack_watch', TARGET, { identifier: 'watch_0123456789abcdef' });
    const send = async (): Promise<string> =>
      (await request(api.url).post(TARGET).set('PAYMENT-SIGNATURE', header).send({ token })).text;
    const settled = api.facilitator.settleRequests.length;

    const first = await send();
    const again = await send();

    expect(again).toBe(first);
    expect((JSON.parse(first) as Answer).data.watch.token).toMatch(/^w1\./);
    expect(api.facilitator.settleRequests).toHaveLength(settled + 1);
  });

  it('knows no token of another installation', async () => {
    const { token } = (await answerTo(STACK)).watch;
    const stranger = await startStarterApi({ whole: true });
    try {
      await expectError(await buy({ token }, stranger), 'token_invalid');
    } finally {
      await stranger.close();
    }
  });
});

describe('a watch that cannot be answered is not charged', () => {
  it.each<[string, unknown, ErrorCode, RegExp]>([
    ['nothing', {}, 'bad_request', /^the body must hold at least one of items/],
    ['a token and a list', { token: 'x', items: STACK.items }, 'bad_request', /^items does not go with a token/],
    ['a token and a policy', { token: 'x', policy: {} }, 'bad_request', /^policy does not go with a token/],
    ['add without a token', { ...STACK, add: { cves: [] } }, 'bad_request', /^add goes with a token only/],
    ['remove without a token', { remove: { cves: [] } }, 'bad_request', /^remove goes with a token only/],
    ['a token that is a number', { token: 1 }, 'bad_request', /^token must be a string/],
    ['an empty token', { token: '' }, 'token_invalid', /./],
    ['a token of another service', { token: `w1.other.${'A'.repeat(200)}` }, 'token_invalid', /./],
    ['49,000 characters', { token: 'A'.repeat(49_000) }, 'token_invalid', /./],
    ['characters that are none of base64', { token: 'w1.\u0000\ud83d\ude00.ЖЖ' }, 'token_invalid', /./],
    ['nothing that is known', { items: [{ product: 'nobody', version: '1' }] }, 'unknown_id', /^no entry/],
    ['an unknown list to add', { token: 'x', add: { purl: [] } }, 'bad_request', /"add\.purl" is not known; did/],
    ['a misspelt CVE to add', { token: 'x', add: { cves: ['CVE-1'] } }, 'bad_request', /^add\.cves\[0\] must be/],
  ])('for %s', async (_what, body, code, message) => {
    const settled = api.facilitator.settleRequests.length;

    const response = await buy(body);

    expect((await expectError(response, code)).message).toMatch(message);
    expect(api.facilitator.settleRequests).toHaveLength(settled);
  });

  it.each<[string, object, ErrorCode, RegExp]>([
    [
      'removing what is not watched',
      { remove: { items: [{ product: 'go', version: '1' }] } },
      'bad_request',
      /^remove\.items\[0\] is not in the watched stack/,
    ],
    ['removing everything', { remove: STACK }, 'bad_request', /^the stack must hold at least one/],
    [
      'adding too much',
      { add: { items: Array.from({ length: 50 }, (_, n) => ({ product: 'python', version: `2.${n}` })) } },
      'too_many_items',
      /^items of the stack would hold 51 entries/,
    ],
    [
      'adding too many CVEs',
      { add: { cves: Array.from({ length: 100 }, (_, n) => `CVE-2020-${1000 + n}`) } },
      'too_many_items',
      /^cves of the stack would hold 101 entries/,
    ],
    ['adding a text that names no image', { add: { images: ['no image!'] } }, 'bad_request', /^images\[0\]: /],
  ])('for %s', async (_what, edits, code, message) => {
    const { token } = (await answerTo(STACK)).watch;

    expect((await expectError(await buy({ token, ...edits }), code)).message).toMatch(message);
  });
});

it('is not offered where watching is off, while the check is', async () => {
  const off = await startStarterApi({ env: { STACK_WATCH: 'off' } });
  try {
    await expectError(await request(off.url).post(TARGET), 'watch_unavailable');
    await request(off.url).post('/v1/stack/check').expect(402);
  } finally {
    await off.close();
  }
});
