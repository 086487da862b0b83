import { picoPerToken } from '@stackcheck/models-core/pico-dollars';
import type { ModelRecord } from './records';

/** A list price that its maker has kept for long. */
export interface Canary {
  readonly id: string;
  /** Dollars per million tokens. */
  readonly input: number;
  readonly output: number;
}

/**
 * List prices of makers for models long on sale, `provider/model input output` in dollars per million tokens. Makers do not
 * raise the price of a model under the same name, and new prices come with new names: a document in which one of them differs
 * was read wrongly, is in another unit, or was tampered with. When a maker does change one, an operator looks, accepts the
 * content by its hash, and the line is corrected.
 */
export const CANARIES: readonly Canary[] = `
openai/gpt-4o 2.5 10
openai/gpt-4o-mini 0.15 0.6
openai/gpt-4-turbo 10 30
openai/gpt-4.1 2 8
openai/gpt-4.1-mini 0.4 1.6
openai/gpt-4.1-nano 0.1 0.4
openai/gpt-5 1.25 10
openai/gpt-5-mini 0.25 2
openai/gpt-5-nano 0.05 0.4
openai/o1 15 60
openai/o4-mini 1.1 4.4
openai/text-embedding-3-small 0.02 0
openai/text-embedding-3-large 0.13 0
anthropic/claude-opus-4-1 15 75
anthropic/claude-opus-4-5 5 25
anthropic/claude-sonnet-4-5 3 15
anthropic/claude-haiku-4-5 1 5
google/gemini-2.5-pro 1.25 10
google/gemini-2.5-flash 0.3 2.5
google/gemini-2.5-flash-lite 0.1 0.4
google/gemini-embedding-001 0.15 0
mistral/mistral-large-2411 2 6
mistral/mistral-nemo 0.15 0.15
mistral/mistral-embed 0.1 0
cohere/command-a-03-2025 2.5 10
cohere/command-r-08-2024 0.15 0.6
cohere/command-r7b-12-2024 0.0375 0.15
perplexity/sonar 1 1
perplexity/sonar-pro 3 15
amazon-bedrock/amazon.nova-micro-v1:0 0.035 0.14
amazon-bedrock/amazon.nova-lite-v1:0 0.06 0.24
amazon-bedrock/amazon.nova-pro-v1:0 0.8 3.2
groq/llama-3.1-8b-instant 0.05 0.08
groq/llama-3.3-70b-versatile 0.59 0.79
`
  .trim()
  .split('\n')
  .map((line) => {
    const [id = '', input = '', output = ''] = line.split(' ');
    return { id, input: Number(input), output: Number(output) };
  });

/** Providers without which the document is not whole. */
export const CANARY_PROVIDERS: readonly string[] = [...new Set(CANARIES.map(({ id }) => id.slice(0, id.indexOf('/'))))];

/** Old models are withdrawn from sale; so many canaries may be gone before that is an explanation no more. */
const GONE_MAX = Math.floor(CANARIES.length / 4);

/** What speaks against these models, each in a few words; empty when every canary sings. */
export function changedCanaries(models: readonly ModelRecord[]): readonly string[] {
  const byId = new Map(models.map((row) => [row.id, row]));
  const providers = new Set(models.map(({ provider }) => provider));
  const gone = CANARIES.filter(({ id }) => !byId.has(id));
  return [
    ...CANARY_PROVIDERS.filter((provider) => !providers.has(provider)).map((provider) => `${provider} sells nothing`),
    ...(gone.length > GONE_MAX ? gone.map(({ id }) => `${id} is gone`) : []),
    ...CANARIES.flatMap((canary) => {
      const row = byId.get(canary.id);
      return row === undefined || statesPrice(row, canary)
        ? []
        : [`${canary.id} cost ${priceText(canary)}, now ${stated(row)}`];
    }),
  ];
}

function statesPrice({ prices }: ModelRecord, { input, output }: Canary): boolean {
  return prices !== null && prices.input === picoPerToken(input) && prices.output === picoPerToken(output);
}

function priceText({ input, output }: { readonly input: number; readonly output: number }): string {
  return `${input}/${output} USD`;
}

function stated({ prices }: ModelRecord): string {
  return prices === null ? 'nothing is stated' : priceText({ input: prices.input / 1e6, output: prices.output / 1e6 });
}
