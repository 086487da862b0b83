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
  return { sent, finder: new PaymentFinder({ run } as unknown as Lane) };
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
