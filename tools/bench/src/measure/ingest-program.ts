import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Usage } from '../children/report-usage';
import { endsWithUs } from './own-children';
import { withScratchFolder } from './scratch-folder';

/** The repository's root, from the compiled file as from the source. */
export const ROOT = join(__dirname, '..', '..', '..', '..');

/**
 * Runs the built ingest worker to its end and says what it used.
 * @throws Error with its last output when it fails
 */
export async function runIngest(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Usage> {
  const program = join(ROOT, 'apps', 'ingest', 'dist', 'bundle', 'main.js');
  const preload = join(__dirname, '..', 'children', 'report-usage.js');
  return withScratchFolder('usage', async (folder) => {
    const usageFile = join(folder, 'usage.json');
    await new Promise<void>((resolve, reject) => {
      const options = { env: { PATH: process.env['PATH'], USAGE_FILE: usageFile, ...env }, timeout: 300_000 };
      endsWithUs(
        execFile(process.execPath, ['--require', preload, program, ...args], options, (fault, stdout, stderr) =>
          fault ? reject(new Error(`ingest ${args.join(' ')} failed:\n${(stdout + stderr).slice(-2000)}`)) : resolve(),
        ),
      );
    });
    return JSON.parse(readFileSync(usageFile, 'utf8')) as Usage;
  });
}

/** Runs `work` with an empty data folder, which is gone afterwards whatever happens. */
export function withDataDir<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  return withScratchFolder('bench', work);
}
