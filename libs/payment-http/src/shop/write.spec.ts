import type { ServerResponse } from 'node:http';
import { errorRow } from '@stackcheck/contract';
import { compileOffer } from '@stackcheck/payment-x402/offer';
import { decodeHeader } from '@stackcheck/payment-x402/read';
import type { GateRefusal, PaidAnswer } from '@stackcheck/payment-x402/settle';
import { SAMPLE_BASE_URL, SAMPLE_RESOURCE, SAMPLE_ROUTE, SAMPLE_TERMS } from '@stackcheck/payment-x402/testing';
import { writeOffer, writePaid, writeRefusal } from './write';

const offer = compileOffer(SAMPLE_ROUTE, SAMPLE_TERMS, SAMPLE_BASE_URL, null);
const EVERY_TIME = {
  'Cache-Control': 'private, no-store',
  'Access-Control-Expose-Headers':
    'PAYMENT-REQUIRED, PAYMENT-RESPONSE, X-PAYMENT-RESPONSE, Retry-After, Content-Digest, Signature, Signature-Input',
};

interface Written {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

/** What is written as the answer to a request. */
function written(write: (response: ServerResponse) => void, method = 'GET'): Written {
  let head: Pick<Written, 'status' | 'headers'> | undefined;
  let body: Buffer | undefined;
  write({
    req: { method },
    writeHead: (status: number, headers: Readonly<Record<string, string>>) => (head = { status, headers }),
    end: (bytes?: Uint8Array) => (body = bytes && Buffer.from(bytes)),
  } as unknown as ServerResponse);
  return { ...head!, body };
}

test.each(['GET', 'POST', 'HEAD'])('an offer to a %s has its length, and a body where there may be one', (method) => {
  const { body, paymentRequired } = offer.render(SAMPLE_RESOURCE);

  expect(written((response) => writeOffer(response, offer.render(SAMPLE_RESOURCE)), method)).toEqual({
    status: 402,
    headers: {
      ...EVERY_TIME,
      'Content-Type': 'application/json; charset=utf-8',
      'PAYMENT-REQUIRED': paymentRequired,
      'Content-Length': String(body.length),
    },
    body: method === 'HEAD' ? undefined : body,
  });
});

describe('a refusal', () => {
  const refused = (refusal: Omit<GateRefusal, 'kind'>, errorsUrl: string | null = null): Written =>
    written((response) =>
      writeRefusal(response, { kind: 'refused', ...refusal }, { offer, url: SAMPLE_RESOURCE, errorsUrl }),
    );
  const errorOf = ({ body }: Written): object => (JSON.parse(body!.toString()) as { readonly error: object }).error;

  test.each<[Omit<GateRefusal, 'kind'>, string | undefined]>([
    [{ code: 'rate_limited', retryAfterSeconds: 0.2 }, '1'],
    [{ code: 'rate_limited', retryAfterSeconds: 0 }, '1'],
    [{ code: 'rate_limited', retryAfterSeconds: 7.1 }, '8'],
    [{ code: 'settlement_unknown' }, String(errorRow('settlement_unknown').retryAfterSeconds)],
    [{ code: 'payment_id_conflict' }, undefined],
  ])('of %j says when to come again: %s', (refusal, retryAfter) => {
    const { status, headers } = refused(refusal);

    expect(status).toBe(errorRow(refusal.code).http);
    expect(headers).toMatchObject(EVERY_TIME);
    expect(headers['Retry-After']).toBe(retryAfter);
    expect(headers).not.toHaveProperty('PAYMENT-REQUIRED');
  });

  test.each([
    [undefined, errorRow('paused').when],
    ['Come back on Monday.', 'Come back on Monday.'],
  ])('that is no offer has the message %j', (message, shown) => {
    const answer = refused({ code: 'paused', ...(message === undefined ? {} : { message }) });

    expect(errorOf(answer)).toMatchObject({ code: 'paused', message: shown });
    expect(answer.headers['Content-Length']).toBe(String(answer.body!.length));
    expect(answer.headers['Content-Type']).toBe('application/json; charset=utf-8');
  });

  test.each([
    [undefined, errorRow('payment_expired').when],
    ['It ended at noon.', 'It ended at noon.'],
  ])('that is an offer has the message %j, and a fresh offer', (message, shown) => {
    const answer = refused({ code: 'payment_expired', ...(message === undefined ? {} : { message }) });

    expect(answer.status).toBe(402);
    expect(errorOf(answer)).toMatchObject({ code: 'payment_expired', message: shown });
    const offered = decodeHeader(answer.headers['PAYMENT-REQUIRED']!);
    expect(offered).toMatchObject({ value: { error: 'payment_expired', resource: { url: SAMPLE_RESOURCE } } });
  });

  test('names the page of its error where there is one', () => {
    expect(errorOf(refused({ code: 'paused' }, 'https://a.example/e'))).toMatchObject({
      docs: 'https://a.example/e#paused',
    });
    expect(errorOf(refused({ code: 'paused' }))).not.toHaveProperty('docs');
  });
});

describe('a paid answer', () => {
  const body = Buffer.from('{"joke":"é"}');
  const paid = (x402Version: 1 | 2): PaidAnswer => ({
    kind: 'paid',
    id: 1,
    answer: { status: 200, contentType: 'text/plain', body, snapshotIds: [] },
    paymentResponse: 'e30=',
    x402Version,
    replayed: false,
    delivered: async () => undefined,
  });

  test.each([
    [1, { 'X-PAYMENT-RESPONSE': 'e30=' }],
    [2, {}],
  ] as const)('of version %d has the settlement under the names of that version, and its receipt', (version, more) => {
    expect(written((response) => writePaid(response, paid(version), { Signature: 'receipt=:YQ==:' }))).toEqual({
      status: 200,
      headers: {
        ...EVERY_TIME,
        'Content-Type': 'text/plain',
        'PAYMENT-RESPONSE': 'e30=',
        ...more,
        Signature: 'receipt=:YQ==:',
        'Content-Length': '13',
      },
      body,
    });
  });
});
