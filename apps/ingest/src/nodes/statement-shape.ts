import { manifestShapeFault } from '@stackcheck/datasets/open';
import { isDatasetId } from '@stackcheck/datasets/registry';

/** Far above what retention keeps; keeps a wrong statement from filling disks. */
const SNAPSHOTS_MAX = 2_000;
const BLOB_BYTES_MAX = 2 ** 31;
const ID = /^([a-z]+)-\d{8}T\d{6}Z-[0-9a-f]{8}$/;

/** What is wrong with the shape of a signed statement, as a sentence; undefined when nothing is. Signed by another version, it may differ. */
export function statementShapeFault(value: unknown): string | undefined {
  const statement = memberOf(value);
  if (statement['type'] !== 'current' || statement['version'] !== 1) {
    return 'current.json is of a version that this program does not know';
  }
  const isWhole =
    Number.isSafeInteger(statement['sequence']) &&
    isInstant(statement['made_at']) &&
    isInstant(statement['expires_at']) &&
    Array.isArray(statement['keys']) &&
    Array.isArray(statement['datasets']);
  if (!isWhole) return 'current.json lacks a member';
  const datasets = statement['datasets'] as readonly unknown[];
  const wrong = datasets.map(datasetFault).find((fault) => fault !== undefined);
  if (wrong !== undefined) return `current.json: ${wrong}`;
  const names = new Set(datasets.map((dataset) => memberOf(dataset)['dataset']));
  return names.size === datasets.length ? undefined : 'current.json lists a dataset twice';
}

function datasetFault(value: unknown): string | undefined {
  const entry = memberOf(value);
  const { dataset } = entry;
  if (typeof dataset !== 'string' || !isDatasetId(dataset)) return 'it lists a dataset that is not known';
  const snapshots = listOf(entry['snapshots']);
  const deltas = listOf(entry['deltas']);
  const removed = listOf(entry['removed']);
  if (!snapshots || !deltas || !removed || snapshots.length === 0)
    return `the lists of ${dataset} are missing or too long`;
  if (!isInstant(entry['refreshed_at']) || !isInstant(entry['serve_from'])) return `a time of ${dataset} is missing`;
  const isOwnId = (id: unknown): boolean => typeof id === 'string' && ID.exec(id)?.[1] === dataset;
  if (!removed.every(isOwnId)) return `a removed id of ${dataset} is none`;
  const fault = snapshots.map((each) => snapshotFault(each, dataset)).find((each) => each !== undefined);
  if (fault !== undefined) return fault;
  const isWholeDelta = (delta: unknown): boolean =>
    isBlob(delta) && isOwnId(delta['from']) && isText(delta['key_id']) && isText(delta['signature']);
  if (!deltas.every(isWholeDelta)) return `a delta of ${dataset} has another shape`;
  return chainFault(snapshots, entry['current'], dataset);
}

function snapshotFault(value: unknown, dataset: string): string | undefined {
  const { manifest, content, files } = memberOf(value);
  const shape = manifestShapeFault(manifest as never);
  if (shape !== undefined) return `a manifest of ${dataset} has another shape (${shape})`;
  if (memberOf(manifest)['dataset'] !== dataset) return `a snapshot of ${dataset} is of another dataset`;
  const list = listOf(files);
  const isFile = (file: unknown): boolean => isBlob(file) && (file['kind'] === 'index' || file['kind'] === 'pack');
  return isBlob(content) && list?.every(isFile) ? undefined : `the blobs of a snapshot of ${dataset} are not named`;
}

/** Newest first, each following the next, the first one current. */
function chainFault(snapshots: readonly unknown[], current: unknown, dataset: string): string | undefined {
  const manifests = snapshots.map((each) => memberOf(memberOf(each)['manifest']));
  if (manifests[0]?.['snapshot_id'] !== current) return `the current snapshot of ${dataset} is not its newest`;
  const follows = manifests.every((each, at) => {
    const older = manifests[at + 1];
    return older === undefined || each['prev_snapshot_id'] === older['snapshot_id'];
  });
  return follows ? undefined : `the chain of ${dataset} skips a snapshot`;
}

function memberOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function listOf(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) && value.length <= SNAPSHOTS_MAX ? (value as readonly unknown[]) : undefined;
}

function isBlob(value: unknown): value is Readonly<Record<string, unknown>> {
  const { sha256, bytes } = memberOf(value);
  const isLength = Number.isSafeInteger(bytes) && Number(bytes) > 0 && Number(bytes) <= BLOB_BYTES_MAX;
  return typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256) && isLength;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isInstant(value: unknown): boolean {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}
