import { readFileSync } from 'node:fs';

/** Kept for databases, the facilitator's connections and the rest of the process. */
const RESERVED_FILES = 256;

/**
 * How many connections fit into the files this process may open, at most `wanted`. Past that limit `accept` fails and nothing
 * is answered any more, so connections are dropped before.
 */
export function connectionLimit(wanted: number, readLimits: () => string = limitsOfProcess): number {
  const soft = /^Max open files\s+(\d+)/m.exec(readLimits())?.[1];
  return soft === undefined ? wanted : Math.max(1, Math.min(wanted, Number(soft) - RESERVED_FILES));
}

function limitsOfProcess(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    // Other systems do not tell this way.
    return '';
  }
}
