import fc from 'fast-check';
import { EMPTY_BOOK, type BookState } from './book-state';
import { bookFromJson, bookToJson } from './book-json';
import { condensed, spent } from './sums';
import { testReservation } from '../testing/test-reservation';
import { begin, pin, refuse, release, reserve, settle, swept, type Reservation } from './transitions';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const CAPS = { call: 10n ** 9n, session: 10n ** 9n, day: 10n ** 9n };
const HEADER = { name: 'PAYMENT-SIGNATURE', value: 'e30=' } as const;

function wanted(id: string, change: Partial<Reservation> = {}): Reservation {
  const { order, ...rest } = testReservation(id);
  const authorization = { ...order.authorization, validBefore: String(NOW / 1000 + 60) };
  return {
    ...rest,
    ...{ payer: '0xAA', network: 'eip155:8453', payTo: '0xBB' },
    order: { ...order, authorization },
    ...change,
  };
}

const reserved = (...ids: readonly string[]): BookState =>
  ids.reduce((state, id) => reserve(state, wanted(id), NOW).state, EMPTY_BOOK);
const stateOf = (book: BookState, id: string): string | undefined =>
  book.entries.find((entry) => entry.id === id)?.state;
const sum = (book: BookState): bigint => spent(book, { network: 'eip155:8453' });

describe('a reservation', () => {
  it('is one for each request and payer', () => {
    const book = reserved('a');

    expect(reserve(book, wanted('other', { order: wanted('a').order }), NOW).answer).toMatchObject({
      kind: 'pending',
      entry: { id: 'a' },
    });
    expect(reserve(book, { ...wanted('other', { order: wanted('a').order }), payer: '0xCC' }, NOW).answer.kind).toBe(
      'reserved',
    );
  });

  it('pins the recipient by seller and network, whatever the case of its letters', () => {
    const book = reserved('a');
    const to = (change: Partial<Reservation>) => reserve(book, wanted('b', change), NOW).answer;

    expect(to({ payTo: '0xCC' })).toEqual({ kind: 'other_recipient', pinned: '0xbb' });
    expect(to({ payTo: '0xbb' }).kind).toBe('reserved');
    expect(to({ payTo: '0xCC', network: 'eip155:84532' }).kind).toBe('reserved');
    expect(to({ payTo: '0xCC', isConfigured: true }).kind).toBe('reserved');
    const forgotten = pin(book, 'https://seller.example eip155:8453', null).state;
    expect(reserve(forgotten, wanted('b', { payTo: '0xCC' }), NOW).answer.kind).toBe('reserved');
  });

  it('counts for its network alone', () => {
    const book = reserved('a');
    const caps = { ...CAPS, day: 1_500n };

    expect(reserve(book, wanted('b', { caps }), NOW).answer).toEqual({
      kind: 'over_cap',
      cap: 'day',
      most: 1_500n,
      spent: 1_000n,
    });
    expect(reserve(book, wanted('b', { caps, network: 'eip155:84532' }), NOW).answer.kind).toBe('reserved');
  });
});

describe('a payment', () => {
  it('keeps the first header, and counts who sends it', () => {
    const first = begin(reserved('a'), 'a', HEADER);
    const second = begin(first.state, 'a', { ...HEADER, value: 'other' });

    expect(first.answer).toEqual({ header: HEADER, senders: 1, isAlone: true });
    expect(second.answer).toEqual({ header: HEADER, senders: 2, isAlone: false });
    expect(refuse(second.state, 'a', 1).answer).toBe(false);
    expect(stateOf(refuse(second.state, 'a', 2).state, 'a')).toBe('refused');
  });

  it('that was refused is alone again', () => {
    const book = refuse(begin(reserved('a'), 'a', HEADER).state, 'a', 1).state;

    expect(begin(book, 'a', HEADER).answer).toMatchObject({ senders: 2, isAlone: true });
  });

  it('is not sent once it is closed, and its signature is not kept', () => {
    const book = settle(begin(reserved('a'), 'a', HEADER).state, 'a').state;

    expect(begin(book, 'a', HEADER).answer).toBeNull();
    expect(bookToJson(book)).not.toContain(HEADER.value);
  });

  it('that is settled stays so, and one that was released wrongly is settled', () => {
    const settled = settle(reserved('a'), 'a').state;
    const released = release(reserved('a'), 'a').state;

    expect([release(settled, 'a').answer, settle(settled, 'a').answer]).toEqual([false, false]);
    expect([sum(released), sum(settle(released, 'a').state)]).toEqual([0n, 1_000n]);
  });

  it('that was never sent goes shortly before its window closes; one that was refused a minute after; one in doubt never', () => {
    const book = ['b', 'c'].reduce((state, id) => begin(state, id, HEADER).state, reserved('a', 'b', 'c'));
    const refused = refuse(book, 'b', 1).state;
    const statesAfter = (seconds: number) => swept(refused, NOW + seconds * 1000).entries.map(({ state }) => state);

    expect(statesAfter(54)).toEqual(['reserved', 'refused', 'signed']);
    expect(statesAfter(55)).toEqual(['released', 'refused', 'signed']);
    expect(statesAfter(120)).toEqual(['released', 'refused', 'signed']);
    expect(statesAfter(121)).toEqual(['released', 'released', 'signed']);
    expect(statesAfter(10 ** 9)).toEqual(['released', 'released', 'signed']);
  });
});

