import { UnacknowledgedError } from '../connection/statement-fault';
import type { Lane } from '../connection/lane';
import { PaymentFinder } from './find-payments';

const KEY = { network: 'eip155:8453', asset: '0xa', payer: '0xb', nonce: '0x1' };
const CUT = new UnacknowledgedError('the connection ended');
const REFUSED = Object.assign(new Error('no such column'), { code: '42703' });

/** A finder whose statements end so, one after the other; later ones find nothing. */
function finder(...ends: readonly Error[]) {
  const sent: string[] = [];
  const run = async ({ name }: { readonly name: string }) => {
    const end = ends[sent.length];
    sent.push(name);
    if (end) throw end;
    return [];
  };
  const lane = { run } as unknown as Lane;
  return { sent, finder: new PaymentFinder(lane, () => 0) };
}

describe('a look-up', () => {
  it.each<[string, string, (finder: PaymentFinder) => Promise<unknown>]>([
    ['a payment', 'find', (finder) => finder.find(KEY)],
    ['an identifier', 'find_identifiers', (finder) => finder.findByIdentifier('pay_1')],
    ['open payments', 'open', (finder) => finder.open(10, 0)],
    ['refused payments', 'watched', (finder) => finder.watched(1, 0, 10)],
  ])('of %s is sent once more where its connection was lost', async (_what, name, look) => {
    const cut = finder(CUT);
    expect([undefined, []]).toContainEqual(await look(cut.finder));
    expect(cut.sent).toEqual([name, name]);

    const twice = finder(CUT, CUT);
    await expect(look(twice.finder)).rejects.toBe(CUT);
    expect(twice.sent).toEqual([name, name]);

    const refused = finder(REFUSED);
    await expect(look(refused.finder)).rejects.toBe(REFUSED);
    expect(refused.sent).toEqual([name]);
  });
});

describe('a long ledger', () => {
  const ROWS = 110_000;
  /** Every hundredth was only called free. */
  const claimedOf = ([after, to]: readonly number[]): number =>
    Math.min(to!, ROWS) - after! - Math.floor((Math.min(to!, ROWS) - after!) / 100);

  /** Of settled payments, and what it was asked. */
  function ledger() {
    const asked: (string | number)[][] = [];
    const run = async ({ name }: { readonly name: string }, values: readonly number[]) => {
      asked.push([name, ...values]);
      if (name === 'last_id') return [{ last: ROWS }];
      if (name === 'count_claimed') return [{ claimed: claimedOf(values) }];
      const [after, to] = values as [number, number];
      const none = { settling: 0, unknown: 0, refused: 0, released: 0 };
      return [{ ...none, older: claimedOf([after, to]), newer: claimedOf([to, ROWS]) }];
    };
    return { asked, finder: new PaymentFinder({ run } as unknown as Lane, () => 0) };
  }

  it('is counted once, in pieces that look-ups of buyers come between', async () => {
    const { asked, finder } = ledger();

    expect(await finder.counts()).toMatchObject({ settled: ROWS - ROWS / 100 });
    const first = asked.splice(0);
    expect(await finder.counts()).toMatchObject({ settled: ROWS - ROWS / 100 });

    expect(first).toEqual([
      ['last_id'],
      ...[0, 1, 2].map((n) => ['count_claimed', n * 25_000, (n + 1) * 25_000]),
      ['counts', 75_000, 100_000],
    ]);
    expect(asked).toEqual([['last_id'], ['counts', 100_000, 100_000]]);
  });
});
