import { indexOsv } from '@stackcheck/datasets/osv';
import { checkPurls } from '@stackcheck/osv-core';
import type { openAdvisoryFiles } from '@stackcheck/store-sqlite/advisories';

type Reader = Awaited<ReturnType<ReturnType<typeof openAdvisoryFiles>['open']>>;

const BATCH = 50;

/**
 * Milliseconds that each batch of fifty purls takes, from the purls to the finished answer as JSON, on look-ups that have
 * answered nothing yet: what is kept of packages asked about before helps as it does in service, and no more. The warm-up
 * asks other look-ups, so that it warms the program and nothing else.
 */
export function timeBatches(reader: Reader, purls: readonly string[]): readonly number[] {
  ask(reader, purls);
  return ask(reader, purls);
}

function ask(reader: Reader, purls: readonly string[]): readonly number[] {
  const index = indexOsv(reader, true);
  // What is made when a snapshot is loaded, and not by the first who asks.
  index.weightOf('npm', ['']);
  const times: number[] = [];
  let found = 0;
  for (let at = 0; at + BATCH <= purls.length; at += BATCH) {
    const startedAt = performance.now();
    const report = checkPurls(index, purls.slice(at, at + BATCH));
    if (JSON.stringify(report).length === 0) throw new Error('an answer of nothing');
    times.push(performance.now() - startedAt);
    found += report.vulnerable;
  }
  if (found === 0) throw new Error('nothing was vulnerable: the measurement would mean nothing');
  return times;
}
