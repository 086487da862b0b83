import type { Manifest } from '@stackcheck/datasets';
import type { CallerDatasetId, DatasetIndexes, LoadableId } from '@stackcheck/datasets/registry';
import type { AnswerMeta } from '@stackcheck/datasets/serve';
import type { CooperativeTask } from '@stackcheck/datasets/tasks';
import type { JsonSchema } from './json-schema';

/** A dataset that questions are asked of. */
export type QueryDataset = CallerDatasetId & LoadableId;

/** One verified snapshot, with what it is asked through. */
export interface PinnedSnapshot<Index> {
  readonly manifest: Manifest;
  readonly index: Index;
}

/** What an answer is made from. Everything is fixed while it is made: the day and each snapshot. */
export interface QueryDeps {
  /** UTC day of the answer, `YYYY-MM-DD`. */
  readonly today: string;
  /**
   * The snapshot of a dataset, the same one however often it is asked for.
   * @throws ServiceError `dataset_unavailable`, or `stale_data` where it must not be sold
   */
  data<Id extends QueryDataset>(id: Id): PinnedSnapshot<DatasetIndexes[Id]>;
  /** The same for what an answer can do without: undefined instead of an error. */
  peek<Id extends QueryDataset>(id: Id): PinnedSnapshot<DatasetIndexes[Id]> | undefined;
}

/** What the metadata of an answer is made from, in addition. */
export interface MetaDeps extends QueryDeps {
  /** Epoch milliseconds of the answer. */
  readonly nowMs: number;
  readonly baseUrl: string;
  /** Metadata of one dataset's part of an answer; `scope` names a wider signed statement. Throws like `data`. */
  metaOf(id: QueryDataset, scope?: 'image'): AnswerMeta;
}

/** The metadata of an answer from one dataset that another one was joined to. */
export interface JoinedMeta extends AnswerMeta {
  /** The metadata of what was joined; absent where nothing was. */
  readonly joined?: Readonly<Partial<Record<QueryDataset, AnswerMeta>>>;
}

/** Computing that may take longer than a millisecond. */
export interface LongWork<Input, Data, Deps> {
  /** About how many milliseconds of processor time an input takes, found without computing any of it. */
  costMs(input: Input, deps: Deps): number;
  /** The answer in steps of some microseconds, between which others may go on. Throws what `answer` throws. */
  steps(input: Input, deps: Deps): CooperativeTask<Data>;
}

/**
 * One question that can be asked of the datasets. HTTP routes, and every later surface, are views of it: for one input, one day
 * and the same snapshots each gives the same `data`.
 */
export interface Query<Input extends object, Data extends object, Deps extends QueryDeps = QueryDeps> {
  /** For example `eol_check`; names of operations derive from it. */
  readonly id: string;
  /** The dataset that every answer is from; null where that depends on the input. */
  readonly dataset: QueryDataset | null;
  /** Further datasets that an answer may use; where it is from none of its own, those of which one is worth an offer. */
  readonly joins: readonly QueryDataset[];
  /** The greatest numbers of entries that an input may hold, by what is counted. */
  readonly limits: Readonly<Record<string, number>>;
  /** The forms of an input and of an answer's `data`. References are to the component schemas of the `schemas` entry. */
  readonly schema: { readonly input: JsonSchema; readonly answer: JsonSchema };
  /**
   * An input of unknown form as one that `answer` takes: lists under their own names, and nothing that is null.
   * @throws ServiceError `bad_request` naming the field, or `too_many_items`
   */
  read(raw: unknown): Input;
  /**
   * Throws what `answer` would throw because of the input, where `read` cannot say it. Looks at nothing that is sold, so that
   * whether it throws says no more than the free check of an id does.
   */
  inspect?(input: Input, deps: Deps): void;
  /**
   * The answer's `data`, a value.
   * @throws ServiceError `unknown_id`, `bad_request` and others of the error table
   */
  answer(input: Input, deps: Deps): Data;
  /** How the same answer is computed without keeping others waiting; absent where every input takes less than a millisecond. */
  readonly long?: LongWork<Input, Data, Deps>;
  /** The snapshots that an answer is from. Absent where `data` itself says it. */
  meta?(input: Input, data: Data, deps: Deps & MetaDeps): AnswerMeta;
}

/** A query whose types are not of interest. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- inputs and answers vary per query and are read by it
export type AnyQuery = Query<any, any, any>;
