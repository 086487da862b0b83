import { access } from 'node:fs/promises';
import { argv, stdout } from 'node:process';
import { systemClock } from '@stackcheck/contract';
import { openSpendBook } from '../node/spend-book-file';
import { withLock } from '../node/lock-file';
import { testReservation } from './test-reservation';

/**
 * A process of a test. `spend FILE CAP NAME` is ready, waits for FILE.go, reserves 1,000 again and again until the cap is reached, and prints a line each; `hold FILE` takes the lock of
 * a book, says so, and keeps it.
 */
async function main([what, file = '', cap = '0', name = '']: readonly string[]): Promise<void> {
  if (what === 'hold') {
    await withLock(`${file}.lock`, 1_000, async () => {
      stdout.write('held\n');
      await new Promise((resolve) => setTimeout(resolve, 60_000));
    });
    return;
  }
  const book = openSpendBook(file);
  stdout.write('ready\n');
  while (
    !(await access(`${file}.go`).then(
      () => true,
      () => false,
    ))
  )
    await new Promise((resolve) => setTimeout(resolve, 5));
  for (let at = 0; ; at++) {
    const made = await book.reserve(testReservation(`${name}${at}`, { day: BigInt(cap) }), systemClock.now());
    if (made.kind !== 'reserved') return;
    stdout.write(`${made.entry.id}\n`);
  }
}

void main(argv.slice(2));
