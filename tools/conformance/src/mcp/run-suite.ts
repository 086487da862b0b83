import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Check } from './judge-checks';
import type { Peers } from './peers';

/** Revisions whose requirements the suite has frozen. */
export const REVISIONS = ['2025-11-25', '2026-07-28'] as const;
export type Revision = (typeof REVISIONS)[number];

interface WrittenCheck extends Omit<Check, 'scenario' | 'message'> {
  readonly errorMessage?: string;
}

const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

/** Everything that the suite checks of a revision, against the server at this address. */
export async function runSuite(
  { node, suite }: Pick<Peers, 'node' | 'suite'>,
  url: string,
  revision: Revision,
): Promise<readonly Check[]> {
  const folder = mkdtempSync(join(tmpdir(), 'stackcheck-mcp-suite-'));
  try {
    const args = [suite, 'server', '--url', url, '--requirements', revision, '--output-dir', folder];
    // It ends with 1 as soon as one check fails; what it wrote is what counts.
    const said = await new Promise<string>((resolve) => {
      execFile(node, args, { maxBuffer: OUTPUT_BYTES_MAX }, (_error, stdout, stderr) => resolve(stdout + stderr));
    });
    const checks = readdirSync(folder).flatMap((name) => checksIn(folder, name));
    if (checks.length === 0) throw new Error(`the suite checked nothing:\n${said}`);
    return checks;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Of `server-<scenario>-<time>`. */
function checksIn(folder: string, name: string): readonly Check[] {
  const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(name)?.[1] ?? name;
  const written = JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')) as readonly WrittenCheck[];
  return written.map(({ id, status, errorMessage = '' }) => ({ scenario, id, status, message: errorMessage }));
}
