import { execFile } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { zipEntries } from '@stackcheck/datasets/testing';
import { readPackage } from '@stackcheck/osv-core';
import type { PeerQuestions, PeerUsage } from '../children/osv-offline';
import { endsWithUs } from '../measure/own-children';
import { syntheticRecords } from './synthetic-records';

/** Ecosystems that osv-offline-db loads. */
const ECOSYSTEMS = [
  'crates.io',
  'Go',
  'Hackage',
  'Hex',
  'Maven',
  'npm',
  'NuGet',
  'Packagist',
  'Pub',
  'PyPI',
  'RubyGems',
];

const BATCH = 50;

/** A record's ecosystem and its JSON. */
type Line = readonly [ecosystem: string, json: string];

/** The records of a folder in the shape of the public bucket. */
export function* recordsOfBucket(bucket: string): Generator<Line> {
  for (const ecosystem of ECOSYSTEMS) {
    const archive = join(bucket, ecosystem, 'all.zip');
    if (!existsSync(archive)) continue;
    for (const { bytes } of zipEntries(
      readFileSync(archive),
      (packed) => inflateRawSync(packed),
      () => true,
    )) {
      yield [ecosystem, new TextDecoder().decode(bytes)];
    }
  }
}

/** So many made-up records. */
export function* madeUpRecords(count: number): Generator<Line> {
  for (const { ecosystem, json } of syntheticRecords(count)) yield [ecosystem, json];
}

/** Writes records in the form that the peer loads: a file of JSON lines for each ecosystem. */
export async function writePeerFolder(folder: string, lines: Iterable<Line>): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const files = new Map(
    ECOSYSTEMS.map((name) => [name, createWriteStream(join(folder, `${name.toLowerCase()}.nedb`))]),
  );
  let number = 0;
  for (const [ecosystem, json] of lines) {
    const file = files.get(ecosystem);
    number += 1;
    // A line without this member is none of its documents.
    if (file !== undefined && !file.write(`{"_id":"${number}",${json.slice(1)}\n`)) await once(file, 'drain');
  }
  for (const file of files.values()) {
    file.end();
    await once(file, 'close');
  }
}

/** The packages of purls as the peer is asked for them; those that it does not know are left out. */
export function peerQuestions(purls: readonly string[], batches: number): PeerQuestions {
  const known = purls.flatMap((purl) => {
    const query = readPackage(purl);
    return query.ok && ECOSYSTEMS.includes(query.ecosystem) ? [[query.ecosystem, query.name] as const] : [];
  });
  return Array.from({ length: batches }, (_, at) => known.slice(at * BATCH, (at + 1) * BATCH));
}

/** Runs the peer as a process of its own. @throws Error when it could not load the data, or took too long */
export async function runPeer(folder: string, questions: PeerQuestions, timeoutMs: number): Promise<PeerUsage> {
  const file = join(folder, 'questions.json');
  writeFileSync(file, JSON.stringify(questions));
  const program = join(__dirname, '..', 'children', 'osv-offline.js');
  const env = { PATH: process.env['PATH'], OSV_OFFLINE_ROOT_DIR: folder, QUESTIONS_FILE: file };
  const options = { env, timeout: timeoutMs, maxBuffer: 16 * 1024 * 1024 };
  return new Promise((resolve, reject) => {
    endsWithUs(
      execFile(process.execPath, ['--max-old-space-size=4096', program], options, (fault, stdout, stderr) =>
        fault ? reject(new Error(stderr.slice(-300) || fault.message)) : resolve(JSON.parse(stdout) as PeerUsage),
      ),
    );
  });
}
