import { testReservation } from '../testing/test-reservation';
import { openWebSpendBook, type TextStorage } from './web-spend-book';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const HEADER = { name: 'PAYMENT-SIGNATURE', value: 'e30=' } as const;

/** A browser's storage with room for so many characters, and its locks. */
function browser(room = 1_000_000) {
  const texts = new Map<string, string>();
  let last: Promise<unknown> = Promise.resolve();
  const storage: TextStorage = {
    getItem: (name) => texts.get(name) ?? null,
    setItem(name, text) {
      if (text.length > room) throw new Error('QuotaExceededError');
      texts.set(name, text);
    },
  };
  const exclusive = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
  return { storage, exclusive, texts };
}

describe('the spend book of a browser', () => {
  it('is there after a reload, with the payment that was about to be sent', async () => {
    const one = browser();
    const before = openWebSpendBook('payments', one);
    await before.reserve(testReservation('a'), NOW);
    await before.begin('a', HEADER);

    const after = openWebSpendBook('payments', one);

    expect(await after.open()).toMatchObject([{ id: 'a', state: 'signed', order: { header: HEADER } }]);
    expect(await after.begin('a', { ...HEADER, value: 'another' })).toMatchObject({ header: HEADER, senders: 2 });
  });

  it('lets tabs that pay for one request at once have one payment', async () => {
    const one = browser();
    const tabs = [openWebSpendBook('payments', one), openWebSpendBook('payments', one)];
    const { order } = testReservation('a');

    const made = await Promise.all(tabs.map((tab, at) => tab.reserve({ ...testReservation(`p${at}`), order }, NOW)));

    expect(made.map(({ kind }) => kind).sort()).toEqual(['pending', 'reserved']);
    expect(await tabs[0]!.open()).toHaveLength(1);
  });

  it('keeps nothing of a change that finds no room', async () => {
    const small = browser(10);
    const book = openWebSpendBook('payments', small);

    await expect(book.reserve(testReservation('a'), NOW)).rejects.toThrow('QuotaExceededError');
    expect([await book.open(), small.texts.size]).toEqual([[], 0]);
  });

  it('is never taken for empty where it is damaged', async () => {
    const one = browser();
    one.storage.setItem('payments', '{"schema":1');

    await expect(openWebSpendBook('payments', one).open()).rejects.toMatchObject({ code: 'book_unreadable' });
  });
});
