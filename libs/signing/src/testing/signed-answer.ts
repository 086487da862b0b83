import type { AnswerToVerify } from '../answer/prove-answer';
import { STATEMENT_TYPE } from '../answer/manifest-claim';
import { canonicalBytes } from '../canonical-json';
import { sha256Hex } from '../digest';
import { signPayload } from '../dsse';
import { generateKeyPem, signerFromPem } from '../ed25519';

/** The API's key, of receipts. */
export const api = signerFromPem(generateKeyPem());
/** The worker's key, of snapshots. */
export const ingest = signerFromPem(generateKeyPem());
/** Both, as published. */
export const keys = { keys: [ingest.publicJwk, api.publicJwk] };
/** What was asked. */
export const URL = 'https://stackcheck.example/v1/eol/nodejs';

/** A small snapshot. */
export const SNAPSHOT = {
  dataset: 'eol',
  meta: { upstream_schema_version: '1' },
  products: [{ product: 'nodejs', cycles: [] }],
};
/** Its manifest. */
export const manifest = makeManifest('eol', SNAPSHOT);

/** A manifest signed from the description of docs/signing.md, with nothing of the code under test but the primitives. */
export function makeManifest(dataset: string, snapshot: object, extra: object = {}) {
  const facts = {
    dataset,
    version: 1,
    licence: 'MIT',
    attribution: 'them',
    upstream_etag: null,
    record_count: 1,
    sha256: sha256Hex(canonicalBytes(snapshot)),
    prev_snapshot_id: null,
    key_id: ingest.keyId,
    starter: false,
    snapshot_id: `${dataset}-20261120T062205Z-01234567`,
    ...extra,
  };
  const [as_of, source] = ['2026-11-20T06:22:05Z', `https://${dataset}.example`];
  const sign = (scope: string) =>
    signPayload(ingest, STATEMENT_TYPE, canonicalBytes({ type: 'snapshot', ...facts, as_of, source, scope }));
  const scope = `dataset+image-map:${'ab'.repeat(32)}`;
  return {
    ...facts,
    fetched_at: as_of,
    source_url: source,
    signature: sign('dataset'),
    scopes: [{ name: 'image', scope, signature: sign(scope) }],
  };
}

/** The metadata of an answer from the snapshot of a manifest. */
export function metaOf(of: ReturnType<typeof makeManifest>) {
  const { dataset, snapshot_id, fetched_at, source_url, licence, attribution, sha256, key_id, signature, starter } = of;
  const facts = { dataset, snapshot_id, as_of: fetched_at, source: source_url, licence, attribution, sha256, key_id };
  return { ...facts, signature, starter, stale: false, notice: 'As is.' };
}

/** An answer with its receipt. @param payment empty: it was free */
export const answerOf = (
  value: object,
  manifests: readonly object[] = [{ data: { manifest } }],
  payment = 'eyJ9',
): AnswerToVerify => receipted(Buffer.from(JSON.stringify(value)), manifests, payment);

/** A body with its receipt. @param field of its digest */
export function receipted(
  body: Uint8Array,
  manifests: readonly object[],
  payment: string,
  field: 'content-digest' | 'unencoded-digest' = 'content-digest',
): AnswerToVerify {
  const digest = `sha-256=:${Buffer.from(sha256Hex(body), 'hex').toString('base64')}:`;
  const covered = `("@status" "${field}" "@target-uri";req${payment === '' ? '' : ' "payment-response"'})`;
  const parameters = `${covered};created=1763640000;keyid="${api.keyId}";alg="ed25519"`;
  const paid = payment === '' ? '' : `"payment-response": ${payment}\n`;
  const base = `"@status": 200\n"${field}": ${digest}\n"@target-uri";req: ${URL}\n${paid}"@signature-params": ${parameters}`;
  return {
    body,
    url: URL,
    headers: {
      [field]: digest,
      'signature-input': `receipt=${parameters}`,
      signature: `receipt=:${Buffer.from(api.sign(Buffer.from(base))).toString('base64')}:`,
      ...(payment === '' ? {} : { 'payment-response': payment }),
    },
    manifests,
    keys,
  };
}
