import type { DayOrMonth, Model } from './model';

/** What it rests on that a model is called deprecated or not. */
export type DeprecationBasis = 'deprecated' | 'listed_date' | 'no_listed_date' | 'no_date_source';

/** What is known of a model's end, in wire names. */
export interface Deprecation {
  /**
   * `deprecated`: its provider says so, or its listed date has come; `listed_date`: the listed date lies ahead;
   * `no_listed_date`: no source lists a date for this offer; `no_date_source`: the source of dates is not in the snapshot.
   */
  readonly basis: DeprecationBasis;
  /** Earliest date listed for the maker's own offer of the same model; null: none. */
  readonly maker_date: DayOrMonth | null;
  /** The same as a sentence for people. */
  readonly text: string;
}

/** Whether a model is deprecated on a day: its provider says so, or its date has come. */
export function isDeprecated({ status, deprecationDate }: Model, today: DayOrMonth): boolean {
  return status === 'deprecated' || hasCome(deprecationDate, today);
}

/**
 * Says what the word rests on.
 * @param maker earliest date listed for the maker's own offer, and whether the maker calls it deprecated
 * @param datesKnown whether the source of dates is in the snapshot at all
 */
export function deprecationOf(
  model: Model,
  maker: { readonly date: DayOrMonth | null; readonly hasEnded: boolean },
  datesKnown: boolean,
  today: DayOrMonth,
): Deprecation {
  const basis = basisOf(model, datesKnown, today);
  const ofMaker = model.firstParty ? '' : makerSentence(maker.date, maker.hasEnded, today);
  return { basis, maker_date: maker.date, text: sentenceOf(basis, model, today) + ofMaker };
}

function basisOf(model: Model, datesKnown: boolean, today: DayOrMonth): DeprecationBasis {
  if (isDeprecated(model, today)) return 'deprecated';
  if (model.deprecationDate !== null) return 'listed_date';
  return datesKnown ? 'no_listed_date' : 'no_date_source';
}

function sentenceOf(basis: DeprecationBasis, { deprecationDate: date }: Model, today: DayOrMonth): string {
  switch (basis) {
    case 'deprecated':
      return hasCome(date, today)
        ? `Deprecated: the listed date ${date} has come.`
        : 'Deprecated: the list of models says so.';
    case 'listed_date':
      return `Not deprecated yet: the listed date is ${date}.`;
    case 'no_listed_date':
      return 'Not called deprecated, but no source lists a date for this offer: ask the provider before you rely on it.';
    case 'no_date_source':
      return 'Not called deprecated, but this snapshot has no list of dates: ask the provider before you rely on it.';
  }
}

function makerSentence(date: DayOrMonth | null, hasEnded: boolean, today: DayOrMonth): string {
  if (date === null) return hasEnded ? ' The maker calls its own offer of this model deprecated.' : '';
  return hasCome(date, today)
    ? ` The maker's own offer of this model became deprecated on ${date}.`
    : ` The maker's own offer of this model becomes deprecated on ${date}.`;
}

function hasCome(date: DayOrMonth | null, today: DayOrMonth): date is DayOrMonth {
  return date !== null && date <= today;
}
