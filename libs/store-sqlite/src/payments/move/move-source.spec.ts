import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProcessLock } from '../process-lock';
import { openPaymentLedger } from '../payment-ledger';
import { openMoveSource } from './move-source';

let folder: string;
let path: string;
let nowMs: number;
beforeEach(() => {
  jest.useFakeTimers();
  folder = mkdtempSync(join(tmpdir(), 'stackcheck-source-'));
  path = join(folder, 'payments.db');
  openPaymentLedger(path, { bootId: 'boot-1' }).close();
  nowMs = 1_000_000;
});
afterEach(() => {
  jest.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

/** Of a process that is on another machine as far as the lock of this one can tell. */
const elsewhere = (): ProcessLock => ({ take: () => true, release: () => undefined });
const open = () => openMoveSource(path, () => nowMs, elsewhere());
const pass = async (ms: number): Promise<void> => {
  for (let left = ms; left > 0; left -= 1_000) {
    nowMs += 1_000;
    await jest.advanceTimersByTimeAsync(1_000);
  }
};

it('a move that takes longer than a lease keeps others out until it ends', async () => {
  const mover = await open();
  const other = await open();
  expect(await mover.hold()).toEqual({ kind: 'held' });

  await pass(300_000);
  expect(await other.hold()).toMatchObject({
    kind: 'refused',
    why: expect.stringContaining('another move of it runs'),
  });

  await mover.close();
  expect(await other.hold()).toEqual({ kind: 'held' });
  await other.close();
});

it('a move that was interrupted keeps others out no longer than its lease', async () => {
  const mover = await open();
  await mover.hold();
  jest.clearAllTimers();

  const other = await open();
  await pass(29_000);
  expect(await other.look()).toMatchObject({ kind: 'refused' });
  await pass(2_000);
  expect(await other.hold()).toEqual({ kind: 'held' });
  await other.close();
  await mover.close();
});
