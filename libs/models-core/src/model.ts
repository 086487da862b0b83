/** A calendar day `YYYY-MM-DD`, or a month `YYYY-MM` where only that is known. */
export type DayOrMonth = string;

/** What a model is for. Derived by the dataset: upstream names no kind. */
export type ModelKind = 'chat' | 'embedding' | 'rerank' | 'image' | 'audio' | 'video' | 'ocr' | 'moderation' | 'other';

/** All kinds, in the order in which they are listed. */
export const MODEL_KINDS: readonly ModelKind[] = [
  'chat',
  'embedding',
  'rerank',
  'image',
  'audio',
  'video',
  'ocr',
  'moderation',
  'other',
];

/** What goes into a model or comes out of it. */
export type Modality = 'text' | 'image' | 'audio' | 'video' | 'pdf';

/** All modalities. Their position is their bit in the index. */
export const MODALITIES: readonly Modality[] = ['text', 'image', 'audio', 'video', 'pdf'];

/**
 * Prices in whole pico-dollars (10⁻¹² USD) per token: 1 USD per 1,000,000 tokens is 1,000,000. They are safe integers, so
 * that a snapshot holds them as plain JSON numbers; costs, which are sums of products, are bigint. Null: not stated.
 */
export interface TokenPrices {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number | null;
  readonly cacheWrite: number | null;
  /** Null: reasoning tokens are billed as output. */
  readonly reasoning: number | null;
  readonly inputAudio: number | null;
  readonly outputAudio: number | null;
}

/** The prices of every token of a request that has more input tokens, cached ones included, than the threshold. */
export interface PriceTier {
  readonly above: number;
  readonly prices: TokenPrices;
}

/** Prices of the provider's batch interface, in pico-dollars per token. */
export interface BatchPrices {
  readonly input: number;
  readonly output: number;
}

/** Greatest numbers of tokens; null: unknown, which is not "none". */
export interface ModelLimits {
  readonly context: number | null;
  readonly input: number | null;
  readonly output: number | null;
}

/** What a model can do; null: not stated. */
export interface ModelCapabilities {
  readonly toolCall: boolean;
  readonly structuredOutput: boolean | null;
  readonly reasoning: boolean;
  readonly attachment: boolean;
  readonly temperature: boolean | null;
}

/** One model as one provider sells it. `provider` and `id` together are its key. */
export interface Model {
  readonly provider: string;
  /** The provider's own name of the model; unique only inside the provider. */
  readonly id: string;
  readonly name: string;
  readonly family: string | null;
  readonly kind: ModelKind;
  /** The same for one model under all its names, `maker/model`. */
  readonly canonical: string;
  /** Null: unknown, which is not free. */
  readonly prices: TokenPrices | null;
  /** In ascending order of threshold. */
  readonly tiers: readonly PriceTier[];
  readonly batch: BatchPrices | null;
  readonly limits: ModelLimits;
  readonly capabilities: ModelCapabilities;
  readonly modalities: { readonly input: readonly Modality[]; readonly output: readonly Modality[] };
  readonly status: 'alpha' | 'beta' | 'deprecated' | null;
  /** Day from which the provider counts the model as deprecated. */
  readonly deprecationDate: DayOrMonth | null;
  readonly releaseDate: DayOrMonth | null;
  readonly lastUpdated: DayOrMonth | null;
  /** End of the training data. */
  readonly knowledge: DayOrMonth | null;
  readonly openWeights: boolean;
  /** Sold by who made it. */
  readonly firstParty: boolean;
}

/** Who sells models. */
export interface ModelProvider {
  readonly id: string;
  readonly name: string;
  /** Page of the provider's documentation. */
  readonly doc: string;
}

/** Whether every price of a model is zero; no price is not free. */
export function isFree({ prices, tiers }: Model): boolean {
  if (prices === null) return false;
  return [prices, ...tiers.map((tier) => tier.prices)].every(({ input, output }) => input === 0 && output === 0);
}

/**
 * Whether a model that makes something charges for input and nothing for output. Chat models that do are routers, whose real price is another
 * model's; of images, sound and video the price is one of a picture, a minute or a film.
 */
export function hasNoOutputPrice({ kind, prices }: Model): boolean {
  return CHARGED_FOR_OUTPUT.has(kind) && prices !== null && prices.input > 0 && prices.output === 0;
}

const CHARGED_FOR_OUTPUT: ReadonlySet<ModelKind> = new Set<ModelKind>(['chat', 'image', 'audio', 'video']);
