import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FixedClock } from '@stackcheck/contract/testing';
import { BitcoinRate } from './bitcoin-rate';

const folder = mkdtempSync(join(tmpdir(), 'bitcoin-rate-'));
const file = join(folder, 'price');
afterAll(() => rmSync(folder, { recursive: true }));

test('a stated price is as old as the process', () => {
  const clock = new FixedClock();
  const rate = new BitcoinRate({ centsPerBitcoin: 10_000_000n, file: null }, clock);
  const startedMs = clock.now();
  clock.advance(3_600_000);

  expect(rate.quote()).toEqual({ centsPerBitcoin: 10_000_000n, asOfMs: startedMs });
});

test('a price in a file is as old as its last change, and read again each time', () => {
  const rate = new BitcoinRate({ centsPerBitcoin: null, file }, new FixedClock());
  expect(rate.quote()).toBeUndefined();

  writeFileSync(file, '98765.43\n');
  utimesSync(file, 1_790_000_000, 1_790_000_000);
  expect(rate.quote()).toEqual({ centsPerBitcoin: 9_876_543n, asOfMs: 1_790_000_000_000 });

  writeFileSync(file, '100000');
  expect(rate.quote()).toMatchObject({ centsPerBitcoin: 10_000_000n });
});

test.each(['', 'much', '0', '-5', '1e5', '1,000', '100000.123', '9'.repeat(100)])('%j is no price', (content) => {
  writeFileSync(file, content);

  expect(new BitcoinRate({ centsPerBitcoin: null, file }, new FixedClock()).quote()).toBeUndefined();
});
