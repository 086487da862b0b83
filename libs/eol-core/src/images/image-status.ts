import { readImageInput, type ImagePart, type ImageReference } from '@stackcheck/image-parser';
import { readImageTable, type ImageTable, type ImageTableRow } from '@stackcheck/image-parser/table';

import { worstStatus } from './image-aggregate';
import { whyUnknown } from './image-advice';
import { matchedComponent, reasonOf, unmatchedComponent } from './image-component';
import { imageMovers } from './image-movers';
import { possibleMoves } from './upgrades/image-moves';
import type { ImageComponent, ImageOutcome, ImageReport } from './image-report';
import { imageTableRows } from './reading/image-table';
import { imageUpgradeOf } from './upgrades/image-upgrade';
import { isBuildVariant } from './upgrades/runtime-needs';
import type { IndexedProduct } from '../products/indexed-product';
import type { CalendarDate, Cycle } from '../products/product';
import type { ProductIndex } from '../products/product-index';
import type { AdvisedPart, ReadPart } from './reading/read-part';
import { soonestDays, toEolCycle } from '../status/status';
import { meantImages } from './suggest-images';
import { mergeSuggestions } from '../suggestions/suggest-items';
import { suggestPart, type SuggestionSources } from './suggest-parts';
import { upgradeOf, type UpgradeOptions } from '../upgrades/upgrade';
import { SUPPORT_DAYS_WANTED } from '../upgrades/upgrade-targets';

/** How the advice on an image is given. */
export interface ImageCheckOptions extends UpgradeOptions {
  /** False leaves out the references to move to, which cost most: `upgrade` of the whole image is then absent. */
  readonly withTargets?: boolean;
}

/** A move of an image before it is known whether a reference says it. */
export interface PossibleImageMove {
  /** The cycles that its parts would be in, as far as they are in any. */
  readonly cycles: readonly Cycle[];
  /** The reference of the same flavour that says so; undefined where none does. */
  readonly reference: () => string | undefined;
}

/** Never more references than this are offered for one image. */
const IMAGE_MOVES_MAX = 100;

/** Answers about container images from one snapshot. Built once per snapshot. */
export class ImageCatalogue {
  private readonly table: ImageTable;
  private readonly suggestionSources: SuggestionSources;
  private readonly moverOf: ReturnType<typeof imageMovers>;

  /** @param rows the image table of the index's products, where it exists already */
  constructor(
    private readonly index: ProductIndex,
    rows: readonly ImageTableRow[] = imageTableRows(index.products.map((entry) => entry.product)),
  ) {
    this.table = readImageTable(rows, {
      productNamed: (name) => index.named(name)?.product.id ?? null,
      hasCycle: (product, cycle) => index.get(product)?.names.has(cycle) ?? false,
    });
    this.moverOf = imageMovers(index, this.table);
    this.suggestionSources = { index, meant: meantImages(index, () => this.table.images.keys()) };
  }

  /**
   * Checks an image reference or a whole FROM line on a day. Never throws on input; the
   * caller has limited its length.
   */
  check(image: string, today: CalendarDate, options?: ImageCheckOptions): ImageOutcome {
    const reference = readImageInput(image);
    if ('fault' in reference) return { kind: 'fault', message: reference.fault };

    const reader = this.moverOf(reference, today);
    const parts = reader.read(reference).map((one) => this.advise(one, today, options));
    const components = parts.map((one) => this.resolve(one, reference, today));
    const matched = components.reduce((sum, { found }) => (found ? sum + 1 : sum), 0);
    if (matched === 0) {
      const meant = isUnknownImage(components) ? this.suggestionSources.meant(reference).nearest : undefined;
      return {
        kind: 'unknown',
        message: whyUnknown(reference, components, this.index, today, meant),
        suggestions: mergeSuggestions(components.map(({ suggestions = [] }) => suggestions)),
      };
    }

    const name = (): string => writtenName(image, reference);
    const upgrade =
      options?.withTargets === false
        ? undefined
        : imageUpgradeOf({ reference, name, parts, days: daysWanted(options) }, reader);
    const { registry, repository, tag, digest } = reference;
    const status = worstStatus(components);
    const days_until_eol = soonestDays(components.map(({ match }) => match));
    const complete = matched === components.length;
    const report: ImageReport =
      upgrade === undefined
        ? { image, registry, repository, tag, digest, status, days_until_eol, matched, complete, components }
        : { image, registry, repository, tag, digest, status, days_until_eol, matched, complete, upgrade, components };
    return { kind: 'found', report };
  }

