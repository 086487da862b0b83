import { driftFault, sample, shrinkFault, type GuardFault } from '../life/guards';
import type { ModelRecord, ModelsSnapshot, PriceRecord } from './records';

const PROVIDER_LOSS_MAX = 0.1;
/** In three weeks upstream dropped 4 % of its models, 3 % changed a price, and 3 models did so by a factor of ten. */
const MODEL_LOSS_MAX = 0.1;
const PRICE_LOSS_MAX = 0.1;
const CHANGED_PRICES_MAX = 0.2;
/** A price that moves by this factor at once was stated in another unit before, or is now. */
const JUMP_FACTOR = 10;
const JUMPED_SHARE_MAX = 0.005;

/** What speaks against a content as the successor of the last good one. */
export function historyFaults(next: ModelsSnapshot, previous: ModelsSnapshot): readonly (GuardFault | undefined)[] {
  const now = new Map(next.models.map((row) => [row.id, row]));
  const kept = previous.models.flatMap((before) => {
    const after = now.get(before.id);
    return after === undefined ? [] : [{ before, after }];
  });
  const changed = kept.filter(({ before, after }) => priceText(before) !== priceText(after));
  return [
    shrinkFault('providers', previous.providers.length, next.providers.length, PROVIDER_LOSS_MAX),
    // Those that are gone count, not those that are left: new names must not hide a loss.
    shrinkFault('known models', previous.models.length, kept.length, MODEL_LOSS_MAX),
    shrinkFault('models with a price', pricedCount(previous), pricedCount(next), PRICE_LOSS_MAX),
    driftFault('prices', changed.length, previous.models.length, CHANGED_PRICES_MAX),
    jumpFault(changed, previous.models.length),
  ];
}

function jumpFault(
  changed: readonly { readonly before: ModelRecord; readonly after: ModelRecord }[],
  known: number,
): GuardFault | undefined {
  const jumped = changed
    .filter(({ before, after }) => hasJumped(before.prices, after.prices))
    .map(({ after }) => after.id);
  if (jumped.length <= Math.max(5, known * JUMPED_SHARE_MAX)) return undefined;
  const sentence = `${jumped.length} prices moved by a factor of ${JUMP_FACTOR} or more, as a change of unit would: ${sample(jumped)}`;
  return { rule: 'price_jumped', sentence, overridable: true };
}

/** Between two prices above zero; what becomes free or stops being so did not change its unit. */
function hasJumped(before: PriceRecord | null, after: PriceRecord | null): boolean {
  if (before === null || after === null) return false;
  return (['input', 'output'] as const).some((side) => {
    const [low, high] = [before[side], after[side]].sort((a, b) => a - b) as [number, number];
    return low > 0 && high >= low * JUMP_FACTOR;
  });
}

function pricedCount({ models }: ModelsSnapshot): number {
  return models.filter(({ prices }) => prices !== null).length;
}

/** All prices in one text; members by name, so that their order does not matter. Batch prices come from the companion. */
function priceText({ prices, tiers }: ModelRecord): string {
  return [prices, ...tiers.map((tier) => tier.prices)].map((one) => JSON.stringify(one, PRICE_MEMBERS)).join(' ');
}

const PRICE_MEMBERS: (keyof PriceRecord)[] = [
  'input',
  'output',
  'cache_read',
  'cache_write',
  'reasoning',
  'input_audio',
  'output_audio',
];
