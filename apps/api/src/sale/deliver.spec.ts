import { ServiceError } from '@stackcheck/contract';
import type { PaidAnswer } from '@stackcheck/payment-x402/settle';
import { deliver, refusedSale, type DeliveryDeps } from './deliver';
import { storedReference, type AnswerReference } from './downloads/answer-reference';
import type { OpenDownload } from './downloads/snapshot-downloads';

const HELD: AnswerReference = {
  dataset: 'eol',
  snapshotId: 'eol-1',
  length: 4,
  sha256: 'ab',
  contentType: 'application/held',
};
const STREAMED: AnswerReference = { ...HELD, dataset: 'osv', snapshotId: 'osv-1', contentType: 'application/streamed' };
const OWED = 'this payment is settled and still buys its answer: repeat the request with it';
const busy = (): ServiceError => new ServiceError('paused', { message: 'busy', retryAfterSeconds: 10 });

function paidFor(reference: AnswerReference | undefined, wasDelivered?: boolean): PaidAnswer {
  const stored = reference ? storedReference(reference) : { body: Buffer.from('own'), contentType: 'text/own' };
  const answer = { status: 200, snapshotIds: [], ...stored } as const;
  const outcome = { kind: 'paid', id: 7, answer, paymentResponse: 'settled', x402Version: 2, replayed: false } as const;
  return { ...outcome, ...(wasDelivered === undefined ? {} : { wasDelivered }), delivered: async () => undefined };
}

/** What the end of a sale needs, with what was asked of it in order. */
function depsWith(change: { readonly downloads?: object; readonly sold?: object; readonly receipt?: unknown } = {}) {
  const calls: unknown[] = [];
  const opened = (reference: AnswerReference, begin: OpenDownload['begin'] = () => undefined): OpenDownload => ({
    reference,
    begin: (reader) => {
      calls.push(['begin', reader.payment, reader.wasDelivered]);
      begin(reader);
    },
    pieces: () => [Buffer.from(reference.snapshotId)],
    close: () => void calls.push(['close', reference.snapshotId]),
  });
  const downloads = {
    reopen: async (reference: AnswerReference, reader: object) => {
      calls.push(['reopen', reference.snapshotId, reader]);
      return opened(reference);
    },
    prepare: async (name: AnswerReference, reader: object) => {
      calls.push(['prepare', name, reader]);
      return opened({ ...STREAMED, ...name });
    },
    current: () => undefined,
    ...change.downloads,
  };
  const sold = {
    find: async ({ snapshotId }: AnswerReference) => Buffer.from(`of ${snapshotId}`),
    current: () => undefined,
    gzipped: async (body: Uint8Array) => Buffer.from(`gzip ${String(body)}`),
    ...change.sold,
  };
  const receipt = (pieces: object): Promise<object> => {
    calls.push(['receipt', pieces]);
    return change.receipt === undefined
      ? Promise.resolve({ Signature: 'sig' })
      : Promise.reject(change.receipt as Error);
  };
  return { deps: { downloads, sold, receipt } as unknown as DeliveryDeps, calls, opened };
}

const CALL = { resource: 'https://x.example/v1/x' };
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();
const READER = { payment: 7, wasDelivered: false };

describe('an answer that the ledger holds', () => {
  it.each([true, false])('is sent as it is, also to a client that takes gzip (%s)', async (takesGzip) => {
    const { deps, calls } = depsWith();
    const paid = paidFor(undefined);

    const sale = await deliver(deps, paid, { ...CALL, takesGzip });

    expect(sale).toEqual({ kind: 'answer', paid, receipt: { Signature: 'sig' } });
    const { body } = paid.answer;
    expect(calls).toEqual([['receipt', { url: CALL.resource, body, paymentResponse: 'settled', isCoded: false }]]);
  });

  it('needs no download that was opened for it', async () => {
    const { deps, calls, opened } = depsWith();
    await deliver(deps, paidFor(undefined), CALL, opened(STREAMED));

    expect(calls[0]).toEqual(['close', 'osv-1']);
  });
});

