import { indexOsv } from '@stackcheck/datasets/osv';
import type { AdvisoryReader } from '@stackcheck/datasets/store';
import { checkPurls } from '@stackcheck/osv-core';
import { alternate, percentile } from '../measure/rounds';
import { withScratchFolder } from '../measure/scratch-folder';
import { syntheticPurls } from '../osv/synthetic-records';
import { buildIndex, growingRecords } from '../osv-growth/growing-index';
import { compare, contestsOf } from '../report/compare';
import { figure, type Report } from '../report/table';

const ROUNDS = 7;
const SMALL = 30_000;
const LARGE = 300_000;
const BATCH = 50;
const BATCHES = 300;
/** Of packages that are not in either index, whose names would be in the larger one. */
const NEW_NAMES = /^pkg:npm\/malicious-/;

/** What one round of batches took. */
interface Sample {
  /** Processor time of a batch, in microseconds. */
  readonly cpuUs: number;
  readonly p99Ms: number;
}

/**
 * Whether a question about packages costs more when the index grows tenfold: batches of fifty purls, from the purls to the
 * answer's JSON, on 30,000 made-up advisories against 300,000. The 270,000 are about other packages, so that both give the same
 * answers, which is checked. Look-ups are new in each round, so that nothing is known of packages asked about before.
 */
export async function benchOsvGrowth({ rounds = ROUNDS }: { readonly rounds?: number } = {}): Promise<Report> {
  return withScratchFolder('osv-growth', async (folder) => {
    const small = await buildIndex(folder, growingRecords(SMALL, SMALL));
    const large = await buildIndex(folder, growingRecords(SMALL, LARGE));
    try {
      const purls = syntheticPurls(BATCHES * BATCH * 2).filter((purl) => !NEW_NAMES.test(purl));
      requireSameAnswers(small, large, purls);
      const contenders = [small, large].map((reader) => ({
        name: `${figure(reader.facts.records)} advisories`,
        round: async () => ask(reader, purls),
      }));
      await alternate(contenders, 1);
      const samples = await alternate(contenders, rounds);
      return {
        title: `Package advisories: ${BATCH} purls while the index grows tenfold (median and spread of ${rounds} alternating rounds of ${BATCHES} batches; ours = the smaller index)`,
        rows: [
          ...compare(
            contestsOf(samples, 'processor time', ({ cpuUs }) => cpuUs),
            { unit: 'µs a batch', isCost: true },
          ),
          ...compare(
            contestsOf(samples, '99th percentile', ({ p99Ms }) => p99Ms),
            { unit: 'ms', isCost: true },
          ),
        ],
      };
    } finally {
      small.close();
      large.close();
    }
  });
}

function ask(reader: AdvisoryReader, purls: readonly string[]): Sample {
  const index = indexOsv(reader, true);
  const tookMs: number[] = [];
  const before = process.cpuUsage();
  for (let at = 0; at < BATCHES * BATCH; at += BATCH) {
    const askedAt = performance.now();
    JSON.stringify(checkPurls(index, purls.slice(at, at + BATCH)));
    tookMs.push(performance.now() - askedAt);
  }
  const { user, system } = process.cpuUsage(before);
  return { cpuUs: (user + system) / BATCHES, p99Ms: percentile(tookMs, 99) };
}

/** @throws Error when the indexes disagree, or know nothing */
function requireSameAnswers(small: AdvisoryReader, large: AdvisoryReader, purls: readonly string[]): void {
  const asked = purls.slice(0, 20 * BATCH);
  const [a, b] = [small, large].map((reader) => checkPurls(indexOsv(reader, true), asked));
  if (a!.vulnerable === 0) throw new Error('nothing was vulnerable: the measurement would mean nothing');
  if (JSON.stringify(a) !== JSON.stringify(b)) throw new Error('the larger index gives other answers');
}
