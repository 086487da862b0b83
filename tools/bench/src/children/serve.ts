import type { ChildMessage } from '../measure/child-server';

/** Runs a server as a child of the benchmark: tells its URL to the parent and ends with it. */
export function serve(start: () => Promise<string>): void {
  const tell = (message: ChildMessage) => process.send?.(message);
  process.once('disconnect', () => process.exit(0));
  start().then(
    (url) => tell({ url }),
    (fault: unknown) => tell({ fault: fault instanceof Error ? fault.message : String(fault) }),
  );
}
