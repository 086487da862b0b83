import { driftFault, hasHiddenCharacter, isWebLink, sample, shrinkFault, type GuardFault } from '../life/guards';
import { changedCanaries } from './canaries';
import type { EolCycleRecord, EolProductRecord, EolSnapshot } from './records';

const PRODUCT_LOSS_MAX = 0.1;
const CYCLE_LOSS_MAX = 0.05;
const CHANGED_ROWS_MAX = 0.2;
/** What is no longer named is no longer found, and would look as if nothing were known against it. */
const IDENTIFIER_LOSS_MAX = 0.2;
const FIRST_DATE = '1990-01-01';
const LAST_DATE = '2100-12-31';

/**
 * So many cycles may have dates in an impossible order before the document counts as nonsense: upstream is written by
 * hand, and one slip of theirs must not stop every refresh.
 */
const DISORDERED_CYCLES_MAX = 20;

/** Words that follow `/v1/eol/` in our own paths: as a product id they could never be asked for. */
const ROUTE_WORDS: ReadonlySet<string> = new Set(['check', 'image', 'index', 'manifest', 'snapshot']);

/** Ids and aliases stand in paths, so they keep to a safe alphabet. */
const NAME = /^[a-z0-9][a-z0-9._+-]*$/i;

/** Why this content must not be published (reference: ingest gates); empty when it may. */
export function guardEol(next: EolSnapshot, previous: EolSnapshot | undefined): readonly GuardFault[] {
  const faults = [
    emptyFault(next),
    nameFault(next),
    reservedFault(next),
    uniqueFault(next),
    characterFault(next),
    linkFault(next),
    rangeFault(next),
    orderFault(next),
    canaryFault(next),
    ...(previous === undefined ? [] : lossFaults(next, previous)),
  ];
  return faults.filter((fault) => fault !== undefined);
}

function emptyFault({ products }: EolSnapshot): GuardFault | undefined {
  if (cyclesOf(products) > 0) return undefined;
  return { rule: 'empty', sentence: 'there is no release cycle in the document', overridable: false };
}

function nameFault({ products }: EolSnapshot): GuardFault | undefined {
  const wrong = products.flatMap((row) => [row.product, ...row.aliases]).filter((name) => !NAME.test(name));
  if (wrong.length === 0) return undefined;
  const sentence = `ids or aliases with characters that no path of ours takes: ${sample(wrong.map(quote))}`;
  return { rule: 'name_refused', sentence, overridable: false };
}

function reservedFault({ products }: EolSnapshot): GuardFault | undefined {
  const taken = products
    .flatMap((row) => [row.product, ...row.aliases])
    .filter((name) => ROUTE_WORDS.has(name.toLowerCase()));
  if (taken.length === 0) return undefined;
  const sentence = `ids or aliases that are words of our own paths: ${sample(taken.map(quote))}`;
  return { rule: 'reserved_word', sentence, overridable: false };
}

function uniqueFault({ products }: EolSnapshot): GuardFault | undefined {
  const names = repeated(products.flatMap((row) => [row.product, ...row.aliases]));
  const cycles = products.flatMap((row) => repeated(row.cycles.map(({ cycle }) => cycle)).map(placedIn(row)));
  const twice = [...names, ...cycles];
  if (twice.length === 0) return undefined;
  const sentence = `names that stand for two things when case is ignored: ${sample(twice.map(quote))}`;
  return { rule: 'name_not_unique', sentence, overridable: false };
}

function characterFault({ products }: EolSnapshot): GuardFault | undefined {
  const hidden = products.flatMap((row) =>
    textsOf(row)
      .filter(hasHiddenCharacter)
      .map(() => row.product),
  );
  if (hidden.length === 0) return undefined;
  const sentence = `control, bidirectional or invisible characters in the texts of ${sample(hidden.map(quote))}`;
  return { rule: 'hidden_character', sentence, overridable: false };
}

function linkFault({ products }: EolSnapshot): GuardFault | undefined {
  const wrong = products.flatMap((row) =>
    [row.source_url, ...row.cycles.map(({ link }) => link)]
      .filter((link) => link !== null && !isWebLink(link))
      .map(() => row.product),
  );
  if (wrong.length === 0) return undefined;
  const sentence = `links that are no http or https address, in ${sample(wrong.map(quote))}`;
  return { rule: 'link_refused', sentence, overridable: false };
}

