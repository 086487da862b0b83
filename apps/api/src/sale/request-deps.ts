import { utcDay } from '@stackcheck/contract';
import type { AnswerMeta } from '@stackcheck/datasets/serve';
import { finish, runSliced, type YieldPolicy } from '@stackcheck/datasets/tasks';
import type { AskableDataset, RouteDeps, ServiceView, SnapshotView } from '../catalogue/define-route';
import type { Call } from './call';
import type { LoadedDataset } from './sellable';

/** An answer that takes less is computed at once; others go on while a longer one is. */
export const AT_ONCE_MS = 20;

/** What answers of all requests have in common. */
export interface SharedDeps {
  readonly baseUrl: string;
  readonly service: ServiceView;
  /** Of long computations, so that one answer does not keep all others waiting. */
  readonly yieldPolicy: YieldPolicy;
  metaOf(view: SnapshotView<unknown>, scope: 'image' | undefined, nowMs: number, stale: boolean): AnswerMeta;
}

/** The request that is answered. */
export type AnsweredCall = Pick<Call, 'route' | 'pins' | 'nowMs' | 'header'>;

/**
 * What one answer may use. A class, because each object literal with a getter gets a hidden class of its own, so that no property
 * access can be cached: that took a twentieth of a paid call.
 */
export class RequestDeps implements RouteDeps {
  readonly nowMs: number;
  readonly today: string;
  readonly baseUrl: string;
  readonly service: ServiceView;

  constructor(
    private readonly shared: SharedDeps,
    private readonly call: AnsweredCall,
  ) {
    this.nowMs = call.nowMs;
    this.today = utcDay(call.nowMs);
    this.baseUrl = shared.baseUrl;
    this.service = shared.service;
  }

  get own(): SnapshotView<unknown> {
    return this.call.pins.require(this.ownId()).view;
  }

  // Handlers take these out of the object, so they are bound to it. A dataset's own folder made the index, so it is of the type
  // that its id says.
  readonly data: RouteDeps['data'] = (id) => this.call.pins.require(id).view as never;
  readonly peek: RouteDeps['peek'] = (id) => this.call.pins.peek(id)?.view as never;
  readonly metaOf: RouteDeps['metaOf'] = (id, scope) => this.metaFrom(this.call.pins.require(id), scope);
  readonly runSliced: RouteDeps['runSliced'] = async (steps, costMs) =>
    costMs < AT_ONCE_MS ? finish(steps) : runSliced(steps, this.shared.yieldPolicy);
  readonly header: RouteDeps['header'] = (name) => this.call.header(name);

  private ownId(): AskableDataset {
    const { route } = this.call;
    if (!route.dataset) throw new Error(`${route.operationId} has no dataset of its own`);
    return route.dataset as AskableDataset;
  }

  private metaFrom({ view, stale }: LoadedDataset, scope?: 'image'): AnswerMeta {
    return this.shared.metaOf(view, scope, this.nowMs, stale);
  }
}