describe('a book that is condensed', () => {
  const day = (age: number): string => new Date(NOW - age * 86_400_000).toISOString().slice(0, 10);
  const entry = fc.record({
    age: fc.integer({ min: 0, max: 60 }),
    session: fc.constantFrom('s', 't', 'u'),
    amount: fc.integer({ min: 1, max: 9_000 }),
    isOpen: fc.boolean(),
    isReleased: fc.boolean(),
  });
  const books = fc.array(entry, { maxLength: 30 }).map((rows): BookState => ({
    ...EMPTY_BOOK,
    entries: rows.map(({ age, session, amount, isOpen, isReleased }, at) => ({
      ...{ id: `p${at}`, day: day(age), session, network: 'n', amount: String(amount), payer: '0xaa', senders: 0 },
      ...(isOpen
        ? { state: 'signed' as const, order: wanted('a').order }
        : { state: isReleased ? ('released' as const) : ('settled' as const), order: null }),
    })),
  }));

  it('keeps the sum of each of the last forty days, all that is open, and all of a session that is in use', () => {
    fc.assert(
      fc.property(books, (book) => {
        const after = condensed(book, day(0));
        for (let age = 0; age <= 40; age++)
          expect(spent(after, { network: 'n', day: day(age) })).toBe(spent(book, { network: 'n', day: day(age) }));
        expect(after.entries.filter(({ order }) => order)).toEqual(book.entries.filter(({ order }) => order));
        for (const session of new Set(
          book.entries.filter((one) => one.day >= day(40) && one.state !== 'released').map((one) => one.session),
        ))
          expect(spent(after, { network: 'n', session })).toBe(spent(book, { network: 'n', session }));
        expect(after.entries.filter((one) => !one.order && one.day < day(1))).toEqual([]);
        expect(condensed(after, day(0))).toEqual(after);
      }),
    );
  });

  it('is the same after it was written and read', () => {
    fc.assert(fc.property(books, (book) => expect(bookFromJson(bookToJson(book), 'book')).toEqual(book)));
  });
});

describe('a damaged book', () => {
  const good = JSON.parse(bookToJson(reserved('a'))) as Record<string, unknown>;
  const [entry] = good['entries'] as Record<string, unknown>[];

  it.each([
    ['half a file', bookToJson(reserved('a')).slice(0, 90)],
    ['a list', '[]'],
    ['a later version', JSON.stringify({ ...good, schema: 2 })],
    ['a payment without an amount', JSON.stringify({ ...good, entries: [{ ...entry, amount: undefined }] })],
    ['a negative amount', JSON.stringify({ ...good, entries: [{ ...entry, amount: '-1' }] })],
    ['an open payment without its order', JSON.stringify({ ...good, entries: [{ ...entry, order: null }] })],
    ['another state', JSON.stringify({ ...good, entries: [{ ...entry, state: 'lost' }] })],
    ['a sum that is none', JSON.stringify({ ...good, totals: [{}] })],
    ['a recipient that is none', JSON.stringify({ ...good, pins: { a: 1 } })],
  ])('is never taken for an empty one: %s', (_name, text) => {
    expect(() => bookFromJson(text, 'the-book')).toThrow(
      expect.objectContaining({ code: 'book_unreadable', message: expect.stringContaining('the-book') }),
    );
  });

  it('is read or refused, whatever was written into it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('schema', 'entries', 'totals', 'pins'), (value, member) => {
        try {
          bookFromJson(JSON.stringify({ ...good, [member]: value }), 'book');
        } catch (fault) {
          expect(fault).toMatchObject({ code: 'book_unreadable' });
        }
      }),
    );
  });
});
