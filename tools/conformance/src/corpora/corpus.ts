/// <reference types="jest" />
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

const ROOT = resolve(__dirname, '../../../..');
const SECURITY = join(resolve(ROOT, process.env['CORPORA_DIR'] ?? '../shared/corpora'), 'security');

/** A file or folder of the security corpora, with a `describe` that is skipped by name where it is absent. */
export interface Corpus {
  readonly path: string;
  readonly there: boolean;
  /** As `describe`; the name says which file is missing when it is. */
  describe(name: string, suite: () => void): void;
}

/** @param path below `security` of the corpora, e.g. `dsse/vector.json` */
export function corpus(path: string): Corpus {
  const file = join(SECURITY, path);
  const there = existsSync(file);
  return {
    path: file,
    there,
    describe: (name, suite) =>
      there ? describe(name, suite) : describe.skip(`${name} (security/${path} is missing)`, suite),
  };
}

/** The JSON of a corpus file, unpacked when it is gzip. */
export function readJson<T>(file: string): T {
  const bytes = readFileSync(file);
  return JSON.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')) as T;
}

/** One line about a corpus that has run, with its counts. */
export function printCounts(name: string, counts: Readonly<Record<string, number>>): void {
  const list = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  process.stdout.write(`corpus ${name}: ${list.join(', ')}\n`);
}
