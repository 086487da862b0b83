import type { Verifier } from '@stackcheck/signing';
import { verifyPayload } from '@stackcheck/signing/envelope';
import { manifestShapeFault } from '../snapshot/manifest-schema';
import type { Manifest } from '../snapshot/snapshot';
import { snapshotId } from '../snapshot/snapshot-id';
import { DATASET_SCOPE, STATEMENT_TYPE, statementBytes } from '../snapshot/statement';

/** Verifying keys by key id. */
export type VerifierMap = ReadonlyMap<string, Verifier>;

/** What does not hold about a manifest by itself, without its content. */
export function manifestFault(manifest: Manifest, verifiers: VerifierMap): string | undefined {
  const shapeFault = manifestShapeFault(manifest);
  if (shapeFault !== undefined) return `its manifest has another shape (${shapeFault})`;
  if (manifest.snapshot_id !== snapshotId(manifest.dataset, manifest.fetched_at, manifest.sha256)) {
    return 'its id does not follow from its time and digest';
  }
  const verifier = verifiers.get(manifest.key_id);
  if (verifier === undefined) return `its key "${manifest.key_id}" is not among the known keys`;
  const holds = (scope: string, signature: string): boolean =>
    verifyPayload(verifier, STATEMENT_TYPE, statementBytes(manifest, scope), signature);
  if (!holds(DATASET_SCOPE, manifest.signature)) return 'its signature does not verify';
  const wrong = manifest.scopes.find(
    ({ name, scope, signature }) => !scope.startsWith(`${DATASET_SCOPE}+${name}-map:`) || !holds(scope, signature),
  );
  return wrong === undefined ? undefined : `the signature of its scope "${wrong.name}" does not verify`;
}
