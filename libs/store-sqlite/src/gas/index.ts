export { type BookReader, type KeptAttempt, openBookReader, type WalletBook } from './read-book';
export { type BookOwner, openTransactionBook, type OpenTransactionBook } from './transaction-book';
export { bookLock } from '../payments/process-lock';
