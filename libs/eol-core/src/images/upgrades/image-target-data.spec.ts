import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ImageComponent, ImageStatus } from '../image-report';
import type { ImageTarget } from './image-target';
import { ImageCatalogue } from '../image-status';
import { ProductIndex } from '../../products/product-index';
import { productsOfFeed, type FeedProduct } from '../../testing/image-feed';

const corpora = resolve(__dirname, '../../../../..', process.env['CORPORA_DIR'] ?? '../shared/corpora');
const feedFile = join(corpora, '..', 'data', 'endoflife', 'products-full.json');
const truthFile = join(corpora, 'images', 'official_truth.jsonl');
const tagsFile = join(corpora, 'images', 'official_tags.txt');
const missing = [feedFile, truthFile, tagsFile]
  .filter((file) => !existsSync(file))
  .map((file) => file.split('/').at(-1));
const note = missing.length === 0 ? '' : ` (missing: ${missing.join(', ')})`;

/** The day on which the tags were listed. */
const LISTED = '2026-08-21';
/** Every so many tags. */
const STEP = process.env['CAMPAIGN'] === 'full' ? 31 : 61;
const STEPS = ['nearest', 'recommended', 'newest'] as const;

(missing.length === 0 ? describe : describe.skip)(`targets of official images${note}`, () => {
  let catalogue: ImageCatalogue;
  let asked: readonly string[];
  let listed: ReadonlySet<string>;
  let current: readonly string[];

  beforeAll(() => {
    const feed = JSON.parse(readFileSync(feedFile, 'utf8')) as { readonly result: readonly FeedProduct[] };
    catalogue = new ImageCatalogue(new ProductIndex(productsOfFeed(feed.result)));
    const tags = linesOf(tagsFile);
    current = linesOf(truthFile).map((line) => (JSON.parse(line) as { readonly input: string }).input);
    listed = new Set([...tags, ...current]);
    asked = tags.filter((_, at) => at % STEP === 0);
  });

  it.each([LISTED, '2024-02-01', '2026-11-20'])(
    'are the same image and flavour, have not ended, and none smaller would do, on %s',
    (today) => {
      const wrong: string[] = [];
      let count = 0;
      for (const image of asked) {
        const outcome = catalogue.check(image, today);
        if (outcome.kind !== 'found') continue;
        const { upgrade, components } = outcome.report;
        const isNeeded = components.some((part) => part.upgrade !== undefined);
        if (isNeeded !== (upgrade !== undefined)) wrong.push(`${image}: advice without need, or none`);
        if (upgrade === undefined) continue;
        count += 1;
        if ((upgrade.nearest === null) !== (upgrade.reason !== undefined))
          wrong.push(`${image}: no reason, or too many`);
        if ((upgrade.why === undefined) !== (upgrade.reason === undefined))
          wrong.push(`${image}: a reason without words`);
        const moves = catalogue.moves(image, today);
        for (const step of STEPS) {
          const target = upgrade[step];
          if (target === null) continue;
          const faults = faultsOf(catalogue, components, image, target, today);
          if (!moves.includes(target.image)) faults.push('is no move');
          if (step === 'nearest') faults.push(...smallerThat(catalogue, components, moves, target, today));
          wrong.push(...faults.map((fault) => `${image} -> ${target.image} ${fault}`));
        }
      }

      expect(wrong).toEqual([]);
      expect(count).toBeGreaterThan(asked.length / 10);
    },
  );

  it('exist for the most part where the flavour does', () => {
    const flavours = new Set(current.map((image) => flavourOf(catalogue, image, LISTED)));
    const count = { nearest: [0, 0], recommended: [0, 0], newest: [0, 0] };

    for (const image of asked) {
      const outcome = catalogue.check(image, LISTED);
      if (outcome.kind !== 'found' || !flavours.has(flavourOf(catalogue, image, LISTED))) continue;
      for (const step of STEPS) {
        const target = outcome.report.upgrade?.[step];
        if (!target) continue;
        count[step][1]! += 1;
        if (listed.has(target.image)) count[step][0]! += 1;
      }
    }

    console.log(`targets that exist: ${JSON.stringify(count)}`);
    const share = ([found, all]: readonly number[]): number => found! / all!;
    expect(share(count.nearest)).toBeGreaterThan(0.82);
    expect(share(count.recommended)).toBeGreaterThan(0.7);
    expect(share(count.newest)).toBeGreaterThan(0.81);
  });
});

/** What is wrong with a target, read again as if it had been sent. */
function faultsOf(
  catalogue: ImageCatalogue,
  parts: readonly ImageComponent[],
  image: string,
  target: ImageTarget,
  today: string,
): string[] {
  const outcome = catalogue.check(target.image, today);
  if (outcome.kind !== 'found') return ['is not known'];
  const { components, status, days_until_eol } = outcome.report;
  const faults: string[] = [];
  const named = (list: readonly ImageComponent[]) => list.map(({ role, resolved }) => `${role} ${resolved}`).join();
  if (named(components) !== named(parts)) faults.push('is another image');
  if (flavourOf(catalogue, target.image, today) !== flavourOf(catalogue, image, today))
    faults.push('is another flavour');
  if (status === ('eol' satisfies ImageStatus)) faults.push('has ended');
  if (status !== target.status || days_until_eol !== target.days_until_eol) faults.push('is not as it says');
  const cycles = components.flatMap(({ match }) => (match === undefined ? [] : [match.cycle]));
  if (cycles.join() !== target.components.map(({ cycle }) => cycle).join()) faults.push('is in other cycles');
  if (target.looked_up) faults.push('was looked up');
  return faults;
}

/** Smaller moves whose parts last for 180 days, or for as long as those of the target. */
function smallerThat(
  catalogue: ImageCatalogue,
  parts: readonly ImageComponent[],
  moves: readonly string[],
  target: ImageTarget,
  today: string,
): readonly string[] {
  const smaller = moves.slice(0, moves.indexOf(target.image));
  const wanted = target.components.map(({ days_until_eol: days }) => Math.min(180, days ?? 180));
  const before = parts.filter(({ match }) => match !== undefined);
  const isAnyEnding = before.some(({ match, upgrade }) => upgrade?.nearest && (match!.days_until_eol ?? 180) < 180);
  const enough = smaller.filter((move) => {
    const outcome = catalogue.check(move, today);
    if (outcome.kind !== 'found') return false;
    const found = outcome.report.components.filter(({ match }) => match !== undefined);
    return found.every(({ match }, at) => {
      const { match: was, upgrade } = before[at]!;
      // Where nothing ends, what gets only security fixes is what should be left.
      if (match!.cycle === was!.cycle && !isAnyEnding) return !upgrade?.nearest;
      return (match!.days_until_eol ?? 180) >= wanted[at]!;
    });
  });
  return enough.map((move) => `but ${move} would do`);
}

/** The tag without what it says of cycles, and without the words of a single build. */
function flavourOf(catalogue: ImageCatalogue, image: string, today: string): string {
  const outcome = catalogue.check(image, today);
  let flavour = image;
  for (const { version } of outcome.kind === 'found' ? outcome.report.components : []) {
    if (version !== null) flavour = flavour.replace(new RegExp(`(?<![\\d.])${escaped(version)}(?![\\d.])`), '');
  }
  return flavour.replace(/-(?:20\d{6}(?:\.\d+)?|b\d\d|(?:alpha|beta|rc)[\d.]*)(?=-|$)/gi, '');
}

function escaped(text: string): string {
  return text.replace(/[.+]/g, '\\$&');
}

function linesOf(file: string): readonly string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}
