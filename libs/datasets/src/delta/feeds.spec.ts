import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { canonicalBytes, generateKeyPem, sha256Hex, signerFromPem } from '@stackcheck/signing';
import type { Dataset } from '../dataset';
import { kevDataset } from '../kev/dataset';
import { NO_VALIDATORS } from '../ports';
import { prepareContent, seal } from '../seal';
import type { SnapshotContent, StoredSnapshot } from '../snapshot';
import { MemorySnapshotStore } from '../testing';
import { applyDelta } from './apply-delta';
import type { Delta } from './delta';
import { publishWithDeltas } from './publish-with-deltas';

const data = resolve(__dirname, '../../../..', process.env['CORPORA_DIR'] ?? '../shared/corpora', '../data');
const signer = signerFromPem(generateKeyPem());

/** Two real documents of one upstream, months apart, and what lies between them. */
interface Pair {
  readonly name: string;
  readonly dataset: Dataset;
  readonly before: string;
  readonly after: string;
  readonly counts: { readonly added: number; readonly changed: number; readonly removed: number };
}

const PAIRS: readonly Pair[] = [
  {
    name: 'kev, 2025-08-25 to 2026-08-07',
    dataset: kevDataset,
    before: 'kev/previous/known_exploited_vulnerabilities.2025-08-25.json',
    after: 'kev/known_exploited_vulnerabilities.json',
    counts: { added: 258, changed: 40, removed: 0 },
  },
];

function sealed(dataset: Dataset, file: string, previous: StoredSnapshot | undefined): StoredSnapshot {
  const bytes = readFileSync(join(data, file));
  const content = dataset.read(file.endsWith('.gz') ? gunzipSync(bytes) : bytes);
  const nowMs = Date.parse('2026-11-20T06:22:05Z');
  const options = { nowMs, previous: previous?.manifest, upstreamEtag: null, signer, starter: false };
  return seal(dataset, prepareContent(dataset, content), options);
}

describe.each(PAIRS)('the delta of $name', ({ dataset, before, after, counts }) => {
  const missing = [before, after].find((file) => !existsSync(join(data, file)));

  (missing ? it.skip : it)(
    `holds what the feed's publisher changed${missing ? ` (${missing} is missing)` : ''}`,
    () => {
      const store = new MemorySnapshotStore();
      const { id } = dataset.descriptor;
      const lease = store.acquireLease(id, 'worker', 0, 1)!;
      const publication = { validators: NO_VALIDATORS, nowMs: 0 };
      const older = sealed(dataset, before, undefined);
      const newer = sealed(dataset, after, older);

      publishWithDeltas(dataset, lease, older, publication, { store, signer });
      publishWithDeltas(dataset, lease, newer, publication, { store, signer });

      const { body } = store.delta(id, older.manifest.snapshot_id, newer.manifest.snapshot_id)!;
      const delta = JSON.parse(new TextDecoder().decode(body)) as Delta;
      const { added, changed, removed } = delta;
      expect({ added: added.length, changed: changed.length, removed: removed.length }).toEqual(counts);
      const content = JSON.parse(new TextDecoder().decode(older.content)) as SnapshotContent;
      expect(sha256Hex(canonicalBytes(applyDelta(content, delta)))).toBe(newer.manifest.sha256);
    },
  );
});
