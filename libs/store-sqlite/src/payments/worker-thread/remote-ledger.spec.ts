import { testIntent } from '@stackcheck/payment-x402/testing';
import type { PaymentIntent } from '@stackcheck/payment-x402/ledger';
import type { Question } from './ledger-messages';
import { RemoteLedger } from './remote-ledger';

const NOW_MS = 1_790_000_000_000;
let posts: (readonly Question[])[];
let ledger: RemoteLedger;
beforeEach(() => {
  jest.useFakeTimers();
  posts = [];
  ledger = new RemoteLedger('boot-1', (questions) => void posts.push(questions));
});
afterEach(() => jest.useRealTimers());

const asked = () => posts.map((questions) => questions.map(([number, method]) => [number, method]));
/** The answer as it is sent, of an intent with this one. */
function sent(answer: Partial<PaymentIntent['answer']>) {
  const intent = testIntent();
  void ledger.claim({ ...intent, answer: { ...intent.answer, ...answer } }, NOW_MS);
  return (posts.at(-1)![0]![2][0] as PaymentIntent).answer;
}

describe('a ledger that is asked by messages', () => {
  it.each([
    ['bytes of their own', Buffer.from(new Uint8Array([1, 2, 3]).buffer)],
    ['bytes in a larger piece of memory', Buffer.from(new Uint8Array([9, 1, 2, 3, 9]).buffer, 1, 3)],
  ])('is sent the plain answer alone: %s', (_what, body) => {
    const answer = sent({ body });

    expect([...answer.body]).toEqual([1, 2, 3]);
    expect(answer.body.buffer.byteLength).toBe(3);
    expect(answer.gzipped).toBeUndefined();
  });

  it('is sent the compressed answer alone where there is one', () => {
    const gzipped = Buffer.from(new Uint8Array([9, 1, 2, 3, 9]).buffer, 1, 3);

    const answer = sent({ body: Buffer.alloc(1_000), gzipped });

    expect([answer.body.length, [...answer.gzipped!], answer.gzipped!.buffer.byteLength]).toEqual([0, [1, 2, 3], 3]);
  });

  it('is informed of a delivery with the next call, or after 20 ms', async () => {
    void ledger.delivered(1, NOW_MS);
    void ledger.delivered(2, NOW_MS);
    await jest.advanceTimersByTimeAsync(19);
    expect(posts).toEqual([]);
    expect(ledger.underWay).toBe(2);

    void ledger.counts();
    expect(asked()).toEqual([
      [
        [1, 'delivered'],
        [2, 'delivered'],
        [3, 'counts'],
      ],
    ]);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(posts).toHaveLength(1);

    void ledger.delivered(3, NOW_MS);
    await jest.advanceTimersByTimeAsync(20);
    expect(asked()[1]).toEqual([[4, 'delivered']]);
  });

  it('resolves and rejects what was asked by its number, and passes over what nobody asked', async () => {
    const [counts, lost] = [ledger.counts(), ledger.lost(1, 'why', NOW_MS)];
    const fault = { name: 'TypeError', message: 'disk', code: 'SQLITE_FULL' };

    ledger.answered([
      [9, 'nothing'],
      [8, undefined, fault],
      [2, undefined, fault],
      [1, { settled: 1 }],
    ]);

    expect(await counts).toEqual({ settled: 1 });
    await expect(lost).rejects.toMatchObject(fault);
    expect(ledger.underWay).toBe(0);
  });

  it('rejects all with the first fault, and sends nothing after it', async () => {
    const pending = [ledger.counts(), ledger.delivered(1, NOW_MS)];
    const before = posts.length;

    ledger.fail(new Error('first'));
    ledger.fail(new Error('second'));

    for (const each of [...pending, ledger.counts()]) await expect(each).rejects.toThrow('first');
    await jest.advanceTimersByTimeAsync(1_000);
    ledger.flush();
    expect([posts.length, ledger.underWay]).toEqual([before, 0]);
  });

  it('rejects what cannot leave, and that alone', async () => {
    const failing = new RemoteLedger('boot-1', (questions) => {
      if (questions.some(([, method]) => method === 'lost')) throw new Error('could not be cloned');
      posts.push(questions);
    });
    const delivered = failing.delivered(1, NOW_MS);
    const lost = failing.lost(1, 'why', NOW_MS);

    await expect(lost).rejects.toThrow('could not be cloned');
    expect(asked()).toEqual([[[1, 'delivered']]]);
    expect(failing.underWay).toBe(1);
    failing.answered([[1, undefined]]);
    await delivered;
  });
});
