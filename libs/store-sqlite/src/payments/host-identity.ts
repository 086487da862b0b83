import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * Names the host in the sense that matters to SQLite: processes that share its file locks, which is one running kernel. Where
 * the kernel does not say its boot, the host's name stands in. Hashed, since it is stored and logged.
 */
export function hostIdentity(): string {
  return createHash('sha256')
    .update(bootOfKernel() ?? hostname())
    .digest('hex')
    .slice(0, 16);
}

function bootOfKernel(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}
