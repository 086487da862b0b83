import { TOKENS_MAX, type CheapestRequest } from '@stackcheck/models-core';
import { InvalidArgumentError } from 'commander';
import { CliError, EXIT, type ExitCode } from '../program/exit-code';
import type { AskModels, FoundModels } from '../stack/model-search';
import type { Streams } from '../terminal/streams';

/** Flags of `model`. */
export interface ModelFlags {
  readonly input?: number;
  readonly output?: number;
  readonly cacheRead?: number;
  readonly reasoning?: number;
  readonly requests?: number;
  readonly minContext?: number;
  readonly toolCall?: boolean;
  readonly structuredOutput?: boolean;
  readonly openWeights?: boolean;
  readonly provider?: readonly string[];
  readonly model?: readonly string[];
  readonly preferMaker?: boolean;
  readonly limit?: number;
  readonly format: 'table' | 'json';
}

/** Who is asked: the models of this machine, or the service. */
export interface ModelDeps {
  readonly streams: Streams;
  readonly ask: AskModels;
}

/** The cheapest models for a mix of tokens. */
export async function model(flags: ModelFlags, { streams, ask }: ModelDeps): Promise<ExitCode> {
  const answer = await ask(toRequest(flags));
  if (flags.format === 'json') streams.write(`${JSON.stringify({ schema: 1, ...answer }, null, 2)}\n`);
  else streams.write(answer.results.map(toLine).join(''));
  return EXIT.ok;
}

function toRequest(flags: ModelFlags): CheapestRequest {
  const { input, output, cacheRead, reasoning, requests, limit } = flags;
  if ([input, output, cacheRead, reasoning].every((count) => !count)) {
    throw new CliError(EXIT.usage, 'say how many tokens a request takes, such as --input 10000 --output 1000');
  }
  const constraints = {
    ...(flags.minContext !== undefined && { min_context: flags.minContext }),
    ...(flags.toolCall && { tool_call: true }),
    ...(flags.structuredOutput && { structured_output: true }),
    ...(flags.openWeights && { open_weights: true }),
    ...(flags.provider && { providers: flags.provider }),
    ...(flags.model && { models: flags.model }),
  };
  return {
    tokens: {
      ...(input !== undefined && { input }),
      ...(output !== undefined && { output }),
      ...(cacheRead !== undefined && { cache_read: cacheRead }),
      ...(reasoning !== undefined && { reasoning }),
    },
    ...(requests !== undefined && { requests }),
    ...(Object.keys(constraints).length > 0 && { constraints }),
    ...(flags.preferMaker && { prefer: 'first_party' as const }),
    limit: limit ?? 5,
  };
}

function toLine({
  rank,
  provider,
  model: name,
  cost_usd: cost,
  limits,
  price_outlier: isOutlier,
}: FoundModels['results'][number]): string {
  const context = limits.context === null ? '' : `  context ${limits.context.toLocaleString('en')}`;
  const doubt = isOutlier === true ? '  far below the price of its maker: look twice' : '';
  return `${String(rank).padStart(3)}  ${`${provider}/${name}`.padEnd(52)}  ${cost} USD${context}${doubt}\n`;
}

/** `10000`: tokens of a request. @throws InvalidArgumentError */
export function toTokens(text: string): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (!(count <= TOKENS_MAX)) throw new InvalidArgumentError(`Give a whole number, at most ${TOKENS_MAX}.`);
  return count;
}
