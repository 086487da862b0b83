import { existsSync, renameSync } from 'node:fs';
import { generateKeyPem, signerFromPem, type Signer } from '@stackcheck/signing';
import { KeyError, withKey, withRevoked, withSuccessor, type RevokedKey } from '@stackcheck/signing/keys';
import { nextFile, putFile, readKeySet, signerInUse, successorOf, writeKeySet, type KeyFiles } from './key-files';

/** When a successor begins to sign and its predecessor's signatures end; epoch milliseconds. */
export interface Overlap {
  readonly nowMs: number;
  readonly overlapMs: number;
}

/** What came of a rotation. `from` and `to` are key ids, the times RFC 3339. */
export type Rotated =
  | { readonly kind: 'rotated'; readonly from: string; readonly to: string; readonly at: string; readonly ends: string }
  | { readonly kind: 'under_way'; readonly from: string; readonly to: string; readonly at: string };

/** Processes look at their key's file within seconds, and a refresh that has begun ends with the key that it began with. */
const SLACK_SECONDS = 3_600;

/**
 * Makes a successor of a key, which is published at once, introduced by the old one, and signs after the overlap; the old key is listed with
 * its end. Durable step by step: broken off anywhere, the old key signs on and the next rotation finishes the work.
 * @throws KeyError where the key cannot be used or written
 */
export function rotateKey(files: KeyFiles, { nowMs, overlapMs }: Overlap): Rotated {
  const old = signerInUse(files, nowMs);
  const set = withKey(readKeySet(files.setFile), old.publicJwk);
  const pending = successorOf(files);
  const published = set.keys.find(({ kid }) => kid === pending?.keyId);
  if (pending !== undefined && published !== undefined)
    return { kind: 'under_way', from: old.keyId, to: pending.keyId, at: instant(published.nbf ?? 0) };
  const next = pending ?? makeNext(files);
  const nbf = Math.floor((nowMs + overlapMs) / 1000);
  const handover = { nbf, exp: nbf + SLACK_SECONDS };
  writeKeySet(files.setFile, withSuccessor(set, old, next.publicJwk, handover));
  return { kind: 'rotated', from: old.keyId, to: next.keyId, at: instant(nbf), ends: instant(handover.exp) };
}

/** What came of a revocation. `to` is the key that signs from now on; null where the revoked one signed no more. */
export interface Revoked {
  readonly revoked: readonly string[];
  readonly to: string | null;
}

/**
 * Revokes a key, with a coming successor that lay next to it: it leaves the published set, which names it as revoked. Where it signs now, a new
 * key takes its place at once; no key introduces that one, since a stolen key's word is worth nothing.
 * @param keyId the one that signs where it is absent
 * @throws KeyError where there is no such key
 */
export function revokeKey(
  files: KeyFiles,
  { keyId, reason, nowMs }: { readonly keyId?: string | undefined; readonly reason: string; readonly nowMs: number },
): Revoked {
  const current = existsSync(files.privateFile) ? signerInUse(files, nowMs).keyId : undefined;
  const wanted = keyId ?? current;
  const set = readKeySet(files.setFile);
  const coming = set.keys.find(({ kid }) => kid === successorOf(files)?.keyId)?.kid;
  if (wanted === undefined || (wanted !== current && !set.keys.some(({ kid }) => kid === wanted)))
    throw new KeyError(`there is no key "${wanted ?? ''}" among the published ones`);
  const entry = (kid: string): RevokedKey => ({ kid, revoked_at: Math.floor(nowMs / 1000), reason });
  if (wanted !== current && wanted !== coming) {
    writeKeySet(files.setFile, withRevoked(set, [entry(wanted)]));
    return { revoked: [wanted], to: null };
  }
  const gone = [current, coming].filter((kid) => kid !== undefined);
  const next = makeNext(files);
  writeKeySet(files.setFile, withKey(withRevoked(set, gone.map(entry)), next.publicJwk));
  renameSync(nextFile(files.privateFile), files.privateFile);
  return { revoked: gone, to: next.keyId };
}

function makeNext({ privateFile }: KeyFiles): Signer {
  const pem = generateKeyPem();
  putFile(nextFile(privateFile), pem, 0o600);
  return signerFromPem(pem);
}

function instant(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
