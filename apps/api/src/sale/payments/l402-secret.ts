import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Clock } from '@stackcheck/contract';
import { putFile } from '@stackcheck/store-sqlite/keys';
import { readAgain } from './read-again';

type Secrets = readonly [Uint8Array, ...Uint8Array[]];

/** Of 32 bytes that seal tokens of the L402 rail no more, but know theirs again. */
interface RetiredSecret {
  /** Hex. */
  readonly secret: string;
  /** RFC 3339. */
  readonly until: string;
}

/**
 * The secrets of the L402 rail: what is configured, else hex in `keys/l402-secret`, made at first start, with those before it whose tokens are
 * still known (`keys/l402-retired.json`). Files are looked at again while the service runs.
 * @throws Error when a file is readable by others or holds anything else
 */
export function l402Secrets(given: Uint8Array | null, dataDir: string, clock: Clock): () => Secrets {
  if (given !== null) return () => [given];
  const { secretFile } = filesOf(dataDir);
  if (!existsSync(secretFile)) {
    mkdirSync(dirname(secretFile), { recursive: true, mode: 0o700 });
    writeFileSync(secretFile, newSecret(), { mode: 0o600, flag: 'wx' });
  }
  return readAgain(() => readSecrets(dataDir, clock.now()), clock);
}

/** Tokens are paid within a day, and what one paid for is given again for as long as this. */
const KNOWN_FOR_MS = 30 * 86_400_000;

/**
 * Puts a new secret in the place of the one that seals, which knows its tokens for another thirty days.
 * @returns until when, RFC 3339
 * @throws Error as `l402Secrets` does
 */
export function rotateL402Secret(dataDir: string, nowMs: number): string {
  const { secretFile, retiredFile } = filesOf(dataDir);
  const until = new Date(nowMs + KNOWN_FOR_MS).toISOString();
  const kept = retiredIn(retiredFile).filter((each) => Date.parse(each.until) > nowMs);
  const retired = [{ secret: textIn(secretFile), until }, ...kept];
  // First: between the two steps the old one is both, which harms nothing.
  putFile(retiredFile, `${JSON.stringify({ retired }, null, 2)}\n`, 0o600);
  putFile(secretFile, newSecret(), 0o600);
  return until;
}

/** Puts a new secret in place and forgets all others: no token of before is known any more. @returns how many were forgotten */
export function revokeL402Secrets(dataDir: string): number {
  const { secretFile, retiredFile } = filesOf(dataDir);
  const forgotten = (existsSync(secretFile) ? 1 : 0) + (existsSync(retiredFile) ? 1 : 0);
  putFile(secretFile, newSecret(), 0o600);
  rmSync(retiredFile, { force: true });
  return forgotten;
}

function readSecrets(dataDir: string, nowMs: number): Secrets {
  const { secretFile, retiredFile } = filesOf(dataDir);
  const earlier = retiredIn(retiredFile).filter(({ until }) => Date.parse(until) > nowMs);
  return [Buffer.from(textIn(secretFile), 'hex'), ...earlier.map(({ secret }) => Buffer.from(secret, 'hex'))];
}

function retiredIn(file: string): readonly RetiredSecret[] {
  if (!existsSync(file)) return [];
  refuseOpen(file);
  try {
    const { retired } = JSON.parse(readFileSync(file, 'utf8')) as { readonly retired: readonly RetiredSecret[] };
    if (retired.every(({ secret, until }) => SECRET.test(secret) && !Number.isNaN(Date.parse(until)))) return retired;
  } catch {
    // Its message would quote the file.
  }
  throw new Error('keys/l402-retired.json does not hold secrets; restore it, or remove it and refuse their tokens');
}

const SECRET = /^[0-9a-f]{64}$/;

function textIn(file: string): string {
  refuseOpen(file);
  const text = readFileSync(file, 'latin1').trim();
  if (!SECRET.test(text)) throw new Error('keys/l402-secret does not hold 64 hex digits');
  return text;
}

function refuseOpen(file: string): void {
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    throw new Error(`${file} is readable by others; set its mode to 0600 or replace it`);
}

function newSecret(): string {
  return `${randomBytes(32).toString('hex')}\n`;
}

function filesOf(dataDir: string): { readonly secretFile: string; readonly retiredFile: string } {
  const keys = join(dataDir, 'keys');
  return { secretFile: join(keys, 'l402-secret'), retiredFile: join(keys, 'l402-retired.json') };
}
