export { type BookOwner, openTransactionBook, type OpenTransactionBook } from './transaction-book';
