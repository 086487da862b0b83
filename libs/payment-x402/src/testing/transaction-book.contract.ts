/// <reference types="jest" />
import type { BookTransfer, TransactionBook } from '../self/transaction-book';

/** How a book is opened. */
export interface TransactionBookSubject {
  /** An empty one. */
  create(): Promise<TransactionBook>;
  /** The one made last, as another process sees it. */
  reopen(): Promise<TransactionBook>;
}

const PAYER = `0x${'a'.repeat(40)}`;
const transfer = (nonce: string): BookTransfer => ({
  payer: PAYER,
  nonce: `0x${nonce.repeat(64)}`,
  payTo: `0x${'b'.repeat(40)}`,
  value: 2n ** 200n,
  validBefore: Number.MAX_SAFE_INTEGER,
});
const attempt = (name: string) => ({ hash: `0x${name}`, raw: `0x02${name}`, atMs: 1_000 });

/** What any book of transactions promises. */
export function transactionBookContract(name: string, subject: TransactionBookSubject): void {
  describe(`the book of a gas wallet: ${name}`, () => {
    it('gives a nonce once, and another process sees what is written under it', async () => {
      const book = await subject.create();
      expect(await book.nextNonce()).toBeNull();
      expect(await book.add(7, [transfer('1'), transfer('2')], attempt('aa'))).toBe(true);
      const other = await subject.reopen();
      expect(await other.add(7, [transfer('3')], attempt('bb'))).toBe(false);

      expect(await other.nextNonce()).toBe(8);
      const written = {
        nonce: 7,
        state: 'open',
        transfers: [transfer('1'), transfer('2')],
        attempts: [attempt('aa')],
        minedAs: null,
        vanishedAs: null,
      };
      expect(await other.unfinished()).toEqual([written]);
      expect(await other.carrying(PAYER, transfer('2').nonce)).toEqual([written]);
      expect(await other.carrying(PAYER, transfer('3').nonce)).toEqual([]);
    });

    it('takes one replacement of an attempt, and none once a block holds it', async () => {
      const book = await subject.create();
      await book.add(0, [transfer('1')], attempt('aa'));
      const other = await subject.reopen();

      expect(await book.addAttempt(0, 1, attempt('bb'))).toBe(true);
      expect(await other.addAttempt(0, 1, attempt('cc'))).toBe(false);
      expect(await other.addAttempt(0, 2, attempt('dd'))).toBe(true);
      await book.mark(0, 'mined', '0xbb', 5);
      expect(await other.addAttempt(0, 3, attempt('ee'))).toBe(false);
      expect(await book.unfinished()).toMatchObject([
        { state: 'mined', minedAs: '0xbb', attempts: [attempt('aa'), attempt('bb'), attempt('dd')] },
      ]);
    });

    it('knows the attempt whose block is gone, until a block or another attempt takes its place', async () => {
      const book = await subject.create();
      await book.add(0, [transfer('1')], attempt('aa'));
      await book.addAttempt(0, 1, attempt('bb'));
      const seen = async () =>
        (await (await subject.reopen()).unfinished()).map(({ minedAs, vanishedAs }) => [minedAs, vanishedAs]);

      await book.mark(0, 'mined', '0xaa', 5);
      expect(await seen()).toEqual([['0xaa', null]]);
      await book.mark(0, 'open', null, 6);
      expect(await seen()).toEqual([[null, '0xaa']]);
      await book.mark(0, 'mined', '0xaa', 7);
      expect(await seen()).toEqual([['0xaa', null]]);
      await book.mark(0, 'open', null, 8);
      await book.addAttempt(0, 2, attempt('cc'));
      expect(await seen()).toEqual([[null, null]]);
    });

    it('lists what is unfinished by nonce and what carries a transfer from the newest on', async () => {
      const book = await subject.create();
      for (const nonce of [2, 0, 1, 3]) await book.add(nonce, [transfer('1')], attempt(`a${nonce}`));
      await book.mark(0, 'final', '0xa0', 5);
      await book.mark(1, 'foreign', null, 5);
      await book.mark(2, 'mined', '0xa2', 5);
      await book.mark(2, 'open', null, 6);

      expect((await book.unfinished()).map(({ nonce, state }) => [nonce, state])).toEqual([
        [2, 'open'],
        [3, 'open'],
      ]);
      expect((await book.carrying(PAYER, transfer('1').nonce)).map(({ nonce }) => nonce)).toEqual([3, 2, 1, 0]);
      expect(await book.nextNonce()).toBe(4);
      expect(await book.at(0)).toMatchObject({ nonce: 0, state: 'final', minedAs: '0xa0' });
      expect(await book.at(4)).toBeNull();
    });
  });
}
