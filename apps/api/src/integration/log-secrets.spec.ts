import { encodeHeader, decodeHeader } from '@stackcheck/payment-x402/read';
import { rawRequest } from '../testing/raw-request';
import { startStarterApi, type StarterApi } from '../testing/starter-api';

let api: StarterApi;
let written: string;
const undo: (() => void)[] = [];

/** Part of every planted secret, so that one search finds them all. */
const MARK = 'pl4nted';
const secret = (n: number): string => `${MARK}-${n}`;

beforeAll(async () => {
  written = '';
  const keep = (text: string | Uint8Array): void => void (written += text.toString());
  for (const stream of [process.stdout, process.stderr]) {
    const write = jest.spyOn(stream, 'write').mockImplementation((text) => {
      keep(text);
      return true;
    });
    undo.push(() => write.mockRestore());
  }
  api = await startStarterApi({
    // One client per forwarded address, or the refusal limit would answer most of the requests.
    env: { LOG_LEVEL: 'debug', TRUST_PROXY: '127.0.0.1' },
    overrides: { log: { write: keep } },
  });
});
afterAll(async () => {
  for (const restore of undo) restore();
  await api.close();
});

type Plant = (n: number) => {
  readonly target: string;
  readonly method?: string;
  readonly headers?: object;
  readonly body?: string;
};

const ROUTE = '/v1/eol/nodejs';
const header = (name: string, value: (n: number) => string = secret): [string, Plant] => [
  `header ${name}`,
  (n) => ({ target: ROUTE, headers: { [name]: value(n) } }),
];
const withPayment = (target: string, body?: string, headers: object = {}): ReturnType<Plant> => ({
  target,
  ...(body === undefined ? {} : { method: 'POST', body }),
  headers: {
    'PAYMENT-SIGNATURE': api.payment(body === undefined ? 'service_eol_product' : 'service_eol_check', target),
    'Content-Type': 'application/json',
    ...headers,
  },
});
/** A payment whose decoded JSON holds the secret at a place of its own. */
function changedPayment(change: (payload: Record<string, never>, n: number) => void): Plant {
  return (n) => {
    const decoded = decodeHeader(api.payment('service_eol_product', ROUTE));
    if (!decoded.ok) throw new Error('the test payment is broken');
    const payload = structuredClone(decoded.value) as Record<string, never>;
    change(payload, n);
    return { target: ROUTE, headers: { 'PAYMENT-SIGNATURE': encodeHeader(payload) } };
  };
}

const PLANTS: readonly [string, Plant][] = [
  header('PAYMENT-SIGNATURE'),
  header('X-PAYMENT'),
  header('PAYMENT-SIGNATURE', (n) => Buffer.from(`{"x402Version":2,"payload":"${secret(n)}"}`).toString('base64')),
  header('PAYMENT-SIGNATURE', (n) => Buffer.from(`{"broken": ${secret(n)}`).toString('base64')),
  header('Authorization', (n) => `L402 ${secret(n)}:${secret(n)}`),
  header('Authorization', (n) => `Bearer ${secret(n)}`),
  header('Cookie', (n) => `session=${secret(n)}`),
  header('User-Agent'),
  header('Referer', (n) => `https://x.example/${secret(n)}`),
  header('Accept'),
  header('If-None-Match', (n) => `"${secret(n)}"`),
  header('X-Forwarded-For'),
  header('Forwarded', (n) => `for=${secret(n)}`),
  // A well-formed request id is logged on purpose; this is a secret that somebody pastes into the wrong field.
  header('X-Request-Id', (n) => `{${secret(n)}}`),
  header('X-Anything'),
  ['path', (n) => ({ target: `/${secret(n)}` })],
  ['product', (n) => withPayment(`/v1/eol/${secret(n)}`)],
  ['cycle', (n) => ({ target: `/v1/eol/nodejs/${secret(n)}` })],
  ['broken path', (n) => ({ target: `/v1/eol/%zz${secret(n)}` })],
  ['query name', (n) => withPayment(`${ROUTE}?${secret(n)}=1`)],
  ['query value', (n) => withPayment(`${ROUTE}?x=${secret(n)}`)],
  ['query of a free route', (n) => ({ target: `/v1/validate?dataset=eol&id=${secret(n)}` })],
  ['query of a page', (n) => ({ target: `/?${secret(n)}` })],
  ['broken query', (n) => ({ target: `/v1/validate?dataset=%zz${secret(n)}` })],
  ['body', (n) => withPayment('/v1/eol/check', secret(n))],
  ['body key', (n) => withPayment('/v1/eol/check', `{"${secret(n)}":1}`)],
  [
    'body value',
    (n) => withPayment('/v1/eol/check', `{"items":[{"product":"${secret(n)}","version":"${secret(n)}"}]}`),
  ],
  ['broken body', (n) => withPayment('/v1/eol/check', `{"items":${secret(n)}`)],
  ['content type', (n) => withPayment('/v1/eol/check', '{}', { 'Content-Type': secret(n) })],
  ['content encoding', (n) => withPayment('/v1/eol/check', '{}', { 'Content-Encoding': secret(n) })],
  ['method', (n) => ({ target: ROUTE, method: `${MARK}${n}` })],
  [
    'payment resource',
    changedPayment((payload, n) => Object.assign(payload, { resource: { url: `https://${secret(n)}/` } })),
  ],
  ['payment network', changedPayment((payload, n) => Object.assign(payload['accepted']!, { network: secret(n) }))],
  ['payment asset', changedPayment((payload, n) => Object.assign(payload['accepted']!, { asset: secret(n) }))],
  [
    'payment signature',
    changedPayment((payload, n) => Object.assign(payload['payload']!, { signature: `0x${secret(n)}` })),
  ],
  [
    'payment extension',
    changedPayment((payload, n) => Object.assign(payload, { extensions: { [secret(n)]: secret(n) } })),
  ],
];

