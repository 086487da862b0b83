import { MODALITIES, type Modality } from '@stackcheck/models-core';
import { parseUpstreamJson, textOfJson, type UpstreamJson } from '../upstream/upstream-json';
import { placeOf, upstreamShape } from '../upstream/upstream-shape';
import { UpstreamShapeError } from '../upstream/upstream-shape-error';
import { duplicateMember } from './duplicate-member';

/** Prices in US dollars per 1,000,000 tokens. */
export interface UpstreamPrices {
  readonly input: number;
  readonly output: number;
  readonly cache_read?: number;
  readonly cache_write?: number;
  readonly reasoning?: number;
  readonly input_audio?: number;
  readonly output_audio?: number;
}

/** Prices with their context tiers. The legacy `context_over_200k` is not read: it is wrong for other thresholds. */
export interface UpstreamCost extends UpstreamPrices {
  readonly tiers?: readonly (UpstreamPrices & { readonly tier: { readonly type: 'context'; readonly size: number } })[];
}

/** The members we use of a model. */
export interface UpstreamModel {
  readonly id: string;
  readonly name: string;
  readonly family?: string;
  readonly attachment: boolean;
  readonly reasoning: boolean;
  readonly tool_call: boolean;
  readonly structured_output?: boolean;
  readonly temperature?: boolean;
  readonly knowledge?: string;
  readonly release_date: string;
  readonly last_updated: string;
  readonly modalities: { readonly input: readonly Modality[]; readonly output: readonly Modality[] };
  readonly open_weights: boolean;
  readonly limit: { readonly context: number; readonly input?: number; readonly output: number };
  readonly status?: 'alpha' | 'beta' | 'deprecated';
  readonly cost?: UpstreamCost;
}

/** The members we use of a provider. */
export interface UpstreamProvider {
  readonly id: string;
  readonly name: string;
  readonly doc: string;
  readonly models: Readonly<Record<string, UpstreamModel>>;
}

/** models.dev's `api.json`: providers by id. */
export type UpstreamDocument = Readonly<Record<string, UpstreamProvider>>;

const NAME = { type: 'string', minLength: 1, maxLength: 200 } as const;
const FLAG = { type: 'boolean' } as const;
/** The form only: upstream is written by hand, and a 31 February of theirs must not stop every refresh. */
const DATE = { type: 'string', pattern: '^\\d{4}-\\d{2}(-\\d{2})?$' } as const;
/** Bounds of what can be computed with; what is believed is for the guards. */
const PRICE = { type: 'number', minimum: 0, maximum: 1_000_000 } as const;
const TOKENS = { type: 'integer', minimum: 0, maximum: 1_000_000_000_000 } as const;
const MODALITY_LIST = { type: 'array', minItems: 1, items: { enum: MODALITIES } } as const;

const PRICES = {
  input: PRICE,
  output: PRICE,
  cache_read: PRICE,
  cache_write: PRICE,
  reasoning: PRICE,
  input_audio: PRICE,
  output_audio: PRICE,
} as const;

const TIER = {
  type: 'object',
  required: ['input', 'output', 'tier'],
  properties: {
    ...PRICES,
    tier: {
      type: 'object',
      required: ['type', 'size'],
      // Another sort of tier would change what a call costs: somebody has to look at it first.
      properties: { type: { const: 'context' }, size: { ...TOKENS, minimum: 1 } },
    },
  },
} as const;

const MODEL = {
  type: 'object',
  required: [
    'id',
    'name',
    'attachment',
    'reasoning',
    'tool_call',
    'release_date',
    'last_updated',
    'modalities',
    'open_weights',
    'limit',
  ],
  properties: {
    id: NAME,
    name: NAME,
    family: NAME,
    attachment: FLAG,
    reasoning: FLAG,
    tool_call: FLAG,
    structured_output: FLAG,
    temperature: FLAG,
    knowledge: DATE,
    release_date: DATE,
    last_updated: DATE,
    modalities: {
      type: 'object',
      required: ['input', 'output'],
      properties: { input: MODALITY_LIST, output: MODALITY_LIST },
    },
    open_weights: FLAG,
    limit: {
      type: 'object',
      required: ['context', 'output'],
      properties: { context: TOKENS, input: TOKENS, output: TOKENS },
    },
    status: { enum: ['alpha', 'beta', 'deprecated'] },
    cost: {
      type: 'object',
      required: ['input', 'output'],
      properties: { ...PRICES, tiers: { type: 'array', items: TIER } },
    },
  },
} as const;

const DOCUMENT = {
  type: 'object',
  minProperties: 1,
  additionalProperties: {
    type: 'object',
    required: ['id', 'name', 'doc', 'models'],
    properties: { id: NAME, name: NAME, doc: NAME, models: { type: 'object', additionalProperties: MODEL } },
  },
} as const;

const shape = upstreamShape<UpstreamDocument>(DOCUMENT, { called: 'document' });

/**
 * Reads models.dev's document. Members that we do not use may come and go; one that we use must have the shape above.
 * @throws UpstreamShapeError naming the first place that differs
 */
export function readUpstream(json: UpstreamJson): UpstreamDocument {
  const text = textOfJson(json);
  const parsed = parseUpstreamJson(text ?? json);
  // `JSON.parse` keeps the last of two members of one name, so this can only be asked of a text.
  if (text !== undefined) requireNamedOnce(text);
  const value = shape(parsed);
  for (const [id, provider] of Object.entries(value)) {
    requireSame(`provider "${clipped(id)}"`, [id, 'id'], id, provider.id);
    for (const [key, model] of Object.entries(provider.models)) {
      requireSame(`model "${clipped(`${id}/${key}`)}"`, [id, 'models', key, 'id'], key, model.id);
      requireDistinctTiers(id, key, model);
    }
  }
  return value;
}

/** @param text a valid JSON text */
function requireNamedOnce(text: string): void {
  const twice = duplicateMember(text);
  if (twice === undefined) return;
  throw new UpstreamShapeError(`upstream's document states "${clipped(twice.join('/'))}" twice`, {
    code: 'contradictory',
    place: placeOf(twice),
  });
}

/** Records are filed under their id; where both differ, nobody knows whose prices they are. */
function requireSame(what: string, place: readonly string[], key: string, id: string): void {
  if (key === id) return;
  throw new UpstreamShapeError(`upstream's ${what} calls itself "${clipped(id)}"`, {
    code: 'contradictory',
    place: placeOf(place),
  });
}

function requireDistinctTiers(provider: string, key: string, { cost }: UpstreamModel): void {
  const sizes = new Set<number>();
  for (const [at, { tier }] of (cost?.tiers ?? []).entries()) {
    if (sizes.has(tier.size)) {
      throw new UpstreamShapeError(
        `upstream's model "${clipped(`${provider}/${key}`)}" has two prices above ${tier.size} tokens`,
        { code: 'contradictory', place: placeOf([provider, 'models', key, 'cost', 'tiers', at, 'tier', 'size']) },
      );
    }
    sizes.add(tier.size);
  }
}

function clipped(text: string): string {
  return text.slice(0, 200);
}
