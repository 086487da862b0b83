import { Buyer, type Delivery, type Order } from './buyer';
import { corpus, printCounts, readJson } from './corpus';

const strings = corpus('naughty-strings/blns.json');
const encode = encodeURIComponent;
const check = '/v1/eol/check';
const json = [['Content-Type', 'application/json']] as const;

/** Every place that takes text from a caller. A known item next to the odd one makes the answer a paid one. */
const POSITIONS: Readonly<Record<string, (text: string) => Order>> = {
  'path product': (text) => ({ operationId: 'service_eol_product', target: `/v1/eol/${encode(text)}` }),
  'path cycle': (text) => ({ operationId: 'service_eol_cycle', target: `/v1/eol/nodejs/${encode(text)}` }),
  'page product': (text) => ({ operationId: 'service_product_page', target: `/p/${encode(text)}` }),
  'query image': (text) => ({ operationId: 'service_eol_image', target: `/v1/eol/image?image=${encode(text)}` }),
  'query image tag': (text) => ({
    operationId: 'service_eol_image',
    target: `/v1/eol/image?image=${encode(`node:24-${text}`)}`,
  }),
  'query items product': (text) => ({
    operationId: 'service_eol_check_get',
    target: `${check}?items=nodejs@24,${encode(text)}@1`,
  }),
  'query items version': (text) => ({
    operationId: 'service_eol_check_get',
    target: `${check}?items=nodejs@24,go@${encode(text)}`,
  }),
  'query name': (text) => ({
    operationId: 'service_eol_image',
    target: `/v1/eol/image?image=node:24&${encode(text)}=1`,
  }),
  'query dataset': (text) => ({
    operationId: 'service_validate',
    target: `/v1/validate?dataset=${encode(text)}&id=go`,
  }),
  'query id': (text) => ({ operationId: 'service_validate', target: `/v1/validate?dataset=eol&id=${encode(text)}` }),
  'body product': (text) => batch({ product: text, version: '1' }),
  'body version': (text) => batch({ product: 'go', version: text }),
  'body member': (text) => batch({ product: 'go', version: '1', [text]: text }),
};

/** Each place takes other fifths of the strings than its neighbours, unless the campaigns run in full size. */
const EVERY = process.env['CAMPAIGN'] === 'full' ? 1 : 5;