async function send(plant: Plant, n: number): Promise<void> {
  const { target, method = 'GET', headers = {}, body } = plant(n);
  const lines = Object.entries({
    Host: 'x',
    Connection: 'close',
    'X-Forwarded-For': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`,
    ...(body === undefined ? {} : { 'Content-Length': String(body.length) }),
    ...headers,
  });
  const head = lines.map(([name, value]) => `${name}: ${value as string}\r\n`).join('');
  await rawRequest(api.url, `${method} ${target} HTTP/1.1\r\n${head}\r\n${body ?? ''}`, 5_000).catch(() => undefined);
}

const COUNT = process.env['CAMPAIGN'] === 'full' ? 2_000 : 500;

test(`${COUNT} requests with secrets everywhere leave none in the log`, async () => {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < COUNT) {
      const n = next++;
      await send(PLANTS[n % PLANTS.length]![1], n);
    }
  };
  await Promise.all(Array.from({ length: 16 }, worker));

  const requests = lines().filter(({ event }) => event === 'request');
  expect(requests.length).toBeGreaterThan(COUNT * 0.9);
  expect([...new Set(requests.map(({ status }) => status))]).toEqual(expect.arrayContaining([200, 400, 402, 404]));
  expect(written.includes(MARK)).toBe(false);
}, 240_000);

describe('faults that quote what they met', () => {
  test.each<[string, () => void]>([
    [
      'a facilitator that throws',
      () => {
        api.facilitator.verify = async () => {
          throw new Error(`POST https://f.example/?key=${secret(1)} with "${secret(2)}" failed`);
        };
      },
    ],
    [
      'a facilitator that refuses in words of the payment',
      () => {
        api.facilitator.verify = async () => ({ kind: 'refused', code: 'payment_invalid', reason: 'invalid_payload' });
      },
    ],
    [
      'a clock that breaks',
      () => {
        const now = api.clock.now.bind(api.clock);
        let calls = 0;
        api.clock.now = () => {
          if (calls++ === 2) throw new SyntaxError(`Unexpected token, "${secret(3)}" is not valid`);
          return now();
        };
      },
    ],
  ])('%s', async (_name, breakIt) => {
    const headers = { 'PAYMENT-SIGNATURE': api.payment('service_eol_product', ROUTE), 'X-Forwarded-For': '10.9.9.9' };
    breakIt();

    const response = await fetch(api.url + ROUTE, { headers });

    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(await response.text()).not.toContain(MARK);
    expect(written.includes(MARK)).toBe(false);
  });
});

test('a paid request is one line of known fields, with the beginning of the payer’s address', async () => {
  const other = await startStarterApi({
    env: { LOG_LEVEL: 'info' },
    overrides: { log: { write: (line) => void (paid += line) } },
  });
  let paid = '';
  try {
    const payment = other.payment('service_eol_product', ROUTE);
    await fetch(other.url + ROUTE);
    await fetch(`${other.url}/livez`);
    await fetch(other.url + ROUTE, { headers: { 'PAYMENT-SIGNATURE': payment, 'X-Request-Id': 'order-00000017' } });
    await new Promise((resolve) => setTimeout(resolve, 50));

    const requests = lines(paid).filter(({ event }) => event === 'request');
    expect(requests).toEqual([
      {
        level: 30,
        time: expect.any(Number),
        event: 'request',
        route: 'service_eol_product',
        status: 200,
        ms: expect.any(Number),
        request_id: 'order-00000017',
        payer: expect.stringMatching(/^0x[0-9a-fA-F]{8}$/),
      },
    ]);
    const { signature } = (decodeHeader(payment) as unknown as { value: { payload: { signature: string } } }).value
      .payload;
    expect(paid).not.toContain(signature.slice(2, 40));
    expect(paid).not.toContain(payment.slice(0, 60));
  } finally {
    await other.close();
  }
});

function lines(text = written): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
