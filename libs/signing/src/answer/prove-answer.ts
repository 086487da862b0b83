import type { KeySet } from '../key-set';
import type { Claim } from './claim';
import { deltaClaims, snapshotClaims } from './download-claims';
import { knownKeys } from './known-keys';
import { readManifest } from './manifest-claim';
import { membersOf, type Members } from './members';
import { metaClaims, type CheckedManifest } from './meta-claims';
import type { Proof } from './proof';
import { receiptClaim, type ReceivedAnswer } from './receipt-claim';

/** An answer with all that it can be checked against. */
export interface AnswerToVerify extends ReceivedAnswer {
  /**
   * Manifests of the snapshots that the answer is from, each by itself or as `GET /v1/{dataset}/manifest` gives it. None is
   * needed for a download, which brings its own.
   */
  readonly manifests: readonly unknown[];
  /** The published keys, of the datasets and of receipts. */
  readonly keys: KeySet;
}

/** What is proven of an answer. */
export interface VerifiedAnswer {
  /** Whether every claim is: the receipt, and the identity of each snapshot. */
  readonly proven: boolean;
  /** The receipt first, then the snapshots in the order of the answer. */
  readonly claims: readonly Claim[];
}

/**
 * What an answer proves of itself, and by which key. The receipt proves that the API gave these very bytes; the manifest's
 * signature, by another key, which data they were computed from; of a download, that it is that data. None of them proves
 * that the rows were computed rightly: for that, recompute them from the snapshot. Keys are usable: the caller has read them.
 */
export function* proveAnswer(answer: AnswerToVerify): Proof<VerifiedAnswer> {
  const known = knownKeys(answer.keys);
  const receipt = yield* receiptClaim(answer, known);
  const { data, meta } = partsOf(answer.body);
  const manifest = data && membersOf(data['manifest']);
  const delta = data && membersOf(data['delta']);
  let claims: readonly Claim[] = [];
  if (meta !== undefined) {
    const manifests: CheckedManifest[] = [];
    for (const each of answer.manifests.map(manifestIn)) {
      manifests.push({ manifest: each, reading: yield* readManifest(each, known) });
    }
    claims = yield* metaClaims(meta, manifests);
  } else if (manifest !== undefined && delta !== undefined) claims = yield* deltaClaims(manifest, delta, known);
  else if (manifest !== undefined && data !== undefined && 'snapshot' in data) {
    claims = yield* snapshotClaims(manifest, data['snapshot'], known);
  }
  const all = [receipt, ...claims];
  return { proven: claims.length > 0 && all.every(({ proven }) => proven), claims: all };
}

/** The parts of a body that is JSON; neither of any other. */
function partsOf(body: Uint8Array): { readonly data: Members | undefined; readonly meta: Members | undefined } {
  try {
    const answer = membersOf(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)));
    return { data: membersOf(answer?.['data']), meta: membersOf(answer?.['meta']) };
  } catch {
    return { data: undefined, meta: undefined };
  }
}

/** A manifest as published, or by itself. */
function manifestIn(document: unknown): Members {
  const members = membersOf(document) ?? {};
  return membersOf(membersOf(members['data'])?.['manifest']) ?? members;
}
