import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * What a test must undo, undone in reverse order even when one step fails: processes, servers, folders. The first failure is
 * thrown after all were tried.
 */
export class Scratch {
  private readonly undo: (() => unknown)[] = [];
  private readonly folders = new Set<string>();
  private readonly removeFolders = (): void => {
    for (const folder of this.folders) rmSync(folder, { recursive: true, force: true });
  };

  /** Has `close` called at the end; returns the thing, for use in one line. */
  keep<T extends { close(): unknown }>(thing: T): T {
    this.undo.push(() => thing.close());
    return thing;
  }

  /** A fresh folder that is gone at the end, also when the process exits before: by `process.exit`, in a listener of a signal. */
  folder(): string {
    const path = mkdtempSync(join(tmpdir(), 'stackcheck-e2e-'));
    if (this.folders.size === 0) process.once('exit', this.removeFolders);
    this.folders.add(path);
    this.undo.push(() => rmSync(path, { recursive: true, force: true }));
    return path;
  }

  /** Undoes everything. */
  async clear(): Promise<void> {
    const faults: unknown[] = [];
    for (const step of this.undo.splice(0).reverse()) {
      try {
        await step();
      } catch (fault) {
        faults.push(fault);
      }
    }
    this.removeFolders();
    this.folders.clear();
    process.removeListener('exit', this.removeFolders);
    if (faults.length > 0) throw faults[0];
  }
}
