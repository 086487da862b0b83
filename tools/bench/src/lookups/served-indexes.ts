import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '@stackcheck/contract';
import { LiveSnapshots } from '@stackcheck/datasets';
import type { DatasetIndexes } from '@stackcheck/datasets/registry';
import { parseKeySet, verifiersOf } from '@stackcheck/signing';
import { openAdvisoryFiles } from '@stackcheck/store-sqlite/advisories';
import { openSnapshotReader } from '@stackcheck/store-sqlite/snapshots';
import { ingestAll, presentFeeds } from '../measure/feeds';
import { runIngest, withDataDir } from '../measure/ingest-program';

/** The look-ups that a server has, and what data they are over. */
export interface ServedIndexes extends Pick<DatasetIndexes, 'eol' | 'kev' | 'epss' | 'models' | 'osv'> {
  readonly data: 'the feeds of this machine' | 'the embedded starters';
}

/** Runs `work` on the look-ups of snapshots that were ingested, published and verified as in service. */
export function withServedIndexes<T>(work: (indexes: ServedIndexes) => Promise<T>): Promise<T> {
  return withDataDir(async (dataDir) => {
    const isWhole = new Set(presentFeeds().map(({ dataset }) => dataset)).size === 6;
    await (isWhole ? ingestAll(dataDir) : runIngest(['--starter'], { DATA_DIR: dataDir }));
    const reader = openSnapshotReader(join(dataDir, 'snapshots.db'));
    const live = new LiveSnapshots({
      reader,
      verifiers: () => verifiersOf(parseKeySet(readFileSync(join(dataDir, 'keys', 'dataset-jwks.json'), 'utf8'))),
      clock: systemClock,
      advisoryFiles: openAdvisoryFiles(join(dataDir, 'osv'), { isMapped: true }),
    });
    try {
      await live.refresh();
      const index = <Id extends keyof DatasetIndexes>(id: Id): DatasetIndexes[Id] => {
        const snapshot = live.current(id);
        if (snapshot === undefined) throw new Error(`${id}: ${live.status(id).loadFault ?? 'nothing was published'}`);
        return snapshot.index;
      };
      return await work({
        eol: index('eol'),
        kev: index('kev'),
        epss: index('epss'),
        models: index('models'),
        osv: index('osv'),
        data: isWhole ? 'the feeds of this machine' : 'the embedded starters',
      });
    } finally {
      live.current('osv')?.index.reader.close();
      reader.close();
    }
  });
}
