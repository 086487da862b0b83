import type { MetaDeps, Query, QueryDeps } from '@stackcheck/queries';
import { answerSchema } from './answer-schema';
import type { HeldAnswer, Route, RouteDeps, RouteOutput } from './define-route';

/** What a request says, checked by the route's classes. */
interface Sent<Params, Body> {
  readonly params: Params;
  readonly body: Body;
}

/** What of a route follows from the query that it is a view of. */
type ViewMembers = 'query' | 'operationId' | 'dataset' | 'joins' | 'output' | 'cost' | 'inspect' | 'answer';

interface ViewOptions<Input, Data, Deps> {
  /** What the query needs besides what every route has. */
  readonly deps?: (deps: RouteDeps) => Deps;
  /** About how many milliseconds an answer takes that is made at once, where that may be more than one. */
  readonly costMs?: (input: Input) => number;
  /**
   * How the answer is written where it is not simply made JSON of: for speed, or with more headers; undefined for an input for
   * which it is. Tests hold it to the value.
   */
  readonly write?: (input: Input, deps: RouteDeps, answer: () => Data) => HeldAnswer | undefined;
}

/** The input of a query that takes a route's body. */
export const ofBody =
  <Body extends object>() =>
  ({ body }: { readonly body: Body }): Body =>
    body;

/** The input of a query that takes a route's parameters. */
export const ofParams =
  <Params extends object>() =>
  ({ params }: { readonly params: Params }): Params =>
    params;

/**
 * A route as a view of a query: what is left to say is path, price, input classes, words and an example.
 * @param inputOf the query's input, of what was sent
 */
export function viewOf<
  Params extends object,
  Body extends object,
  Input extends object,
  Data extends object,
  Deps extends QueryDeps = QueryDeps,
>(
  query: Query<Input, Data, Deps>,
  inputOf: (sent: Sent<Params, Body>) => Input,
  { deps: toDeps, write, costMs }: ViewOptions<Input, Data, Deps> = {},
): Pick<Route<Params, Body>, ViewMembers> {
  const depsOf = (deps: RouteDeps): Deps & MetaDeps => (toDeps ? toDeps(deps) : deps) as Deps & MetaDeps;
  const { id, dataset, joins, long } = query;
  const costs = new WeakMap<Sent<Params, Body>, number>();
  const costOf = (sent: Sent<Params, Body>, deps: RouteDeps): number => {
    const known = costs.get(sent);
    if (known !== undefined) return known;
    const ms = long ? long.costMs(inputOf(sent), depsOf(deps)) : costMs!(inputOf(sent));
    costs.set(sent, ms);
    return ms;
  };
  const held = (input: Input, data: Data, deps: RouteDeps): HeldAnswer => ({
    json: query.meta ? { data, meta: query.meta(input, data, depsOf(deps)) } : { data },
  });
  const valueOf = (input: Input, deps: RouteDeps): Data => query.answer(input, depsOf(deps));
  const answer: Route<Params, Body>['answer'] = long
    ? async (sent, deps) => {
        const input = inputOf(sent);
        const data = await deps.runSliced(long.steps(input, depsOf(deps)), costOf(sent, deps));
        return held(input, data, deps);
      }
    : (sent, deps) => {
        const input = inputOf(sent);
        return write?.(input, deps, () => valueOf(input, deps)) ?? held(input, valueOf(input, deps), deps);
      };
  return {
    query,
    operationId: `service_${id}`,
    ...(dataset === null ? {} : { dataset }),
    ...(joins.length > 0 ? { joins } : {}),
    output: outputOf(query),
    ...(long || costMs ? { cost: costOf } : {}),
    ...(query.inspect ? { inspect: (sent, deps) => query.inspect!(inputOf(sent), depsOf(deps)) } : {}),
    answer,
  };
}

/** Answers from several datasets have the metadata of all of them. */
function outputOf<Input extends object, Data extends object, Deps extends QueryDeps>({
  schema,
  meta,
  dataset,
  joins,
}: Query<Input, Data, Deps>): RouteOutput {
  const kind = meta && (dataset === null ? 'StackMeta' : joins.length > 0 ? 'JoinedMeta' : 'Meta');
  return { contentType: 'application/json', schema: answerSchema(schema.answer, kind) };
}
