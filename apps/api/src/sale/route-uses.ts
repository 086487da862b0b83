import type { IncomingMessage } from 'node:http';
import { utcDay } from '@stackcheck/contract';
import { finish, runSliced, type AnswerMeta, type YieldPolicy } from '@stackcheck/datasets';
import type { AnyRoute, AskableDataset, RouteDeps, ServiceView, SnapshotView } from '../catalogue/define-route';
import type { Pins } from './pins';
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
export interface AnsweredRequest {
  readonly route: AnyRoute;
  readonly pins: Pins;
  readonly nowMs: number;
}

/**
 * What one answer may use. A class, because an object literal with a getter is of a shape of its own each time, and every access
 * to it is looked up anew: of a paid call that was a twentieth.
 */
export class RequestDeps implements RouteDeps {
  readonly nowMs: number;
  readonly today: string;
  readonly baseUrl: string;
  readonly service: ServiceView;

  constructor(
    private readonly shared: SharedDeps,
    private readonly answered: AnsweredRequest,
    private readonly request: IncomingMessage,
  ) {
    this.nowMs = answered.nowMs;
    this.today = utcDay(answered.nowMs);
    this.baseUrl = shared.baseUrl;
    this.service = shared.service;
  }

  get own(): SnapshotView<unknown> {
    return this.answered.pins.require(this.ownId()).view;
  }

  // Handlers take these out of the object, so they are bound to it. A dataset's own folder made the index, so it is of the type
  // that its id says.
  readonly data: RouteDeps['data'] = (id) => this.answered.pins.require(id).view as never;
  readonly peek: RouteDeps['peek'] = (id) => this.answered.pins.peek(id)?.view as never;
  readonly metaOf: RouteDeps['metaOf'] = (id, scope) => this.metaFrom(this.answered.pins.require(id), scope);
  readonly runSliced: RouteDeps['runSliced'] = async (steps, costMs) =>
    costMs < AT_ONCE_MS ? finish(steps) : runSliced(steps, this.shared.yieldPolicy);
  readonly header: RouteDeps['header'] = (name) => this.request.headers[name];

  private ownId(): AskableDataset {
    const { route } = this.answered;
    if (!route.dataset) throw new Error(`${route.operationId} has no dataset of its own`);
    return route.dataset as AskableDataset;
  }

  private metaFrom({ view, stale }: LoadedDataset, scope?: 'image'): AnswerMeta {
    return this.shared.metaOf(view, scope, this.nowMs, stale);
  }
}
