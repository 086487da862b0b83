import type { IncomingMessage } from 'node:http';
import { utcDay } from '@stackcheck/contract';
import { finish, inTurns, type AnswerMeta, type Pace } from '@stackcheck/datasets';
import type { AnyRoute, AskableDataset, RouteUses, ServiceView, SnapshotView } from '../routes/define-route';
import type { LoadedDataset, Pins } from './pins';

/** An answer that takes less is computed at once; others go on while a longer one is. */
export const AT_ONCE_MS = 20;

/** What answers of all requests have in common. */
export interface SharedUses {
  readonly baseUrl: string;
  readonly service: ServiceView;
  /** Of long computations, so that one answer does not keep all others waiting. */
  readonly pace: Pace;
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
export class RequestUses implements RouteUses {
  readonly nowMs: number;
  readonly today: string;
  readonly baseUrl: string;
  readonly service: ServiceView;

  constructor(
    private readonly shared: SharedUses,
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
  readonly data: RouteUses['data'] = (id) => this.answered.pins.require(id).view as never;
  readonly peek: RouteUses['peek'] = (id) => this.answered.pins.peek(id)?.view as never;
  readonly meta: RouteUses['meta'] = (scope) => this.metaFrom(this.answered.pins.require(this.ownId()), scope);
  readonly metaOf: RouteUses['metaOf'] = (id, scope) => this.metaFrom(this.answered.pins.require(id), scope);
  readonly inTurns: RouteUses['inTurns'] = async (steps, costMs) =>
    costMs < AT_ONCE_MS ? finish(steps) : inTurns(steps, this.shared.pace);
  readonly header: RouteUses['header'] = (name) => this.request.headers[name];

  private ownId(): AskableDataset {
    const { route } = this.answered;
    if (!route.dataset) throw new Error(`${route.operationId} has no dataset of its own`);
    return route.dataset as AskableDataset;
  }

  private metaFrom({ view, stale }: LoadedDataset, scope?: 'image'): AnswerMeta {
    return this.shared.metaOf(view, scope, this.nowMs, stale);
  }
}
