import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ChildMessage, ChildState } from '../measure/child-server';

const RESOLUTION_MS = 1;

/** Runs a server as a child of the benchmark: tells its URL to the parent, its state when asked, and ends with it. */
export function serve(start: () => Promise<string>): void {
  const tell = (message: ChildMessage) => process.send?.(message);
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  // Watching costs a timer every millisecond, so it begins when somebody asks.
  process.on('message', () => {
    const state: ChildState = { stallMs: Math.max(0, delay.max / 1e6 - RESOLUTION_MS) };
    tell({ state });
    delay.reset();
    delay.enable();
  });
  process.once('disconnect', () => process.exit(0));
  start().then(
    (url) => tell({ url }),
    (fault: unknown) => tell({ fault: fault instanceof Error ? fault.message : String(fault) }),
  );
}
