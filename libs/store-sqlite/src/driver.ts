import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Why the SQLite driver must not be loaded into this process, or undefined when nothing is known against it.
 *
 * better-sqlite3 12 compiled against the headers of Node 24.19 or a later 24 aborts the process when a statement is
 * collected (nodejs/node#65446). Its published binaries were built with older headers and are not affected, so only a
 * driver that was compiled on the spot is refused.
 * @param nodeVersion running version, e.g. `24.21.0`
 * @param headersVersion headers the driver was compiled against; null when it is a published binary
 */
export function driverFault(nodeVersion: string, headersVersion: string | null): string | undefined {
  if (headersVersion === null || !isAffected(nodeVersion) || !isAffected(headersVersion)) return undefined;
  return (
    `The SQLite driver was compiled against Node ${headersVersion}, a combination that aborts while running ` +
    '(nodejs/node#65446). Use Node 20, 22, 26 or 24 up to 24.18, or install where the published binary can be fetched.'
  );
}

/**
 * Version of the Node headers the installed driver was compiled against; null when it is a published binary, which
 * comes without build files. Where the build files name no version, the running one was used.
 */
export function driverHeadersVersion(nodeVersion: string): string | null {
  // It is asked at every opening of a file, and a process has one driver.
  if (known?.nodeVersion !== nodeVersion) known = { nodeVersion, headers: readHeadersVersion(nodeVersion) };
  return known.headers;
}

let known: { readonly nodeVersion: string; readonly headers: string | null } | undefined;

function readHeadersVersion(nodeVersion: string): string | null {
  const buildFile = join(dirname(require.resolve('better-sqlite3/package.json')), 'build', 'config.gypi');
  if (!existsSync(buildFile)) return null;
  const named = /"nodedir":\s*"[^"]*?(\d+\.\d+\.\d+)[^"/\\]*"/.exec(readFileSync(buildFile, 'utf8'));
  return named?.[1] ?? nodeVersion;
}

function isAffected(version: string): boolean {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return major === 24 && minor >= 19;
}