describe('a download that is held as a whole', () => {
  it.each([
    [false, 'of eol-1', undefined],
    [true, 'gzip of eol-1', 'gzip'],
  ])('is sent to a client that takes gzip (%s) as %j', async (takesGzip, body, coding) => {
    const { deps, calls } = depsWith();

    const sale = await deliver(deps, paidFor(HELD), { ...CALL, takesGzip });

    expect([text(sale.paid.answer.body), sale.paid.answer.contentType]).toEqual([body, 'application/held']);
    expect([sale.coding, sale.paid.id]).toEqual([coding, 7]);
    expect(calls).toMatchObject([['receipt', { body: Buffer.from('of eol-1'), isCoded: takesGzip }]]);
  });

  const none = { find: async () => undefined };
  const current = { current: () => ({ body: Buffer.from('now') }) };

  it.each([
    ['the one that is sold now where it is gone', { ...none, ...current }, false, 'now'],
    ['its own where it is kept', current, true, 'of eol-1'],
  ])('is %s', async (_what, sold, wasDelivered, body) => {
    const sale = await deliver(depsWith({ sold }).deps, paidFor(HELD, wasDelivered), CALL);

    expect(text(sale.paid.answer.body)).toBe(body);
  });

  it.each([
    ['is gone, and was received', { ...none, ...current }, true],
    ['is gone, and none is sold now', none, false],
  ])('that %s has expired', async (_what, sold, wasDelivered) => {
    const message = 'this payment bought snapshot eol-1, which is not kept any more';

    await expect(deliver(depsWith({ sold }).deps, paidFor(HELD, wasDelivered), CALL)).rejects.toMatchObject({
      code: 'snapshot_expired',
      message,
    });
  });

  it.each([
    ['cannot be read', { find: () => Promise.reject(busy()) }, 'paused', `busy; ${OWED}`],
    [
      'cannot be compressed',
      { gzipped: () => Promise.reject(new Error('zlib')) },
      'dataset_unavailable',
      `it cannot be compressed now; ${OWED}`,
    ],
    ['says nothing of why', { find: () => Promise.reject(new ServiceError('paused')) }, 'paused', OWED],
  ])('that %s is still owed', async (_what, sold, code, message) => {
    const sale = deliver(depsWith({ sold }).deps, paidFor(HELD), { ...CALL, takesGzip: true });

    await expect(sale).rejects.toMatchObject({ code, detail: { message } });
  });

  it('that fails unexpectedly is a fault', async () => {
    const fault = new Error('unexpected');

    await expect(
      deliver(depsWith({ sold: { find: () => Promise.reject(fault) } }).deps, paidFor(HELD), CALL),
    ).rejects.toBe(fault);
  });
});

