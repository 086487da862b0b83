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
  return { sent, finder: new PaymentFinder(lane, lane, () => 0) };
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

describe('what no buyer waits for', () => {
  const ROWS = 1_100_000;
  /** Every hundredth was only called free. */
  const claimedOf = ([after, to]: readonly number[]): number =>
    Math.min(to!, ROWS) - after! - Math.floor((Math.min(to!, ROWS) - after!) / 100);

  /** A ledger of settled payments, by connection the statements that it was asked. */
  function ledger() {
    const asked: [lane: string, statement: string, values: readonly number[]][] = [];
    const lane = (of: string) =>
      ({
        run: async ({ name }: { readonly name: string }, values: readonly number[]) => {
          asked.push([of, name, values]);
          if (name === 'last_id') return [{ last: ROWS }];
          if (name === 'count_claimed') return [{ claimed: claimedOf(values) }];
          const [after, to] = values as [number, number];
          const none = { settling: 0, unknown: 0, refused: 0, released: 0 };
          return [{ ...none, older: claimedOf([after, to]), newer: claimedOf([to, ROWS]) }];
        },
      }) as unknown as Lane;
    return { asked, finder: new PaymentFinder(lane('look-ups'), lane('background'), () => 0) };
  }

  it('goes over another connection, a long ledger in pieces that are counted once', async () => {
    const { asked, finder } = ledger();

    expect(await finder.counts()).toMatchObject({ settled: ROWS - ROWS / 100 });
    const first = asked.splice(0);
    expect(await finder.counts()).toMatchObject({ settled: ROWS - ROWS / 100 });

    expect(first.map(([, statement, values]) => [statement, ...values])).toEqual([
      ['last_id'],
      ...[0, 1, 2, 3].map((n) => ['count_claimed', n * 250_000, (n + 1) * 250_000]),
      ['counts', 1_000_000, 1_090_000],
    ]);
    expect(asked.map(([, statement, values]) => [statement, ...values])).toEqual([
      ['last_id'],
      ['counts', 1_090_000, 1_090_000],
    ]);
    expect([...first, ...asked].map(([lane]) => lane)).toEqual(Array(8).fill('background'));
  });
});
