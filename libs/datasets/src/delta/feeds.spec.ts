import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { canonicalBytes, generateKeyPem, sha256Hex, signerFromPem } from '@stackcheck/signing';
import type { DocumentDataset } from '../life/dataset';
import { kevDataset } from '../kev/dataset';
import { modelsDataset } from '../models/dataset';
import { NO_VALIDATORS } from '../upstream/upstream';
import { prepareContent } from '../life/prepare-content';
import { seal } from '../sealing/seal';
import type { SnapshotContent, StoredSnapshot } from '../snapshot/snapshot';
import { MemorySnapshotStore } from '../testing';
import { applyDelta } from './apply-delta';
import type { Delta } from './delta';
import { publishWithDeltas } from '../publish/publish-with-deltas';

const data = resolve(__dirname, '../../../..', process.env['CORPORA_DIR'] ?? '../shared/corpora', '../data');
const signer = signerFromPem(generateKeyPem());

const parse = <T>(bytes: Uint8Array): T => JSON.parse(new TextDecoder().decode(bytes)) as T;

/** Two real documents of one upstream, months apart, and what lies between them. */
interface Pair {
  readonly name: string;
  readonly dataset: DocumentDataset;
  readonly before: string;
  readonly after: string;
  readonly added: number;
  readonly removed: number;
  /** Of the feed's records; those whose change touches nothing that we keep are not in the delta. */
  readonly changed: number;
}

const PAIRS: readonly Pair[] = [
  {
    name: 'kev, 2025-08-25 to 2026-08-07',
    dataset: kevDataset,
    before: 'kev/previous/known_exploited_vulnerabilities.2025-08-25.json',
    after: 'kev/known_exploited_vulnerabilities.json',
    added: 258,
    changed: 40,
    removed: 0,
  },
  {
    name: 'models, 2026-06-10 to 2026-07-01',
    dataset: modelsDataset,
    before: 'models/previous/api.2026-06-10.json.gz',
    after: 'models/api.json',
    added: 343,
    changed: 2714,
    removed: 221,
  },
];

function sealed(dataset: DocumentDataset, file: string, previous: StoredSnapshot | undefined): StoredSnapshot {
  const bytes = readFileSync(join(data, file));
  const content = dataset.read(file.endsWith('.gz') ? gunzipSync(bytes) : bytes);
  const nowMs = Date.parse('2026-11-20T06:22:05Z');
  const options = {
    nowMs,
    previous: previous?.manifest,
    upstreamEtag: null,
    signer,
    starter: false,
    retrievedFrom: undefined,
  };
  return seal(dataset, prepareContent(dataset, content), options);
}

/** How many records of the same id are not the same, counted without any of what makes deltas. */
function changedIn({ records }: DocumentDataset, before: SnapshotContent, after: SnapshotContent): number {
  const { part, key } = records!;
  const textsOf = (content: SnapshotContent) =>
    new Map((content[part] as Record<string, string>[]).map((record) => [record[key], JSON.stringify(record)]));
  const [olds, news] = [textsOf(before), textsOf(after)];
  return [...olds].filter(([id, text]) => news.has(id) && news.get(id) !== text).length;
}

describe.each(PAIRS)('the delta of $name', ({ dataset, before, after, ...counts }) => {
  const missing = [before, after].find((file) => !existsSync(join(data, file)));

  (missing ? it.skip : it)(
    `holds what the feed's publisher changed${missing ? ` (${missing} is missing)` : ''}`,
    () => {
      const store = new MemorySnapshotStore();
      const { id } = dataset.descriptor;
      const lease = store.acquireLease(id, 'worker', 0, 1)!;
      const publication = { validators: NO_VALIDATORS, nowMs: 0, previous: undefined };
      const older = sealed(dataset, before, undefined);
      const newer = sealed(dataset, after, older);

      publishWithDeltas<unknown>(dataset, lease, { snapshot: older, content: undefined }, publication, {
        store,
        signer,
      });
      publishWithDeltas<unknown>(dataset, lease, { snapshot: newer, content: undefined }, publication, {
        store,
        signer,
      });

      const { body } = store.delta(id, older.manifest.snapshot_id, newer.manifest.snapshot_id)!;
      const delta = parse<Delta>(body);
      const [content, result] = [older, newer].map((each) => parse<SnapshotContent>(each.content));
      expect([delta.added.length, delta.removed.length]).toEqual([counts.added, counts.removed]);
      expect(delta.changed).toHaveLength(changedIn(dataset, content!, result!));
      expect(delta.changed.length).toBeLessThanOrEqual(counts.changed);
      expect(sha256Hex(canonicalBytes(applyDelta(content!, delta)))).toBe(newer.manifest.sha256);
    },
  );
});
