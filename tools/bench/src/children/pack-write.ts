import { closeSync, openSync, writeSync } from 'node:fs';
import { packChunks } from '@stackcheck/advisory-pack';
import { openAdvisoryFiles } from '@stackcheck/store-sqlite/advisories';

/** Writes the pack of an index file to PACK_FILE, in a process of its own. */
async function main(): Promise<void> {
  const { INDEX_FOLDER = '', INDEX_SHA256 = '', INDEX_BYTES = '', PACK_FILE = '' } = process.env;
  const reader = await openAdvisoryFiles(INDEX_FOLDER).open({ sha256: INDEX_SHA256, bytes: Number(INDEX_BYTES) });
  const file = openSync(PACK_FILE, 'w');
  const startedAt = performance.now();
  for (const chunk of packChunks(reader)) writeSync(file, chunk);
  process.stdout.write(String(performance.now() - startedAt));
  closeSync(file);
  reader.close();
}

void main();
