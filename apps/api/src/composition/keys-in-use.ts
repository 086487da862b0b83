import { join } from 'node:path';
import { keysLock } from '@stackcheck/store-sqlite/keys';
import { DatabaseOpenError, type ProcessLock } from '@stackcheck/store-sqlite/payments';
import type { ApiConfig } from '../config/config';

/**
 * Says that an API sells with the keys of its data folder, so that no restore replaces them meanwhile. Undefined where payments are off, and
 * where `payments.db` says it: that one is locked for the process that sells.
 * @throws DatabaseOpenError while a restore replaces them, and where the lock's file cannot be used
 */
export function useKeys({ dataDir, ledger, payments }: ApiConfig): ProcessLock | undefined {
  if (payments.mode === 'off' || ledger.kind === 'sqlite') return undefined;
  const keys = join(dataDir, 'keys');
  const lock = keysLock(keys, 'shared');
  if (!lock.take())
    throw new DatabaseOpenError(`a restore is putting another "${keys}" in place: start again after it`);
  return lock;
}
