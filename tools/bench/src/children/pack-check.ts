import { readFileSync } from 'node:fs';
import type { AdvisorySource } from '@stackcheck/osv-core';
import { peakRssKib } from '../measure/peak-rss';

/** What holds the advisories. */
export type Held = 'pack' | 'SQLite' | 'JSON';

/** Where everything lies; a file of this form is named by QUESTION_FILE. */
export interface PackQuestion {
  readonly held: Held;
  readonly path: string;
  /** The index files' folder, and which of them. */
  readonly folder: string;
  readonly file: { readonly sha256: string; readonly bytes: number };
  readonly manifest: string;
  readonly keys: string;
  readonly purls: readonly string[];
}

/** What it took, from an empty process to the answer. */
export interface PackAnswer {
  readonly openMs: number;
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly maxRssKib: number;
  readonly vulnerable: number;
  readonly unlisted: number;
}

/** Judges the packages of a lockfile from what was bought, verified, and ends. */
async function main(): Promise<void> {
  const question = JSON.parse(readFileSync(process.env['QUESTION_FILE'] ?? '', 'utf8')) as PackQuestion;
  const { checkPurls } = await import('@stackcheck/osv-core');
  const startedAt = performance.now();
  const source = await open(question);
  const openMs = performance.now() - startedAt;
  const report = checkPurls(source, question.purls);
  if (JSON.stringify(report).length === 0) throw new Error('an answer of nothing');
  const { user, system } = process.cpuUsage();
  const answer: PackAnswer = {
    openMs,
    wallMs: process.uptime() * 1_000,
    cpuMs: (user + system) / 1_000,
    maxRssKib: peakRssKib(),
    vulnerable: report.vulnerable,
    unlisted: report.unlisted,
  };
  process.stdout.write(JSON.stringify(answer));
}

async function open({ held, path, folder, file, manifest, keys }: PackQuestion): Promise<AdvisorySource> {
  if (held === 'pack') {
    const { openPackSnapshot, packInFile } = await import('@stackcheck/advisory-pack');
    return openPackSnapshot(packInFile(path), manifest, keys).index;
  }
  if (held === 'SQLite') {
    const { openAdvisoryFiles } = await import('@stackcheck/store-sqlite/advisories');
    const { indexOsv } = await import('@stackcheck/datasets/osv');
    return indexOsv(await openAdvisoryFiles(folder, { isMapped: true }).open(file), true);
  }
  const { openSnapshot } = await import('@stackcheck/datasets/open');
  const opened = openSnapshot(readFileSync(path), keys);
  if (opened.dataset !== 'osv') throw new Error(`it is a snapshot of ${opened.dataset}`);
  return opened.index;
}

void main();
