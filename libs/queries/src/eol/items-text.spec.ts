import type { ServiceError } from '@stackcheck/contract';
import { itemsOfText } from './items-text';

function refusalOf(text: string): string {
  try {
    itemsOfText(text);
    return 'taken';
  } catch (error) {
    const { code, message } = error as ServiceError;
    return `${code}: ${message}`;
  }
}

const pairs = (count: number): string => Array.from({ length: count }, () => 'go@1').join(',');

it('a text holds pairs of products and versions, fifty at most', () => {
  expect(itemsOfText('nodejs@24,go@1.25')).toEqual([
    { product: 'nodejs', version: '24' },
    { product: 'go', version: '1.25' },
  ]);
  expect(itemsOfText(pairs(50))).toHaveLength(50);
  expect(refusalOf(pairs(51))).toBe('too_many_items: items holds 51 pairs; at most 50 are allowed');
});

it('a side of a pair has two hundred characters at most', () => {
  const [most, over] = ['x'.repeat(200), 'x'.repeat(201)];
  const fault = (place: string): string => `bad_request: ${place} must be 1 to 200 characters long`;

  expect(refusalOf(`${most}@${most}`)).toBe('taken');
  expect(refusalOf(`go@1,${over}@1`)).toBe(fault('items[1].product'));
  expect(refusalOf(`go@${over}`)).toBe(fault('items[0].version'));
});

it('a text without a version is a bad request', () => {
  expect(refusalOf('nodejs')).toMatch(/^bad_request: ./);
});
