import { basename } from 'node:path';
import type { EolIndex } from '@stackcheck/datasets/eol';
import { checkItems, matchVersion, toEolCycle, type CheckItem, type ProductIndex } from '@stackcheck/eol-core';
import { COMMON_IMAGES, COMMON_VERSIONS } from '../benches/common-questions';
import { corpusFile, linesOf } from '../measure/corpora';
import { figure } from '../report/table';
import type { Lookups } from './contest';

const BATCH = 50;

/** Questions and where they come from. */
interface Questions<T> {
  readonly questions: readonly T[];
  readonly from: string;
}

/** Image references from the text to the answer's object, against a naive reader of them. */
export function imageLookups({ products, images }: EolIndex, today: string): Lookups {
  const { questions, from } = realImages();
  let known = 0;
  const works: Lookups['works'] = [
    {
      name: `image → components (${from})`,
      run: () => {
        for (const image of questions) if (images.check(image, today).kind !== 'unknown') known += 1;
        return questions.length;
      },
    },
    {
      name: '… the same without the references to move to',
      run: () => {
        for (const image of questions)
          if (images.check(image, today, { withTargets: false }).kind !== 'unknown') known += 1;
        return questions.length;
      },
    },
    {
      name: '… one regular expression, first product of that image, first cycle that the tag starts with',
      run: () => {
        for (const image of questions) if (naiveImage(products, image, today)) known += 1;
        return questions.length;
      },
    },
  ];
  requireAnswers(works[0].run() > 0 && known > 0, 'no image was known');
  return { unit: '/s', works };
}

/** Batches of fifty, from the items to the answer's object, against looking through the lists. */
export function batchLookups({ products }: EolIndex, today: string): Lookups {
  const { questions, from } = realVersions();
  let at = 0;
  const batch = (): CheckItem[] => Array.from({ length: BATCH }, () => questions[at++ % questions.length]!);
  requireAnswers(checkItems(products, batch(), today).matched > 0, 'no version was found');
  return {
    unit: 'µs',
    works: [
      {
        name: `EOL batch of ${BATCH}, computing (${from})`,
        run: () => Number(checkItems(products, batch(), today).count > 0),
      },
      {
        name: '… every product and cycle looked at, one after the other',
        run: () => Number(batch().map((item) => naiveItem(products, item, today)).length > 0),
      },
    ],
  };
}

/** One version after the other, without the answer around it, against writing the release cycle as JSON. */
export function versionLookups({ products }: EolIndex, today: string): Lookups {
  const { questions, from } = realVersions();
  const cycles = products.products.flatMap(({ product }) => product.cycles);
  let found = 0;
  return {
    unit: '/s',
    works: [
      {
        name: `version → cycle (${from})`,
        run: () => {
          for (const { product, version } of questions) {
            const entry = products.find(product);
            if (entry && matchVersion(entry, version)) found += 1;
          }
          requireAnswers(found > 0, 'no version was found');
          return questions.length;
        },
      },
      {
        name: '… a release cycle as JSON',
        run: () => {
          let chars = 0;
          for (const cycle of cycles) chars += JSON.stringify(toEolCycle(cycle, today)).length;
          requireAnswers(chars > 0, 'nothing was written');
          return cycles.length;
        },
      },
    ],
  };
}

const REFERENCE =
  /^(?:([^/]*[.:][^/]*|localhost)\/)?([a-z0-9._/-]+)(?::([\w][\w.-]{0,127}))?(?:@(sha256:[0-9a-f]{64}))?$/;

function naiveImage({ products }: ProductIndex, image: string, today: string): unknown {
  const [, registry = 'docker.io', repository = '', tag = 'latest'] = REFERENCE.exec(image) ?? [];
  const name = `${registry}/${repository.includes('/') || registry !== 'docker.io' ? '' : 'library/'}${repository}`;
  const entry = products.find(({ product }) => product.images.includes(name));
  const cycle = entry?.product.cycles.find((each) => tag.startsWith(each.name));
  return cycle && toEolCycle(cycle, today);
}

function naiveItem({ products }: ProductIndex, { product, version }: CheckItem, today: string): unknown {
  const entry = products.find((each) => each.product.id === product || each.product.aliases.includes(product));
  const cycle = entry?.product.cycles.find(({ name }) => version === name || version.startsWith(`${name}.`));
  return { product, version, found: cycle !== undefined, match: cycle && toEolCycle(cycle, today) };
}

function realVersions(): Questions<CheckItem> {
  const file = corpusFile('eol', 'real_versions.jsonl');
  const common = COMMON_VERSIONS.map(([product, version]) => ({ product, version }));
  if (file === undefined) return { questions: common, from: `${common.length} common ones` };
  const questions = linesOf(file).map((line): CheckItem => {
    const { product, version } = JSON.parse(line) as CheckItem;
    return { product, version };
  });
  return { questions, from: `${figure(questions.length)} of ${basename(file)}` };
}

function realImages(): Questions<string> {
  const file = corpusFile('images', 'official_tags.txt');
  if (file === undefined) return { questions: COMMON_IMAGES, from: `${COMMON_IMAGES.length} common ones` };
  const questions = linesOf(file);
  return { questions, from: `${figure(questions.length)} of ${basename(file)}` };
}

function requireAnswers(holds: boolean, fault: string): void {
  if (!holds) throw new Error(`${fault}: the measurement would mean nothing`);
}
