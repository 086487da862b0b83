export { keyFromFile } from './key-file';
export { openSpendBook, type SpendBookOptions } from './spend-book-file';
export { system } from './system';
