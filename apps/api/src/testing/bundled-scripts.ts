import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The scripts of the pages, bundled from the sources as they are now. */
export interface BundledScripts {
  readonly folder: string;
  remove(): void;
}

const BUNDLER = join(__dirname, '..', '..', '..', '..', 'tools', 'launch', 'bundle-site.js');

/** Bundles them into a folder of its own; half a second. */
export function bundledScripts(): BundledScripts {
  const folder = mkdtempSync(join(tmpdir(), 'stackcheck-scripts-'));
  execFileSync(process.execPath, [BUNDLER, folder]);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
