import { ServiceError, utcDay } from '@stackcheck/contract';
import type { AnyQuery, PinnedSnapshot, QueryDeps } from '@stackcheck/queries';
import type { OutcomeSnapshot } from '@stackcheck/report';
import type { LocalDataset, LocalDatasetId } from '../sources/local-datasets';
import type { McpHost } from './host';

type Input = Readonly<Record<string, unknown>>;

/** An answer that was made on this machine. */
export interface LocalAnswer {
  readonly data: unknown;
  /** Those that were asked. */
  readonly snapshots: readonly OutcomeSnapshot[];
}

/**
 * Answers a question from local data.
 * @returns undefined where data that it needs are not there
 * @throws ServiceError as its query does, CliError where data are not verified
 */
export function answerLocally(query: AnyQuery, input: Input, host: McpHost): LocalAnswer | undefined {
  if (!isLocal(query, input, host)) return undefined;
  const used = new Map<string, LocalDataset>();
  const data: unknown = query.answer(input, depsOf(host, used));
  return { data, snapshots: [...used.values()].map(({ snapshot }) => snapshot) };
}

/** Throws what an answer would throw because of its input, as far as local data can tell. */
export function inspectLocally(query: AnyQuery, input: Input, host: McpHost): void {
  if (isLocal(query, input, host)) query.inspect?.(input, depsOf(host, new Map()));
}

/** Whether only the service answers a question: it seals the tokens of a watch. */
export function isOfService({ id }: AnyQuery): boolean {
  return id === 'stack_watch';
}

/** Whether a question can be answered on this machine. */
export function isLocal(query: AnyQuery, input: Input, host: McpHost): boolean {
  return !isOfService(query) && missingFor(query, input, host).length === 0;
}

/** The datasets that a question needs and that are not there. */
export function missingFor(query: AnyQuery, input: Input, { datasets }: McpHost): readonly string[] {
  return neededBy(query, input).filter((id) => datasets(id) === undefined);
}

function neededBy(query: AnyQuery, input: Input): readonly LocalDatasetId[] {
  if (query.id === 'validate') return VALIDATED_BY[String(input['dataset'])] ?? [];
  if (query.dataset !== null) return [query.dataset];
  const policy = input['policy'] as { readonly epss_min?: unknown } | undefined;
  const scores = policy?.epss_min === undefined || policy.epss_min === null ? [] : (['epss'] as const);
  return [...query.joins, ...scores] as readonly LocalDatasetId[];
}

/** Ids of other datasets are known by their form. */
const VALIDATED_BY: Readonly<Record<string, readonly LocalDatasetId[]>> = {
  eol: ['eol'],
  models: ['models'],
  osv: ['osv'],
};

function depsOf({ datasets, now }: McpHost, used: Map<string, LocalDataset>): QueryDeps {
  const peek = (id: LocalDatasetId): PinnedSnapshot<never> | undefined => {
    const found = datasets(id);
    if (found === undefined) return undefined;
    used.set(id, found);
    return { manifest: found.manifest, index: found.index as never };
  };
  return {
    today: utcDay(now()),
    peek,
    data(id) {
      const found = peek(id);
      if (found === undefined)
        throw new ServiceError('dataset_unavailable', { message: `there are no ${id} data here` });
      return found;
    },
  };
}
