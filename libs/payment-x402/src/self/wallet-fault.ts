import { reasonOf } from '../settle/gate-log';
import type { SelfEvent } from './self-deps';
import type { TransactionBook } from './transaction-book';

/** The book of transactions could not be read or written. */
class BookFault extends Error {}

/** The same book; what it rejects with differs from what a node says. */
export function tellingBook(book: TransactionBook): TransactionBook {
  const marked = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer;
    } catch (cause) {
      throw new BookFault(reasonOf(cause), { cause });
    }
  };
  return {
    nextNonce: () => marked(book.nextNonce()),
    add: (...row) => marked(book.add(...row)),
    addAttempt: (...row) => marked(book.addAttempt(...row)),
    mark: (...row) => marked(book.mark(...row)),
    at: (nonce) => marked(book.at(nonce)),
    unfinished: () => marked(book.unfinished()),
    carrying: (...transfer) => marked(book.carrying(...transfer)),
  };
}

/** What a caught value says to an operator: that the book failed, or else a node. @param nonce of the transaction that it is about */
export function walletFault(error: unknown, nonce?: number): SelfEvent {
  const about = { ...(nonce === undefined ? {} : { nonce }), reason: reasonOf(error) };
  return error instanceof BookFault
    ? { level: 'alarm', event: 'transaction_book_failed', ...about }
    : { level: 'warn', event: 'gas_node_failed', ...about };
}
