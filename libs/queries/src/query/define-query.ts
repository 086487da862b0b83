import type { AnswerMeta } from '@stackcheck/datasets/serve';
import { finish, type CooperativeTask } from '@stackcheck/datasets/tasks';
import { inputSchemaOf, readerOf } from './read-input';
import type { JoinedMeta, LongWork, MetaDeps, Query, QueryDataset, QueryDeps } from './query';
import type { JsonSchema } from './json-schema';

type Shared = 'id' | 'dataset' | 'joins' | 'limits' | 'inspect' | 'answer' | 'meta';

/** A query as its file states it; the rest follows from its id. */
interface Stated<Input extends object, Data extends object, Deps extends QueryDeps> extends Omit<
  Pick<Query<Input, Data, Deps>, Shared>,
  'joins' | 'limits'
> {
  readonly joins?: readonly QueryDataset[];
  readonly limits?: Readonly<Record<string, number>>;
  readonly answers: JsonSchema;
}

/** A query whose answers are short work. */
export function defineQuery<Input extends object, Data extends object, Deps extends QueryDeps = QueryDeps>(
  stated: Stated<Input, Data, Deps>,
): Query<Input, Data, Deps> {
  const { answers, joins = [], limits = {}, ...rest } = stated;
  const { id } = stated;
  return {
    ...rest,
    joins,
    limits,
    schema: { input: inputSchemaOf(id), answer: answers },
    read: readerOf<Input>(id),
  };
}

/** A query whose answers may take long: computed in steps, and at once where nobody waits. */
export function defineLongQuery<Input extends object, Data extends object, Deps extends QueryDeps = QueryDeps>(
  stated: Omit<Stated<Input, Data, Deps>, 'answer'> & LongWork<Input, Data, Deps>,
): Query<Input, Data, Deps> & { readonly long: LongWork<Input, Data, Deps> } {
  const { costMs, steps, ...rest } = stated;
  const answer = (input: Input, deps: Deps): Data => finish(steps(input, deps) as CooperativeTask<Data>);
  return { ...defineQuery<Input, Data, Deps>({ ...rest, answer }), long: { costMs, steps } };
}

/** The metadata of an answer that is from one dataset. */
export function metaFrom(id: QueryDataset, scope?: 'image') {
  return (_input: object, _data: object, deps: MetaDeps): AnswerMeta => deps.metaOf(id, scope);
}

/** The same, with the metadata of each other dataset that was joined to it where it could be. */
export function metaJoining(id: QueryDataset, ...others: readonly QueryDataset[]) {
  return (_input: object, _data: object, deps: MetaDeps): JoinedMeta => {
    const meta = deps.metaOf(id);
    const joined = others.filter((other) => deps.peek(other) !== undefined);
    if (joined.length === 0) return meta;
    return { ...meta, joined: Object.fromEntries(joined.map((other) => [other, deps.metaOf(other)])) };
  };
}
