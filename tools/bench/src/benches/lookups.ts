import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { eolDataset, eolStarter, finish, type EolIndex } from '@stackcheck/datasets';
import { matchVersion, toEolCycle } from '@stackcheck/eol-core';
import { corpusFile, feedFile, linesOf } from '../measure/corpora';
import { perSecond } from '../measure/rounds';
import { figure, times, type Report } from '../report/table';
import { COMMON_IMAGES, COMMON_VERSIONS } from './common-questions';

const MIN_MS = 1500;
const TODAY = '2026-11-20';

/**
 * Version look-ups (ProductIndex.find, then matchVersion) and image checks per second on one core, without HTTP. Against the
 * least that any answer costs anyway: writing one release cycle as JSON.
 */
export async function benchLookups(): Promise<Report> {
  const feed = feedFile();
  const content = feed === undefined ? eolStarter().snapshot : eolDataset.read(readFileSync(feed));
  const index = finish(eolDataset.index(content));
  const versions = realVersions();
  const images = realImages();

  const json = perSecond(() => writeCycles(index), MIN_MS, now);
  const lookups = perSecond(() => lookUpAll(index, versions.questions), MIN_MS, now);
  const checks = perSecond(() => checkAll(index, images.questions), MIN_MS, now);
  const data = feed === undefined ? 'starter' : `${content.products.length} products`;
  const rows = [
    { what: 'JSON of one release cycle', value: `${figure(json)}/s`, ratio: '' },
    {
      what: `version → cycle (${versions.from})`,
      value: `${figure(lookups)}/s`,
      ratio: `${times(lookups, json)} the JSON`,
    },
    {
      what: `image → components (${images.from})`,
      value: `${figure(checks)}/s`,
      ratio: `${times(checks, json)} the JSON`,
    },
  ];
  return { title: `Look-ups on one core, no HTTP (data: ${data})`, rows };
}

const now = () => performance.now();

interface Questions<T> {
  readonly questions: readonly T[];
  /** Where they come from and how many there are. */
  readonly from: string;
}

type VersionQuestion = readonly [product: string, version: string];

function realVersions(): Questions<VersionQuestion> {
  const file = corpusFile('eol', 'real_versions.jsonl');
  if (file === undefined) return { questions: COMMON_VERSIONS, from: `${COMMON_VERSIONS.length} common ones` };
  const questions = linesOf(file).map((line): VersionQuestion => {
    const { product, version } = JSON.parse(line) as { product: string; version: string };
    return [product, version];
  });
  return { questions, from: `${figure(questions.length)} of ${basename(file)}` };
}

function realImages(): Questions<string> {
  const file = corpusFile('images', 'official_tags.txt');
  if (file === undefined) return { questions: COMMON_IMAGES, from: `${COMMON_IMAGES.length} common ones` };
  const questions = linesOf(file);
  return { questions, from: `${figure(questions.length)} of ${basename(file)}` };
}

function lookUpAll({ products }: EolIndex, questions: readonly VersionQuestion[]): number {
  let found = 0;
  for (const [product, version] of questions) {
    const entry = products.find(product);
    if (entry && matchVersion(entry, version)) found += 1;
  }
  if (found === 0) throw new Error('no version was found: the measurement would mean nothing');
  return questions.length;
}

function checkAll({ images }: EolIndex, questions: readonly string[]): number {
  let known = 0;
  for (const image of questions) if (images.check(image, TODAY).kind !== 'unknown') known += 1;
  if (known === 0) throw new Error('no image was known: the measurement would mean nothing');
  return questions.length;
}

function writeCycles({ products }: EolIndex): number {
  let cycles = 0;
  for (const { product } of products.products) {
    for (const cycle of product.cycles) {
      if (JSON.stringify(toEolCycle(cycle, TODAY)).length > 0) cycles += 1;
    }
  }
  return cycles;
}
