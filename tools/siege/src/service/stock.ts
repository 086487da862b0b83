import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveFolder, writeBucket } from '@stackcheck/bench/parts';
import { publishSelection, runApp } from '@stackcheck/e2e/service';
import { signerFromPem } from '@stackcheck/signing';
import { heavyRecords } from './heavy-packages';

/** How many advisories there are. */
export interface StockSize {
  /** Of the package with the most. */
  readonly heaviest: number;
  /** Of a large library. */
  readonly large: number;
  /** Of all other packages together. */
  readonly others: number;
}

/** As the public data have it, but for the others. */
export const STOCK_SIZE: StockSize = { heaviest: 9_000, large: 410, others: 5_000 };

/**
 * Fills a data folder with what is sold during a siege: made-up advisories, published by the ingest worker itself, and the starter's
 * products as if they had come from upstream.
 * @param scratch an empty folder for what is served to the worker
 */
export async function fillStock(
  dataDir: string,
  scratch: string,
  { heaviest, large, others }: StockSize,
): Promise<void> {
  writeBucket(scratch, others, heavyRecords(heaviest, large));
  const bucket = await serveFolder(scratch);
  try {
    const { code, output } = await runApp('ingest', ['--once', 'osv'], {
      DATA_DIR: dataDir,
      OSV_UPSTREAM_URL: bucket.url,
    });
    if (code !== 0) throw new Error(`the ingest worker ended with ${code}:\n${output.slice(-2_000)}`);
  } finally {
    await bucket.close();
  }
  await publishSelection(dataDir, signerFromPem(readFileSync(join(dataDir, 'keys', 'dataset-signing.pem'), 'utf8')));
}