function rangeFault({ products }: EolSnapshot): GuardFault | undefined {
  const outside = products.flatMap((row) =>
    row.cycles
      .flatMap(datesOf)
      .filter((date) => date < FIRST_DATE || date > LAST_DATE)
      .map(placedIn(row)),
  );
  if (outside.length === 0) return undefined;
  const sentence = `dates outside ${FIRST_DATE} to ${LAST_DATE}: ${sample(outside)}`;
  return { rule: 'date_out_of_range', sentence, overridable: true };
}

function orderFault({ products }: EolSnapshot): GuardFault | undefined {
  const disordered = products.flatMap((row) =>
    row.cycles.filter(isDisordered).map(({ cycle }) => placedIn(row)(cycle)),
  );
  if (disordered.length <= DISORDERED_CYCLES_MAX) return undefined;
  const sentence = `${disordered.length} cycles end before they begin, e.g. ${sample(disordered)}`;
  return { rule: 'dates_out_of_order', sentence, overridable: true };
}

function canaryFault(next: EolSnapshot): GuardFault | undefined {
  const changed = changedCanaries(next.products);
  if (changed.length === 0) return undefined;
  const sentence = `${changed.length} well-known end dates of the past changed: ${sample(changed)}`;
  return { rule: 'canary_changed', sentence, overridable: true };
}

function lossFaults(next: EolSnapshot, previous: EolSnapshot): readonly (GuardFault | undefined)[] {
  const known = rowsOf(previous.products);
  const now = rowsOf(next.products);
  const changed = [...known].filter(([key, row]) => now.has(key) && now.get(key) !== row).length;
  return [
    shrinkFault('products', previous.products.length, next.products.length, PRODUCT_LOSS_MAX),
    shrinkFault('cycles', known.size, now.size, CYCLE_LOSS_MAX),
    shrinkFault('identifiers', identifiersOf(previous.products), identifiersOf(next.products), IDENTIFIER_LOSS_MAX),
    driftFault('cycles', changed, known.size, CHANGED_ROWS_MAX),
  ];
}

/** Not compared: the LTS date with the end date, which upstream states in the other order for whole products. */
function isDisordered(row: EolCycleRecord): boolean {
  const steps = [row.release_date, row.eoas_from, row.eol_from, row.eoes_from].filter((date) => date !== null);
  return steps.some((date, index) => index > 0 && date < steps[index - 1]!);
}

function cyclesOf(products: readonly EolProductRecord[]): number {
  return products.reduce((count, row) => count + row.cycles.length, 0);
}

/** None of records of version 1. */
function identifiersOf(products: readonly EolProductRecord[]): number {
  return products.reduce((count, { identifiers = [] }) => count + identifiers.length, 0);
}

/** Each cycle under a key that no other bears, with all it says in one text. */
function rowsOf(products: readonly EolProductRecord[]): Map<string, string> {
  return new Map(
    products.flatMap((row) =>
      row.cycles.map((cycle) => [`${row.product} ${cycle.cycle}`, JSON.stringify(cycle, CYCLE_MEMBERS)]),
    ),
  );
}

// Named one by one, so that the order in which a stored and a fresh record list them does not matter.
const CYCLE_MEMBERS: (keyof EolCycleRecord)[] = [
  'cycle',
  'codename',
  'release_date',
  'is_lts',
  'lts_from',
  'is_eol',
  'eol_from',
  'is_eoas',
  'eoas_from',
  'eoes_from',
  'latest',
  'latest_date',
  'link',
];

function datesOf(row: EolCycleRecord): readonly string[] {
  const dates = [row.release_date, row.lts_from, row.eol_from, row.eoas_from, row.eoes_from, row.latest_date];
  return dates.filter((date) => date !== null);
}

function textsOf(row: EolProductRecord): readonly string[] {
  const own = [row.product, row.label, ...row.aliases, row.category, ...row.images, row.source_url];
  const cycles = row.cycles.flatMap(({ cycle, codename, latest, link }) => [cycle, codename, latest, link]);
  const identifiers = (row.identifiers ?? []).flatMap(({ type, id }) => [type, id]);
  return [...own, ...identifiers, ...cycles].filter((text) => text !== null);
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

function placedIn(row: EolProductRecord): (text: string) => string {
  return (text) => `${row.product} ${text}`;
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 60));
}
