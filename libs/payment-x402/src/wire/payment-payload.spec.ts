import Ajv from 'ajv';
import fc from 'fast-check';
import { parsePaymentPayload, parsePaymentPayloadV1 } from './payment-payload';

/** The same shapes as JSON Schema, which another reader judges. */
const ADDRESS = { type: 'string', pattern: '^0x[0-9a-fA-F]{40}$' };
const UINT = { type: 'string', pattern: '^[0-9]{1,78}$' };
const TEXT = { type: 'string' };
const object = (properties: Record<string, object>, required = Object.keys(properties)): object => ({
  type: 'object',
  required,
  properties,
});
const TRANSFER = object({
  signature: { type: 'string', pattern: '^0x(?:[0-9a-fA-F]{2})+$' },
  authorization: object({
    from: ADDRESS,
    to: ADDRESS,
    value: UINT,
    validAfter: UINT,
    validBefore: UINT,
    nonce: { type: 'string', pattern: '^0x[0-9a-fA-F]{64}$' },
  }),
});
const V2 = object(
  {
    x402Version: { const: 2 },
    resource: { ...object({ url: { type: 'string', minLength: 1 } }), nullable: true },
    accepted: object({ scheme: TEXT, network: TEXT, amount: UINT, asset: TEXT, payTo: TEXT }),
    payload: TRANSFER,
    extensions: { type: 'object', nullable: true },
  },
  ['x402Version', 'accepted', 'payload'],
);
const V1 = object({ x402Version: { const: 1 }, scheme: TEXT, network: TEXT, payload: TRANSFER });

const payload = {
  signature: `0x${'5a'.repeat(65)}`,
  authorization: {
    from: `0x${'11'.repeat(20)}`,
    to: `0x${'22'.repeat(20)}`,
    value: '1000',
    validAfter: '0',
    validBefore: '1795176060',
    nonce: `0x${'33'.repeat(32)}`,
  },
};
const accepted = { scheme: 'exact', network: 'eip155:8453', amount: '1000', asset: '0x', payTo: '0x' };
const GOOD = {
  2: { x402Version: 2, resource: { url: 'https://a.example/' }, accepted, payload, extensions: {} },
  1: { x402Version: 1, scheme: 'exact', network: 'base', payload },
};

/** A good payment of which some values, wherever they stand, were replaced or left out. */
const damaged = (good: unknown): fc.Arbitrary<unknown> =>
  fc
    .array(fc.tuple(fc.nat(30), fc.oneof(fc.constant(undefined), fc.jsonValue({ maxDepth: 2 }))), { maxLength: 2 })
    .map((changes) => {
      let at = 0;
      const walk = (value: unknown): unknown => {
        const change = changes.find(([place]) => place === at);
        at += 1;
        if (change) return change[1];
        if (typeof value !== 'object' || value === null) return value;
        return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, walk(member)]));
      };
      return JSON.parse(JSON.stringify(walk(good) ?? null)) as unknown;
    });

describe.each([
  [2, V2, parsePaymentPayload],
  [1, V1, parsePaymentPayloadV1],
] as const)('a payment of version %i', (version, schema, parse) => {
  const isValid = new Ajv({ strict: true, strictTypes: false }).compile(schema);

  it('is taken as another reader of the same schema takes it', () => {
    let taken = 0;
    fc.assert(
      fc.property(damaged(GOOD[version]), (value) => {
        taken += Number(isValid(value));
        expect(parse(value).ok).toBe(isValid(value));
      }),
      { numRuns: 1_000 },
    );
    expect(taken).toBeGreaterThan(50);
    expect(taken).toBeLessThan(950);
  });
});

describe('the fault of a payment', () => {
  it.each([
    [[], 'The PAYMENT-SIGNATURE header does not hold a JSON object.'],
    [
      { ...GOOD[2], x402Version: 1 },
      'The PAYMENT-SIGNATURE header has another x402Version than the protocol version of that header demands.',
    ],
    [{ x402Version: 2, accepted }, 'The PAYMENT-SIGNATURE header lacks payload.'],
    [{ ...GOOD[2], payload: { signature: '0x00' } }, 'The PAYMENT-SIGNATURE header lacks payload.authorization.'],
    [
      { ...GOOD[2], payload: { ...payload, signature: 'me' } },
      'The PAYMENT-SIGNATURE header is malformed at payload.signature.',
    ],
    [
      { ...GOOD[2], payload: { permit2Authorization: {} } },
      'Permit2 payments are not taken; sign an EIP-3009 TransferWithAuthorization.',
    ],
  ])('names its place and not its value: %j', (value, message) => {
    expect(parsePaymentPayload(value)).toEqual({ ok: false, message });
  });
});

it('a fault names the header that it is in', () => {
  expect([parsePaymentPayload({}), parsePaymentPayloadV1({})]).toEqual([
    { ok: false, message: expect.stringMatching(/^The PAYMENT-SIGNATURE header lacks /) },
    { ok: false, message: expect.stringMatching(/^The X-PAYMENT header lacks /) },
  ]);
});