describe('a download that is sent from its file', () => {
  it('is the one that was opened for it', async () => {
    const { deps, calls, opened } = depsWith();
    const { download, coding, receipt } = await deliver(
      deps,
      paidFor(STREAMED),
      { ...CALL, takesGzip: true },
      opened(STREAMED, ({ cut }) => cut()),
    );
    let isCut = false;
    download!.begin(() => (isCut = true));
    download!.close();

    expect([coding, receipt, isCut]).toEqual([undefined, { Signature: 'sig' }, true]);
    expect([...download!.pieces()].map(text)).toEqual(['osv-1']);
    expect(calls).toEqual([
      ['receipt', { url: CALL.resource, body: { sha256: 'ab' }, paymentResponse: 'settled' }],
      ['begin', 7, false],
      ['close', 'osv-1'],
    ]);
  });

  it('is opened again in place of another one', async () => {
    const { deps, calls, opened } = depsWith();
    await deliver(deps, paidFor(STREAMED, true), CALL, opened({ ...STREAMED, snapshotId: 'osv-2' }));

    expect(calls.slice(0, 2)).toEqual([
      ['close', 'osv-2'],
      ['reopen', 'osv-1', { payment: 7, wasDelivered: true }],
    ]);
  });

  const NOW = { dataset: 'osv', snapshotId: 'osv-9' } as const;

  it.each([
    ['forgotten', undefined, NOW],
    ['missing', 'pack', { ...NOW, form: 'pack' }],
  ] as const)('that is %s is the one that is sold now, in the form %s', async (reopened, form, name) => {
    const { deps, calls } = depsWith({ downloads: { reopen: async () => reopened, current: () => NOW } });
    const { download } = await deliver(deps, paidFor(form ? { ...STREAMED, form } : STREAMED), CALL);

    expect([download!.reference.snapshotId, calls[0]]).toEqual(['osv-9', ['prepare', name, READER]]);
  });

  it.each([
    ['was received', () => NOW, true],
    ['has none after it', () => undefined, false],
  ])('that is forgotten and %s has expired', async (_what, current, wasDelivered) => {
    const { deps, calls } = depsWith({ downloads: { reopen: async () => 'forgotten', current } });

    await expect(deliver(deps, paidFor(STREAMED, wasDelivered), CALL)).rejects.toMatchObject({
      code: 'snapshot_expired',
    });
    expect(calls).toEqual([]);
  });

  it('that cannot be had now is still owed, and a fault is a fault', async () => {
    const reopening = (error: Error) => depsWith({ downloads: { reopen: () => Promise.reject(error) } }).deps;
    const detail = { message: `busy; ${OWED}`, retryAfterSeconds: 10 };
    const fault = new Error('unexpected');

    await expect(deliver(reopening(busy()), paidFor(STREAMED), CALL)).rejects.toMatchObject({ code: 'paused', detail });
    await expect(deliver(reopening(fault), paidFor(STREAMED), CALL)).rejects.toBe(fault);
  });

  it('that has no place is still owed, and a fault is a fault', async () => {
    const fault = new Error('unexpected');
    const beginning = async (error: Error): Promise<() => void> => {
      const { deps, opened } = depsWith();
      const begin = (): void => {
        throw error;
      };
      const { download } = await deliver(deps, paidFor(STREAMED), CALL, opened(STREAMED, begin));
      return () => download!.begin(() => undefined);
    };

    expect(await beginning(busy())).toThrow(`busy; ${OWED}`);
    expect(await beginning(fault)).toThrow(fault);
  });

  it('is closed where its receipt cannot be made', async () => {
    const { deps, calls, opened } = depsWith({ receipt: new Error('no key') });

    await expect(deliver(deps, paidFor(STREAMED), CALL, opened(STREAMED))).rejects.toThrow('no key');
    expect(calls.at(-1)).toEqual(['close', 'osv-1']);
  });
});

describe('a refused payment', () => {
  const render = (...made: readonly unknown[]): unknown => made;
  const refused = (outcome: object) =>
    refusedSale({ kind: 'refused', ...outcome } as never, { ...CALL, priced: { offer: { render } } as never });

  it.each([
    ['payment_invalid', {}, {}, 0],
    ['payment_invalid', { message: 'why', retryAfterSeconds: 3 }, { message: 'why', retryAfterSeconds: 3 }, 0],
    ['payment_required', { challenges: ['ab', 'cde'] }, {}, 5],
  ])('with %s and %j has a fresh offer', (code, more, detail, otherHeaderChars) => {
    const { error, offer, challenges } = refused({ code, ...more });

    expect([error.code, error.detail]).toEqual([code, detail]);
    expect(offer).toEqual([CALL.resource, code, { ...detail, otherHeaderChars }]);
    expect(challenges).toEqual('challenges' in more ? more.challenges : undefined);
  });

  it('has no offer where another one would not help', () => {
    const sale = refused({ code: 'rate_limited', retryAfterSeconds: 3 });

    expect(Object.keys(sale)).toEqual(['kind', 'error']);
    expect(sale.error.detail).toEqual({ retryAfterSeconds: 3 });
  });
});
