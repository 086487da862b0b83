import { hasHiddenCharacter, isWebLink, sample, type GuardFault } from '../life/guards';
import { changedCanaries } from './canaries';
import { historyFaults } from './history-guards';
import type { ModelRecord, ModelsSnapshot, PriceRecord } from './records';

/** Pico-dollars per token, 2,000 USD per million tokens: three times the dearest model there is. */
const PRICE_MAX = 2_000_000_000;
const LIMIT_MAX = 1_000_000_000;
const FIRST_DATE = '2015-01';
const LAST_DATE = '2100-12-31';
/** A few slips of upstream's authors are believed, a document without dates is not. */
const UNDATED_SHARE_MAX = 0.05;

/** Ids stand in questions and in paths, and are looked up whatever their case. */
const PROVIDER_NAME = /^[a-z0-9][a-z0-9._-]*$/;
const MODEL_NAME = /^[a-z0-9@~][\w.:@~+/-]*$/i;
/** Members that every object of the language has: as names they are a trap for anyone who files records under them. */
const RESERVED: ReadonlySet<string> = new Set([
  '__proto__',
  ...Object.getOwnPropertyNames(Object.prototype),
  'prototype',
]);

/** Why this content must not be published; empty when it may. */
export function guardModels(next: ModelsSnapshot, previous: ModelsSnapshot | undefined): readonly GuardFault[] {
  const faults = [
    emptyFault(next),
    nameFault(next),
    reservedFault(next),
    uniqueFault(next),
    characterFault(next),
    linkFault(next),
    priceFault(next),
    limitFault(next),
    dateFault(next),
    undatedFault(next),
    canaryFault(next),
    ...(previous === undefined ? [] : historyFaults(next, previous)),
  ];
  return faults.filter((fault) => fault !== undefined);
}

function emptyFault({ models }: ModelsSnapshot): GuardFault | undefined {
  if (models.some(({ prices }) => prices !== null)) return undefined;
  return { rule: 'empty', sentence: 'there is no model with a price in the document', overridable: false };
}

function nameFault({ providers, models }: ModelsSnapshot): GuardFault | undefined {
  const wrong = [
    ...providers.map(({ provider }) => provider).filter((name) => !PROVIDER_NAME.test(name)),
    ...models.filter(({ model }) => !MODEL_NAME.test(model)).map(({ id }) => id),
  ];
  return faultOf('name_refused', 'ids with characters that no question of ours takes', wrong, false);
}

function reservedFault({ providers, models }: ModelsSnapshot): GuardFault | undefined {
  const taken = [
    ...providers.map(({ provider }) => provider).filter((name) => RESERVED.has(name)),
    ...models
      .filter(({ model, family }) => [...model.split('/'), family ?? ''].some((part) => RESERVED.has(part)))
      .map(({ id }) => id),
  ];
  return faultOf('reserved_word', 'ids or families that are words of the language', taken, false);
}

function uniqueFault({ providers, models }: ModelsSnapshot): GuardFault | undefined {
  const twice = [...repeated(providers.map(({ provider }) => provider)), ...repeated(models.map(({ id }) => id))];
  return faultOf('name_not_unique', 'ids that stand for two things when case is ignored', twice, false);
}

function characterFault({ providers, models }: ModelsSnapshot): GuardFault | undefined {
  const hidden = [
    ...providers
      .filter(({ provider, name, doc }) => [provider, name, doc].some(hasHiddenCharacter))
      .map(({ provider }) => provider),
    ...models
      .filter((row) => [row.id, row.name, row.family ?? '', row.canonical].some(hasHiddenCharacter))
      .map(({ id }) => id),
  ];
  return faultOf('hidden_character', 'control, bidirectional or invisible characters in the texts', hidden, false);
}

function linkFault({ providers }: ModelsSnapshot): GuardFault | undefined {
  const wrong = providers.filter(({ doc }) => !isWebLink(doc)).map(({ provider }) => provider);
  return faultOf('link_refused', 'links that are no http or https address', wrong, false);
}

function priceFault({ models }: ModelsSnapshot): GuardFault | undefined {
  const wrong = models.filter((row) => pricesOf(row).some((price) => price > PRICE_MAX)).map(({ id }) => id);
  return faultOf('price_out_of_range', 'prices above 2,000 USD per million tokens', wrong, true);
}

function limitFault({ models }: ModelsSnapshot): GuardFault | undefined {
  const wrong = models
    .filter(({ limits, tiers }) =>
      [limits.context, limits.input, limits.output, ...tiers.map(({ above }) => above)].some(
        (tokens) => (tokens ?? 0) > LIMIT_MAX,
      ),
    )
    .map(({ id }) => id);
  return faultOf('limit_out_of_range', `limits above ${LIMIT_MAX} tokens`, wrong, true);
}

function dateFault({ models }: ModelsSnapshot): GuardFault | undefined {
  const wrong = models
    .filter((row) => datesOf(row).some((date) => date < FIRST_DATE || date > LAST_DATE))
    .map(({ id }) => id);
  return faultOf('date_out_of_range', `dates outside ${FIRST_DATE} to ${LAST_DATE}`, wrong, true);
}

function undatedFault({ models }: ModelsSnapshot): GuardFault | undefined {
  const undated = models.filter(({ release_date: date }) => date === null).map(({ id }) => id);
  if (undated.length <= models.length * UNDATED_SHARE_MAX) return undefined;
  return faultOf(
    'date_out_of_range',
    `${undated.length} models without a release date that can be read`,
    undated,
    true,
  );
}

function canaryFault({ models }: ModelsSnapshot): GuardFault | undefined {
  const changed = changedCanaries(models);
  if (changed.length === 0) return undefined;
  const sentence = `${changed.length} long-standing list prices or providers changed: ${sample(changed)}`;
  return { rule: 'canary_changed', sentence, overridable: true };
}

function faultOf(
  rule: GuardFault['rule'],
  what: string,
  findings: readonly string[],
  overridable: boolean,
): GuardFault | undefined {
  if (findings.length === 0) return undefined;
  return { rule, sentence: `${what}: ${sample(findings.map(quote))}`, overridable };
}

function pricesOf({ prices, tiers, batch }: ModelRecord): readonly number[] {
  const all: readonly (PriceRecord | null)[] = [prices, ...tiers.map((tier) => tier.prices)];
  const stated = all.flatMap((record) =>
    record === null ? [] : Object.values(record as Record<keyof PriceRecord, number | null>),
  );
  return [...stated, ...Object.values(batch ?? {})].filter((price) => price !== null);
}

function datesOf(row: ModelRecord): readonly string[] {
  return [row.release_date, row.last_updated, row.knowledge, row.deprecation_date].filter((date) => date !== null);
}

function repeated(names: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return names.filter((name) => {
    const folded = name.toLowerCase();
    if (seen.has(folded)) return true;
    seen.add(folded);
    return false;
  });
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}
