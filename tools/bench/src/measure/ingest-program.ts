import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Usage } from '../children/report-usage';

/** The repository's root, from the compiled file as from the source. */
export const ROOT = join(__dirname, '..', '..', '..', '..');

/**
 * Runs the built ingest worker to its end and says what it used.
 * @throws Error with its last output when it fails
 */
export async function runIngest(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Usage> {
  const usageFile = join(mkdtempSync(join(tmpdir(), 'stackcheck-usage-')), 'usage.json');
  const program = join(ROOT, 'apps', 'ingest', 'dist', 'main.js');
  const preload = join(__dirname, '..', 'children', 'report-usage.js');
  try {
    await new Promise<void>((resolve, reject) => {
      const options = { env: { PATH: process.env['PATH'], USAGE_FILE: usageFile, ...env }, timeout: 300_000 };
      execFile(process.execPath, ['--require', preload, program, ...args], options, (fault, stdout, stderr) =>
        fault ? reject(new Error(`ingest ${args.join(' ')} failed:\n${(stdout + stderr).slice(-2000)}`)) : resolve(),
      );
    });
    return JSON.parse(readFileSync(usageFile, 'utf8')) as Usage;
  } finally {
    rmSync(join(usageFile, '..'), { recursive: true, force: true });
  }
}

/** Runs `work` with an empty data folder, which is gone afterwards whatever happens. */
export async function withDataDir<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stackcheck-bench-'));
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  // Ctrl-C ends the process without coming back here.
  process.once('exit', remove);
  try {
    return await work(dataDir);
  } finally {
    process.removeListener('exit', remove);
    remove();
  }
}
