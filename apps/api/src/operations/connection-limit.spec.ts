import { connectionLimit } from './connection-limit';

const limits = (soft: string): string =>
  `Limit                     Soft Limit           Hard Limit           Units\nMax open files            ${soft.padEnd(20)} 524288               files\n`;

test.each([
  ['1024', 768],
  ['20000', 10_000],
  ['unlimited', 10_000],
  ['100', 1],
])('of %s files, %d are connections', (soft, connections) => {
  expect(connectionLimit(10_000, () => limits(soft))).toBe(connections);
});

test('a system that does not tell leaves what is wanted', () => expect(connectionLimit(10_000, () => '')).toBe(10_000));
