export { type BookReader, type KeptAttempt, openBookReader, type WalletBook } from './read-book';
export { type BookOwner, openTransactionBook, type OpenTransactionBook } from './transaction-book';
