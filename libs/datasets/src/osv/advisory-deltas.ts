import { verifierFromJwk, type Signer } from '@stackcheck/signing';
import { composeDeltas } from '../delta/compose-deltas';
import type { Delta } from '../delta/delta';
import type { RecordList } from '../delta/record-list';
import { deltaFault, sealDelta } from '../delta/signed-delta';
import type { StoredDelta } from '../snapshot/stored-delta';
import type { SnapshotReader } from '../store/snapshot-store';
import type { Manifest } from '../snapshot/snapshot';
import type { VerifierMap } from '../sealing/verify-manifest';
import { contentMeta, recordText } from './content';
import { OSV_DESCRIPTOR } from './descriptor';
import type { AdvisoryFiles, AdvisoryReader } from '../store/advisory-files';
import type { IndexFile } from '../snapshot/index-file';

/** How the content splits into records. */
export const ADVISORY_LIST: RecordList = { part: 'advisories', key: 'id' };

/** A larger delta is not made: anyone who needs that much downloads the whole. In characters of JSON. */
export const DELTA_CHARS_MAX = 8 * 1024 * 1024;

/** A snapshot with its open index. */
export interface OpenSnapshot {
  readonly manifest: Manifest;
  readonly file: IndexFile;
  readonly reader: AdvisoryReader;
}

/** What making deltas of advisories needs. */
export interface AdvisoryDeltaDeps {
  readonly store: SnapshotReader;
  readonly files: Pick<AdvisoryFiles, 'differences'>;
  readonly signer: Signer;
  /** Keys whose stored deltas may be built on; the signer's own unless given. */
  readonly verifiers?: VerifierMap;
  /** From how many of the newest snapshots, at most. */
  readonly fromCount: number;
  readonly charsMax?: number;
}

/**
 * Signed deltas that lead to a snapshot about to be published: from itself, from the one before, whose index is compared,
 * and from earlier ones by way of the stored deltas to the one before. Never holds more than one delta. A stored delta that does not verify is left out, and so is what would grow too large.
 * @param previous undefined where its index cannot be read
 */
export function* advisoryDeltas(
  to: OpenSnapshot,
  previous: OpenSnapshot | undefined,
  deps: AdvisoryDeltaDeps,
): Generator<StoredDelta, void, undefined> {
  const { store, files, signer, verifiers = keyOf(signer), fromCount, charsMax = DELTA_CHARS_MAX } = deps;
  const { id: dataset } = OSV_DESCRIPTOR;
  // Advisories have members of fixed names, so what was parsed from canonical JSON is written as such again.
  const seal = (delta: Delta): StoredDelta => sealDelta(dataset, delta, signer, JSON.stringify);
  yield seal({ ...deltaOfNothing(to), from: to.manifest.snapshot_id });
  const step = previous && stepBetween(previous, to, files, charsMax);
  if (step === undefined) return;
  yield seal(step);

  for (const { snapshot_id: from } of store.list(dataset).slice(0, fromCount)) {
    const stored = from === step.from ? undefined : store.delta(dataset, from, step.from);
    if (stored === undefined || deltaFault(stored, verifiers) !== undefined) continue;
    const whole = seal(composeDeltas(JSON.parse(new TextDecoder().decode(stored.body)) as Delta, step));
    if (whole.body.length <= charsMax) yield whole;
  }
}

function keyOf({ keyId, publicJwk }: Signer): VerifierMap {
  return new Map([[keyId, verifierFromJwk(publicJwk)]]);
}

/** Undefined when it would be too large. */
function stepBetween(
  from: OpenSnapshot,
  to: OpenSnapshot,
  files: AdvisoryDeltaDeps['files'],
  charsMax: number,
): Delta | undefined {
  const added: unknown[] = [];
  const changed: unknown[] = [];
  const removed: string[] = [];
  let chars = 0;
  for (const id of files.differences(from.file, to.file)) {
    const advisory = to.reader.find(id);
    const text = advisory === undefined ? id : recordText(advisory);
    chars += text.length;
    if (chars > charsMax) return undefined;
    if (advisory === undefined) removed.push(id);
    else (from.reader.find(id) === undefined ? added : changed).push(JSON.parse(text));
  }
  return { ...deltaOfNothing(to), from: from.manifest.snapshot_id, added, changed, removed };
}

function deltaOfNothing({ manifest, reader }: OpenSnapshot): Omit<Delta, 'from'> {
  const rest = { dataset: OSV_DESCRIPTOR.id, meta: contentMeta(reader.facts) };
  return { to: manifest.snapshot_id, list: ADVISORY_LIST, added: [], changed: [], removed: [], rest };
}
