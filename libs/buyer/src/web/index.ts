export { openWebSpendBook, type TextStorage, type WebSpendBookOptions } from './web-spend-book';
export type { BookEntry, KeptRequest } from '../spending/book-state';
