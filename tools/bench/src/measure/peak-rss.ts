import { readFileSync } from 'node:fs';

/**
 * Peak resident memory of this process in kibibytes. Linux counts what the starting process had into `getrusage`, so its own
 * measure is preferred where there is one.
 */
export function peakRssKib(): number {
  try {
    const [, own] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    if (own !== undefined) return Number(own);
  } catch {
    // Not Linux.
  }
  return process.resourceUsage().maxRSS;
}
