import { picoPerTokenOfUnit } from '@stackcheck/models-core/pico-dollars';
import { toDayOrMonth } from './day-or-month';

/** What LiteLLM adds to a provider's model. */
export interface LitellmFacts {
  readonly mode: string | null;
  readonly deprecationDate: string | null;
  /** Pico-dollars per token; null: not stated. */
  readonly input: number | null;
  readonly output: number | null;
  readonly batchInput: number | null;
  readonly batchOutput: number | null;
}

/** LiteLLM's facts of a provider's model, if it lists exactly that. */
export type LitellmLookup = (provider: string, modelId: string) => LitellmFacts | undefined;

/** LiteLLM's name of a provider → ours. Its names of regions and of other services of a cloud are left out. */
const PROVIDERS: ReadonlyMap<string, string> = new Map(
  `
anthropic anthropic
azure azure
baseten baseten
bedrock amazon-bedrock
bedrock_converse amazon-bedrock
cerebras cerebras
cohere cohere
cohere_chat cohere
dashscope alibaba
databricks databricks
deepinfra deepinfra
deepseek deepseek
fireworks_ai fireworks-ai
fireworks_ai-embedding-models fireworks-ai
gemini google
github_copilot github-copilot
gmi gmicloud
groq groq
inception inception
meta_llama llama
minimax minimax
mistral mistral
moonshot moonshotai
morph morph
nebius nebius
novita novita-ai
nvidia_nim nvidia
openai openai
openrouter openrouter
ovhcloud ovhcloud
perplexity perplexity
sarvam sarvam
scaleway scaleway
snowflake snowflake-cortex
text-completion-openai openai
together_ai togetherai
v0 v0
vercel_ai_gateway vercel
vertex_ai google-vertex
vertex_ai-anthropic_models google-vertex-anthropic
vertex_ai-deepseek_models google-vertex
vertex_ai-embedding-models google-vertex
vertex_ai-image-models google-vertex
vertex_ai-language-models google-vertex
vertex_ai-llama_models google-vertex
vertex_ai-mistral_models google-vertex
vertex_ai-openai_models google-vertex
vertex_ai-qwen_models google-vertex
vertex_ai-video-models google-vertex
vertex_ai-zai_models google-vertex
wandb wandb
xai xai
zai zai
`
    .trim()
    .split('\n')
    .map((line) => line.split(' ') as [string, string]),
);

/** Members of the document that are no models. */
const NO_MODELS: ReadonlySet<string> = new Set(['sample_spec', 'fallback_generalizations']);

/**
 * Reads LiteLLM's document: an object of models, prices in dollars per token. It is a second source: an entry that cannot
 * be read is passed over, and a document that cannot be read gives undefined.
 */
export function readLitellm(body: Uint8Array): LitellmLookup | undefined {
  const document = parse(body);
  if (document === undefined) return undefined;
  const facts = new Map<string, LitellmFacts>();
  for (const [key, entry] of Object.entries(document)) {
    if (NO_MODELS.has(key) || !isObject(entry) || typeof entry['litellm_provider'] !== 'string') continue;
    const tag = entry['litellm_provider'];
    const provider = PROVIDERS.get(tag);
    if (provider === undefined) continue;
    const name = keyOf(provider, withoutTag(key, tag));
    // A key with its provider in front comes after the bare one, and says the same.
    if (!facts.has(name)) facts.set(name, toFacts(entry));
  }
  return (provider, modelId) => facts.get(keyOf(provider, modelId));
}

function parse(body: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `gemini/gemini-2.5-pro` of the provider "gemini" is its `gemini-2.5-pro`; `vertex_ai-…` is written `vertex_ai/…`. */
function withoutTag(key: string, tag: string): string {
  const prefix = `${tag.replace(/-.*$/, '')}/`;
  return key.startsWith(prefix) ? key.slice(prefix.length) : key;
}

function keyOf(provider: string, modelId: string): string {
  return `${provider}/${modelId}`.toLowerCase();
}

function toFacts(entry: Readonly<Record<string, unknown>>): LitellmFacts {
  const { mode, deprecation_date: date } = entry;
  return {
    mode: typeof mode === 'string' ? mode : null,
    deprecationDate: typeof date === 'string' ? toDayOrMonth(date) : null,
    input: priceOf(entry['input_cost_per_token']),
    output: priceOf(entry['output_cost_per_token']),
    batchInput: priceOf(entry['input_cost_per_token_batches']),
    batchOutput: priceOf(entry['output_cost_per_token_batches']),
  };
}

function priceOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? picoPerTokenOfUnit(value) : null;
}
