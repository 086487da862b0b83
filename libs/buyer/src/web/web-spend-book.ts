import { bookFromJson, bookToJson } from '../spending/book-json';
import { spendBookOver, type SpendBook } from '../spending/spend-book';

/** What is used of a browser's storage; `localStorage` fits. What was set is read by every tab, and after a reload. */
export interface TextStorage {
  getItem(name: string): string | null;
  /** Throws where there is no room for it; then the text before is still there. */
  setItem(name: string, text: string): void;
}

/** What a spend book in a browser is made of. */
export interface WebSpendBookOptions {
  readonly storage: TextStorage;
  /** Runs one piece of work at a time among all tabs: `(work) => navigator.locks.request(name, work)`. */
  readonly exclusive: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/**
 * The spend book under a name in a browser's storage, which all tabs of one origin share. It holds payments that were not answered yet, as that
 * origin alone can read them. A change that cannot be stored throws what the storage throws, and keeps nothing: then nothing is signed or sent.
 * @throws BuyerError book_unreadable, from every method
 */
export function openWebSpendBook(name: string, { storage, exclusive }: WebSpendBookOptions): SpendBook {
  const read = () => bookFromJson(storage.getItem(name), name);
  return spendBookOver({
    read: async () => read(),
    change: (change) =>
      exclusive(async () => {
        const before = read();
        const { state, answer } = change(before);
        if (state !== before) storage.setItem(name, bookToJson(state));
        return answer;
      }),
  });
}
