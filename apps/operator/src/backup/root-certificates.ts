import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates as ofNode } from 'node:tls';
import { SettingsError } from '../settings';

/** Files that were made, by what `NODE_EXTRA_CA_CERTS` was. */
const files = new Map<string, string>();

/**
 * A file with the certificates that this process believes: Node's and those of `NODE_EXTRA_CA_CERTS`. libpq looks for none of them by itself
 * before PostgreSQL 16. It is in a folder of its own, which goes with the process.
 * @throws SettingsError when `NODE_EXTRA_CA_CERTS` cannot be read
 */
export function rootCertificates(env: Readonly<Record<string, string | undefined>>): string {
  const more = env['NODE_EXTRA_CA_CERTS'] ?? '';
  const known = files.get(more);
  if (known !== undefined) return known;
  const file = written([...ofNode, ...extra(more)]);
  files.set(more, file);
  return file;
}

function written(certificates: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'stackcheck-roots-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'roots.pem');
  writeFileSync(path, `${certificates.join('\n')}\n`, { mode: 0o600 });
  return path;
}

function extra(path: string): readonly string[] {
  if (path === '') return [];
  try {
    return [readFileSync(path, 'utf8')];
  } catch (error) {
    throw new SettingsError(`NODE_EXTRA_CA_CERTS cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
}
