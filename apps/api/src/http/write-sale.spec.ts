import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { ServiceError } from '@stackcheck/contract';
import type { PaidAnswer } from '@stackcheck/payment-x402/settle';
import type { Sale } from '../sale/sale';
import { writeSale } from './write-sale';

/** A response that keeps what is written into it, with what was unexpected. */
function writing(state: { readonly headersSent?: boolean; readonly destroyed?: boolean } = {}) {
  const response = Object.assign(new EventEmitter(), {
    ...{ headersSent: false, destroyed: false, writableFinished: false },
    ...state,
    req: { method: 'GET', headers: {}, socket: {} },
    status: 0,
    body: '',
    writeHead(status: number) {
      response.status = status;
    },
    write: () => true,
    end(body?: Uint8Array) {
      response.body = body === undefined ? '' : Buffer.from(body).toString();
    },
    destroy() {
      response.destroyed = true;
    },
  });
  const unexpected: unknown[] = [];
  const write = (sale: unknown): void =>
    writeSale(response as unknown as ServerResponse, sale as Sale, {
      baseUrl: 'https://x.example',
      schema: undefined,
      onUnexpected: (error) => void unexpected.push(error),
    });
  return { response, write, unexpected };
}

const PAID = {
  answer: { body: Buffer.from('sold'), contentType: 'text/x' },
  ...{ paymentResponse: '', x402Version: 2 },
  delivered: async () => undefined,
} as unknown as PaidAnswer;
const OFFER = { body: Buffer.from('offer'), paymentRequired: 'e30=' };

/** A download of a byte too many, what became of it, and how its sending is broken off. */
function downloading(begin: () => void = () => undefined) {
  const state = { closed: 0, cut: (): void => undefined };
  const download = {
    reference: { contentType: 'text/x', length: 0, sha256: '', snapshotId: 'osv-1' },
    begin(cut: () => void) {
      state.cut = cut;
      begin();
    },
    pieces: () => [new Uint8Array(1)],
    close: () => void (state.closed += 1),
  };
  return { sale: { kind: 'answer', paid: PAID, receipt: {}, download }, state };
}

describe('what is written of a sale', () => {
  const refusal = (code: 'payment_invalid' | 'paused', offer?: object) => ({
    kind: 'refused',
    error: new ServiceError(code),
    ...(offer && { offer }),
  });

  it.each([
    ['an offer', { kind: 'offer', offer: OFFER }, 402, /^offer$/],
    ['an answer', { kind: 'answer', paid: PAID, receipt: {} }, 200, /^sold$/],
    ['a refusal with a fresh offer', refusal('payment_invalid', OFFER), 402, /^offer$/],
    ['any other refusal', refusal('paused'), 503, /"code":"paused"/],
  ])('is %s', (_what, sale, status, body) => {
    const { response, write } = writing();
    write(sale);

    expect(response.status).toBe(status);
    expect(response.body).toMatch(body);
  });

  it.each([{ headersSent: true }, { destroyed: true }])('is no refusal where an answer has begun: %j', (state) => {
    const { response, write } = writing(state);
    write(refusal('paused'));

    expect([response.status, response.destroyed]).toEqual([0, true]);
  });
});

describe('a download', () => {
  it('that gives way is cut', () => {
    const { response, write } = writing();
    const { sale, state } = downloading();
    write(sale);
    expect([response.status, response.destroyed]).toEqual([200, false]);
    state.cut();

    expect(response.destroyed).toBe(true);
  });

  it.each([
    ['has no place', new ServiceError('paused'), 'paused', 0],
    ['fails', new Error('unexpected'), 'internal', 1],
  ])('that %s is closed, and still owed', (_what, fault, code, reported) => {
    const { response, write, unexpected } = writing();
    const { sale, state } = downloading(() => {
      throw fault;
    });

    expect(() => write(sale)).toThrow(expect.objectContaining({ code }) as Error);
    expect([response.status, state.closed, unexpected.length]).toEqual([0, 1, reported]);
  });

  it('whose bytes are not the promised ones is reported, and its connection ends', async () => {
    const { response, write, unexpected } = writing();
    const { sale } = downloading();
    write(sale);
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));

    expect([response.destroyed, unexpected]).toEqual([true, [expect.any(Error)]]);
  });
});
