import { readFileSync } from 'node:fs';
import { OsvOfflineDb } from '@renovatebot/osv-offline-db';
import { peakRssKib } from '../measure/peak-rss';

/** What the peer is asked: packages in batches. */
export type PeerQuestions = readonly (readonly (readonly [ecosystem: string, name: string])[])[];

/** What it needed. */
export interface PeerUsage {
  readonly loadMs: number;
  readonly batchMs: readonly number[];
  readonly maxRssKib: number;
  readonly found: number;
}

type Queried = Parameters<OsvOfflineDb['query']>[0];

/** Loads the folder named by OSV_OFFLINE_ROOT_DIR and answers the batches in QUESTIONS_FILE, in a process of its own. */
async function main(): Promise<void> {
  const questions = JSON.parse(readFileSync(process.env['QUESTIONS_FILE'] ?? '', 'utf8')) as PeerQuestions;
  const startedAt = performance.now();
  const database = await OsvOfflineDb.create();
  const loadMs = performance.now() - startedAt;
  const batchMs: number[] = [];
  let found = 0;
  for (const batch of questions) {
    const askedAt = performance.now();
    for (const [ecosystem, name] of batch) found += (await database.query(ecosystem as Queried, name)).length;
    batchMs.push(performance.now() - askedAt);
  }
  if (found === 0) throw new Error('nothing was found: the measurement would mean nothing');
  const usage: PeerUsage = { loadMs, batchMs, found, maxRssKib: peakRssKib() };
  process.stdout.write(JSON.stringify(usage));
}

void main();
