import type { DatasetId, SnapshotStore } from '@stackcheck/datasets';
import { deltaFault, type Delta } from '@stackcheck/datasets/delta';
import type { VerifierMap } from '@stackcheck/datasets/open';
import { readVerifiers } from '../keys/signing-key';
import type { IngestParts } from '../parts/ingest-parts';
import { bad, type CommandResult } from './command-result';

/** `snapshots delta`: what changed between a stored snapshot and the current one, as callers can buy it. */
export function showDelta({ store, config }: IngestParts, id: DatasetId, from: string): CommandResult {
  const to = store.state(id).currentSnapshotId;
  const stored = to === null ? undefined : store.delta(id, from, to);
  if (stored === undefined) return bad(`no delta from "${from}" to the current snapshot is stored`);
  const fault = deltaFault(stored, readVerifiers(config.keySetFile));
  if (fault !== undefined) return bad(`the delta from "${from}" is not served: ${fault}`);
  const { added, changed, removed } = JSON.parse(new TextDecoder().decode(stored.body)) as Delta;
  return {
    lines: [
      `${from} → ${stored.to}`,
      `${added.length} added, ${changed.length} changed, ${removed.length} removed; ${stored.body.length} bytes`,
    ],
    ok: true,
    facts: {
      from,
      to: stored.to,
      added: added.length,
      changed: changed.length,
      removed: removed.length,
      bytes: stored.body.length,
    },
  };
}

/**
 * What is wrong with the delta from a snapshot to the current one. That there is none is no fault: from bytes that this version
 * cannot read none can be made, and callers are asked to download the whole.
 */
export function deltaFaultOf(
  store: SnapshotStore,
  id: DatasetId,
  from: string,
  verifiers: VerifierMap,
): string | undefined {
  const to = store.state(id).currentSnapshotId;
  const stored = to === null ? undefined : store.delta(id, from, to);
  const fault = stored && deltaFault(stored, verifiers);
  return fault && `the delta from it: ${fault}`;
}
