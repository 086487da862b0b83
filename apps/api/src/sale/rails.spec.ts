import type { PresentedPayment } from '@stackcheck/payment-x402/read';
import type { Call, SentPayment } from './call';
import { PaymentRails, type Admission, type RailDeps } from './rails';

const X402 = { rail: 'x402', paymentSignature: ['signed'], xPayment: [] } as const satisfies SentPayment;
const L402 = { rail: 'l402', authorization: ['L402 a:b'] } as const satisfies SentPayment;
const REFUSED = { kind: 'refused', code: 'payment_invalid' } as const;
const PAID = { kind: 'paid' } as unknown as Admission;

interface Gates {
  readonly opened?: object;
  /** What the gate says; it may ask for the fingerprint. */
  readonly admit?: (fingerprint: () => Promise<string>) => Promise<unknown>;
  readonly mustWait?: object;
}

/** Rails over gates of which only the words count, a call to them, and in which order what was asked. */
function railsOver({ opened = { kind: 'opened' }, admit = async () => PAID, mustWait }: Gates) {
  const asked: string[] = [];
  const gate = {
    open: () => opened,
    admit: (payment: PresentedPayment) => {
      asked.push('admit');
      return admit(payment.fingerprint);
    },
    mustWait: () => mustWait,
  };
  const fingerprint = (pieces: object): string => {
    asked.push('fingerprint');
    return JSON.stringify(pieces);
  };
  const input = {
    body: () => {
      asked.push('body');
      return Promise.resolve(() => new Uint8Array());
    },
    json: () => Promise.resolve({ plain: { a: 1 } }),
  };
  const call = {
    route: { method: 'POST', operationId: 'some', path: '/v1/some', body: {} },
    target: { path: '/v1/some', query: null },
    resource: 'https://x.example/v1/some',
    priced: { route: {} },
    client: 'client',
    input,
    isGone: () => false,
  } as unknown as Call;
  const rails = new PaymentRails({
    baseUrl: 'https://x.example',
    gate,
    l402: gate,
    fingerprint,
  } as unknown as RailDeps);
  const ask = (payment: SentPayment, takesBody = true) =>
    rails.ask({ call, payment, takesBody, unanswerable: async () => null });
  return { ask, asked };
}

describe('a payment', () => {
  it('is not sent with another one', async () => {
    const { ask } = railsOver({});

    expect(await ask({ rail: 'both' })).toEqual({
      kind: 'refused',
      code: 'payment_invalid',
      message: 'Send one payment, not two.',
    });
  });

  it('that cannot be read is refused at once', async () => {
    const { ask, asked } = railsOver({ opened: REFUSED });

    expect([await ask(X402), asked]).toEqual([REFUSED, []]);
  });

  it('is admitted when the body is in', async () => {
    const { ask, asked } = railsOver({});
    const admit = (await ask(X402)) as () => Promise<Admission>;
    expect(asked).toEqual([]);

    expect([await admit(), asked]).toEqual([PAID, ['admit']]);
  });

  it.each([
    ['and no body is to come', { kind: 'opened', fault: 'a fault' }, false, []],
    ['and it has no fault', { kind: 'opened' }, true, []],
    ['and its body is to come', { kind: 'opened', fault: 'a fault' }, true, ['admit']],
  ])('that has a fault is looked at before its body: %s', async (_what, opened, takesBody, before) => {
    const { ask, asked } = railsOver({ opened, admit: async (fingerprint) => (await fingerprint()) && PAID });

    expect(typeof (await ask(X402, takesBody))).toBe('function');
    expect(asked).toEqual(before);
  });

  const FAULTY = { kind: 'opened', fault: 'a fault' };

  it('that is refused whatever its body is refused before it', async () => {
    const { ask, asked } = railsOver({ opened: FAULTY, admit: async () => REFUSED });

    expect([await ask(X402), asked]).toEqual([REFUSED, ['admit']]);
  });

  it('that is admitted without its body is released, and admitted again with it', async () => {
    let released = 0;
    const admitted = { kind: 'admitted', release: () => (released += 1) };
    const { ask, asked } = railsOver({ opened: FAULTY, admit: async () => admitted });
    const admit = (await ask(X402)) as () => Promise<Admission>;

    expect([released, await admit(), asked]).toEqual([1, admitted, ['admit', 'admit']]);
  });

  it('that cannot be looked at is a fault, before its body', async () => {
    const fault = new Error('the ledger cannot be read');
    const { ask, asked } = railsOver({ opened: FAULTY, admit: () => Promise.reject(fault) });

    await expect(ask(X402)).rejects.toBe(fault);
    expect(asked).toEqual(['admit']);
  });

  it.each([X402, L402])('is bound to the request, its body included: %j', async (payment) => {
    const withPrint = async (fingerprint: () => Promise<string>) => ({ print: await fingerprint() });
    const { ask } = railsOver({ admit: withPrint });
    const admit = (await ask(payment)) as () => Promise<unknown>;
    // The gate of L402 gets the same in its own words.
    const { print } = (await admit()) as { print: string };

    expect(JSON.parse(print)).toMatchObject({
      method: 'POST',
      routeId: 'some',
      path: '/v1/some',
      query: null,
      json: { a: 1 },
    });
  });

  it('of L402 waits where its client has to', async () => {
    const { ask, asked } = railsOver({ mustWait: REFUSED });

    expect([await ask(L402), asked]).toEqual([REFUSED, []]);
  });
});