strings.describe('the Big List of Naughty Strings', () => {
  let buyer: Buyer;
  const list = strings.there ? readJson<readonly string[]>(strings.path) : [];
  const stringsFor = (position: string): readonly string[] => {
    const at = Object.keys(POSITIONS).indexOf(position);
    return list.filter((_, index) => (index + at) % EVERY === 0);
  };
  const deliveries = new Map<string, readonly Delivery[]>();

  beforeAll(async () => {
    buyer = await Buyer.start();
    for (const [position, orderFor] of Object.entries(POSITIONS)) {
      const answered: Delivery[] = [];
      for (const text of stringsFor(position)) answered.push(await buyer.order(orderFor(text)));
      deliveries.set(position, answered);
    }
    const all = [...deliveries.values()].flat();
    const of = (status: number): number => all.filter(({ response }) => response.status === status).length;
    printCounts('naughty strings', {
      strings: list.length,
      positions: deliveries.size,
      requests: all.length,
      'with 200': of(200),
      'with 400': of(400),
      'with 404': of(404),
      settlements: all.reduce((sum, { settlements }) => sum + settlements, 0),
    });
  }, 300_000);
  afterAll(() => buyer?.close());

  it('has all 515 strings', () => expect(list).toHaveLength(515));

  it.each(Object.keys(POSITIONS))('%s: every answer is as declared, and only answers are settled', (position) => {
    const answered = deliveries.get(position)!;

    const sent = stringsFor(position);
    expect(answered).toHaveLength(sent.length);
    expect(answered.flatMap(({ faults }, at) => faults.map((fault) => ({ text: sent[at], fault })))).toEqual([]);
  });

  it.each([
    ['query items product', 'product'],
    ['query items version', 'version'],
    ['body product', 'product'],
    ['body version', 'version'],
  ] as const)('%s: what is echoed is what was sent', (position, side) => {
    const texts = stringsFor(position);
    const sold = deliveries
      .get(position)!
      .flatMap(({ response }, at) =>
        response.status === 200
          ? [{ sent: texts[at]!, body: JSON.parse(response.body.toString('utf8')) as BatchBody }]
          : [],
      );

    const whole = sold.filter(({ sent }) => echoOf(position, sent) !== undefined);
    const wrong = whole.filter(({ sent, body }) => body.data.results[1]?.[side] !== echoOf(position, sent));

    expect(whole.length).toBeGreaterThan(300 / EVERY);
    expect(wrong.map(({ sent, body }) => ({ sent, echoed: body.data.results[1]?.[side] }))).toEqual([]);
  });

  it('pages hold no markup that was sent', () => {
    const pages = deliveries.get('page product')!.map(({ response }) => response);

    for (const page of pages) {
      const type = page.headers.get('content-type')?.[0] ?? '';
      expect(type.startsWith('text/html') ? page.body.toString('utf8') : '').not.toMatch(
        /<script|onerror=|javascript:/i,
      );
    }
  });

  it('as a payment header, whatever bytes HTTP allows, each is refused as an invalid payment', async () => {
    const sendable = [...new Set(list.map((text) => Buffer.from(text, 'utf8').toString('latin1')))]
      .map((text) => text.replace(/[\0-\x08\x0a-\x1f\x7f]/g, '').trim())
      .filter((text) => text !== '');
    const outcomes = new Map<string, number>();
    const order = { operationId: 'service_eol_product', target: '/v1/eol/nodejs' };
    for (const header of ['PAYMENT-SIGNATURE', 'X-PAYMENT']) {
      for (const text of sendable) {
        const { response, faults, settlements } = await buyer.send(order, [[header, text]]);
        const { code } = (JSON.parse(response.body.toString('utf8')) as { error: { code: string } }).error;
        outcomes.set(code, (outcomes.get(code) ?? 0) + 1);
        expect({ text, faults, settlements }).toEqual({ text, faults: [], settlements: 0 });
      }
    }
    printCounts('naughty strings as payment headers', Object.fromEntries(outcomes));

    expect([...outcomes.keys()]).toEqual(['payment_invalid']);
  }, 240_000);

  it('as a payment-identifier, each is refused, or is one by its syntax and buys the answer', async () => {
    const order = { operationId: 'service_eol_product', target: '/v1/eol/nodejs' };
    const sold: string[] = [];
    for (const identifier of list) {
      const { response, faults, settlements } = await buyer.order(order, { identifier });
      expect({ identifier, faults }).toEqual({ identifier, faults: [] });
      if (settlements > 0) sold.push(identifier);
      else expect([response.status, identifier]).toEqual([402, identifier]);
    }
    printCounts('naughty strings as payment-identifiers', { refused: list.length - sold.length, taken: sold.length });

    // The syntax of the payment-identifier extension.
    expect(sold.filter((identifier) => !/^[A-Za-z0-9_-]{16,128}$/.test(identifier))).toEqual([]);
  }, 240_000);
});

/**
 * What must come back for what was sent: itself. In a query a comma or @ makes other items of it (undefined), and a blank
 * inside a version is the plus sign that form decoding took away.
 */
function echoOf(position: string, sent: string): string | undefined {
  if (position.startsWith('body')) return sent;
  if (/[,@]/.test(sent)) return undefined;
  const inside = sent.trimStart();
  return position === 'query items version'
    ? sent.slice(0, sent.length - inside.length) + inside.replaceAll(' ', '+')
    : sent;
}

interface BatchBody {
  readonly data: { readonly results: readonly { readonly product: string; readonly version: string }[] };
}

function batch(item: Readonly<Record<string, string>>): Order {
  const items = [{ product: 'nodejs', version: '24' }, item];
  return {
    operationId: 'service_eol_check',
    target: check,
    body: Buffer.from(JSON.stringify({ items })),
    headers: json,
  };
}
