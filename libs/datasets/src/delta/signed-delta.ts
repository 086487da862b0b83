import { canonicalBytes, canonicalJson, sha256Hex, type Signer } from '@stackcheck/signing';
import { signPayload, verifyPayload } from '@stackcheck/signing/envelope';
import type { DatasetId } from '../snapshot/snapshot';
import type { StoredDelta } from '../snapshot/stored-delta';
import { STATEMENT_TYPE } from '../snapshot/statement';
import type { VerifierMap } from '../sealing/verify-manifest';
import type { Delta } from './delta';

/** What a delta's signature is over, in canonical JSON: which two snapshots, and the digest of what lies between them. */
export interface DeltaStatement {
  readonly type: 'delta';
  readonly version: 1;
  readonly dataset: string;
  readonly from: string;
  readonly to: string;
  readonly sha256: string;
  readonly key_id: string;
}

/** The statement's canonical bytes: the DSSE payload, of the same type as that of snapshots. */
export function deltaStatementBytes(statement: DeltaStatement): Uint8Array {
  return canonicalBytes(statement);
}

/** Gives a delta its one byte form, its digest and its signature. @param recordText as for `deltaBytes` */
export function sealDelta(dataset: DatasetId, delta: Delta, signer: Signer, recordText = canonicalJson): StoredDelta {
  const { from, to } = delta;
  const body = deltaBytes(delta, recordText);
  const sha256 = sha256Hex(body);
  const key_id = signer.keyId;
  const statement = deltaStatementBytes({ type: 'delta', version: 1, dataset, from, to, sha256, key_id });
  const signature = signPayload(signer, STATEMENT_TYPE, statement);
  return { dataset, from, to, body, proof: { sha256, key_id, signature } };
}

/**
 * The canonical bytes (RFC 8785) of a delta.
 * @param recordText canonical JSON of a record; deltas to one snapshot share its records, so each need be written only once
 */
export function deltaBytes(delta: Delta, recordText: (record: unknown) => string): Uint8Array {
  const { added, changed, from, list, removed, rest, to } = delta;
  const members = [
    `"added":[${added.map(recordText).join()}]`,
    `"changed":[${changed.map(recordText).join()}]`,
    `"from":${canonicalJson(from)}`,
    `"list":${canonicalJson(list)}`,
    `"removed":${canonicalJson(removed)}`,
    `"rest":${canonicalJson(rest)}`,
    `"to":${canonicalJson(to)}`,
  ];
  return new TextEncoder().encode(`{${members.join()}}`);
}

/** What does not hold about a stored delta, as if a stranger had handed it over; undefined when all holds. */
export function deltaFault(stored: StoredDelta, verifiers: VerifierMap): string | undefined {
  const { dataset, from, to, body, proof } = stored;
  const verifier = verifiers.get(proof.key_id);
  if (verifier === undefined) return `its key "${proof.key_id}" is not among the known keys`;
  if (sha256Hex(body) !== proof.sha256) return 'its content has another SHA-256';
  const { sha256, key_id } = proof;
  const statement = deltaStatementBytes({ type: 'delta', version: 1, dataset, from, to, sha256, key_id });
  return verifyPayload(verifier, STATEMENT_TYPE, statement, proof.signature)
    ? undefined
    : 'its signature does not verify';
}
