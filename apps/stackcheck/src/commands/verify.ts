import { resolve } from 'node:path';
import { parseKeySet, verifyAnswer, type KeySet } from '@stackcheck/signing';
import { isBundle } from '../data/bundle';
import type { DataFolder } from '../data/data-folder';
import { bytesOf } from '../folder/file-bytes';
import { CliError, EXIT, type ExitCode } from '../program/exit-code';
import { notRead } from '../terminal/system-faults';
import type { Streams } from '../terminal/streams';

/** Flags of `verify`. */
export interface VerifyFlags {
  /** That was asked; part of what a receipt proves. */
  readonly url?: string;
  readonly manifest?: readonly string[];
  /** Pinned ones unless given. */
  readonly keys?: string;
}

/** Says what a saved answer or download proves, and by which key. */
export function verify(
  file: string,
  { url = '', manifest = [], keys: keyFile }: VerifyFlags,
  folder: DataFolder,
  streams: Streams,
): ExitCode {
  const bytes = readBytes(file, streams);
  if (isBundle(bytes))
    throw new CliError(EXIT.usage, `${file} is a bundle: \`stackcheck data import\` verifies all of it`);
  const keys = keyFile === undefined ? folder.keys() : keysIn(keyFile, streams);
  if (keys === undefined) {
    throw new CliError(
      EXIT.data,
      'no key is trusted yet: give the published keys with --keys FILE (GET /.well-known/jwks.json)',
    );
  }
  const manifests = manifest.map((each) => jsonIn(each, streams));
  const answer = readAnswer(bytes);
  const { proven, claims } = verifyAnswer({ ...answer, url, manifests, keys });
  // A download that was saved without its headers proves itself: only what it is made of is asked about.
  const asked =
    answer.headers['signature'] === undefined ? claims.filter(({ subject }) => subject !== 'receipt') : claims;
  for (const { subject, snapshotId, proven: holds, keyId, fault } of asked) {
    const what = snapshotId === null ? subject : `${subject} ${snapshotId}`;
    streams.write(`${holds ? 'proven    ' : 'NOT PROVEN'}  ${what}${holds ? ` by key ${keyId}` : `: ${fault}`}\n`);
  }
  if (asked.length > 0 && asked.length < claims.length)
    streams.note(
      'no receipt was saved with it: that the service gave these very bytes is not proven (save the headers with curl -i)',
    );
  if (asked.length === 0)
    throw new CliError(EXIT.data, `${file} names no snapshot and has no receipt: there is nothing to verify`);
  return proven || asked.every((claim) => claim.proven) ? EXIT.ok : EXIT.data;
}

/** An answer as `curl -i` saves it, or its body alone. */
function readAnswer(bytes: Uint8Array): {
  readonly status?: number;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array;
} {
  let body = Buffer.from(bytes);
  let headers: Record<string, string> = {};
  let status: number | undefined;
  // An interim answer, such as 100, comes before the final one.
  while (body.subarray(0, 5).toString('latin1') === 'HTTP/') {
    const end = body.indexOf('\r\n\r\n');
    if (end < 0) break;
    const [line = '', ...fields] = body.subarray(0, end).toString('latin1').split('\r\n');
    status = Number(line.split(' ')[1]);
    headers = Object.fromEntries(
      fields.map((field) => [
        field.slice(0, field.indexOf(':')).toLowerCase(),
        field.slice(field.indexOf(':') + 1).trim(),
      ]),
    );
    body = body.subarray(end + 4);
  }
  return { ...(status !== undefined && { status }), headers, body };
}

function keysIn(file: string, streams: Streams): KeySet {
  try {
    return parseKeySet(Buffer.from(readBytes(file, streams)).toString('utf8'));
  } catch (cause) {
    if (cause instanceof CliError) throw cause;
    throw new CliError(EXIT.data, `${file} holds no published keys; take them from /.well-known/jwks.json`, { cause });
  }
}

function jsonIn(file: string, streams: Streams): unknown {
  try {
    return JSON.parse(Buffer.from(readBytes(file, streams)).toString('utf8')) as unknown;
  } catch (cause) {
    if (cause instanceof CliError) throw cause;
    throw new CliError(EXIT.data, `${file} is no JSON; take it from GET /v1/{dataset}/manifest`, { cause });
  }
}

function readBytes(file: string, { cwd, readInput }: Streams): Uint8Array {
  if (file === '-') return readInput();
  try {
    return bytesOf(resolve(cwd, file));
  } catch (cause) {
    throw new CliError(EXIT.unreadable, `${file} ${notRead(cause)}`, { cause });
  }
}