  /**
   * The references that an image can be moved to on a day: same registry, namespace, repository and flavour, spelled as sent, with
   * newer cycles of the product, of the runtimes and of the base systems that its tag states. Each is read by this catalogue as the
   * same parts, in the same order; each part is in the cycle where it was, or in a newer one (`upgradeCandidates`) that has not
   * ended and ends later; none has ended. Of Alpine Linux and Windows below another product only the newest two releases are
   * offered, since publishers build on no others (`base-systems.ts`). In order of the steps, those of the product counting most, then of the runtimes, then of
   * the base systems: staying comes before moving, a smaller step before a greater one. Whether a step is needed is not asked:
   * there may be moves for an image with which nothing is wrong. No registry was asked whether the tags exist. At most 100.
   * Empty for what is no reference or is not known, for one with a digest, where the repository or a runtime gets no new tags
   * (`retired-images.ts`), where a part is not listed, and where one that has ended has no newer cycle or is not in the tag.
   * @param image a reference or a FROM line, as for `check`; never throws on it
   * @returns whole references, without `FROM` and stage name
   */
  moves(image: string, today: CalendarDate): readonly string[] {
    const references = this.possibleMoves(image, today).flatMap(({ reference }) => reference() ?? []);
    return [...new Set(references)].slice(0, IMAGE_MOVES_MAX);
  }

  /** `moves` before their references are written, which is most of the work. */
  possibleMoves(image: string, today: CalendarDate): readonly PossibleImageMove[] {
    const reference = readImageInput(image);
    if ('fault' in reference) return [];
    const name = writtenName(image, reference);
    return possibleMoves(reference, this.moverOf(reference, today)).map(({ cycles, tag }) => ({
      cycles,
      reference: () => {
        const text = tag();
        return text === undefined ? undefined : `${name}:${text}`;
      },
    }));
  }

  private advise(one: ReadPart, today: CalendarDate, options?: UpgradeOptions): AdvisedPart {
    const { part, product, match } = one;
    const stays = isBuildVariant(one, today);
    const upgrade = stays ? undefined : product && match && upgradeOf(product, match.cycle, today, options);
    return { part, product, match, upgrade };
  }

  private resolve(
    { part, product, match, upgrade }: AdvisedPart,
    reference: ImageReference,
    today: CalendarDate,
  ): ImageComponent {
    if (product === undefined) {
      // What the table knows and this snapshot lacks is another fault than what nobody knows.
      const reason = part.role === 'image' && part.product === null ? 'unknown_image' : 'unknown_product';
      return unmatchedComponent(part, undefined, reason, this.suggest(part, undefined, reference, today));
    }
    if (match === undefined) {
      return unmatchedComponent(
        part,
        product,
        reasonOf(part, reference),
        this.suggest(part, product, reference, today),
      );
    }
    return matchedComponent(part, product, match, toEolCycle(match.cycle, today), upgrade);
  }

  private suggest(
    part: ImagePart,
    product: IndexedProduct | undefined,
    reference: ImageReference,
    today: CalendarDate,
  ): readonly string[] {
    return suggestPart(part, product, reference, this.suggestionSources, today);
  }
}

function daysWanted({ clearDays = 0 }: UpgradeOptions = {}): number {
  return Math.max(SUPPORT_DAYS_WANTED, clearDays);
}

/** The name before the tag, as it was sent; not to be used where no tag was. */
function writtenName(image: string, { tag }: ImageReference): string {
  const isTagged = (word: string): boolean => !word.startsWith('--') && word.endsWith(`:${tag}`);
  const reference = /[ \t]/.test(image) ? (image.split(/[ \t]/).find(isTagged) ?? '') : image;
  return reference.slice(0, reference.lastIndexOf(':'));
}

function isUnknownImage(components: readonly ImageComponent[]): boolean {
  return components.some(({ reason }) => reason === 'unknown_image');
}
