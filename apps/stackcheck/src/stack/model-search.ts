import { utcDay } from '@stackcheck/contract';
import { cheapest, type CheapestOutcome, type CheapestRequest } from '@stackcheck/models-core';
import { CliError, EXIT } from '../program/exit-code';

/** `data` of `POST /v1/models/cheapest`. */
export type FoundModels = Omit<Extract<CheapestOutcome, { readonly kind: 'found' }>, 'kind'>;

/** Answers as that route does. @throws CliError */
export type AskModels = (request: CheapestRequest) => Promise<FoundModels>;

/** Searches a local index. @throws CliError `usage` for a name that is none, `unknown` where nothing matches */
export function searchLocally(
  index: Parameters<typeof cheapest>[0],
  request: CheapestRequest,
  nowMs: number,
): FoundModels {
  const outcome = cheapest(index, request, utcDay(nowMs));
  if (outcome.kind === 'found') {
    const { kind: _kind, ...answer } = outcome;
    return answer;
  }
  if (outcome.kind === 'no_match') {
    const drops = outcome.closest.map(({ drop }) => drop.replaceAll('_', '-'));
    const way =
      drops.length === 0 ? 'ask for fewer tokens or less' : `it would do without ${drops.join(' or without ')}`;
    throw new CliError(EXIT.unknown, `no model meets all of this; ${way}`);
  }
  const { field, value, suggestions } = outcome;
  const meant =
    suggestions.length === 0 ? 'names are listed at GET /v1/models/index' : `did you mean ${suggestions.join(', ')}?`;
  throw new CliError(EXIT.usage, `${field}: "${value}" is not known; ${meant}`);
}
