import type { RouteDataset, SnapshotView } from '../catalogue/define-route';

/** A loaded snapshot as routes see it, with what decides whether it may be sold. */
export interface LoadedDataset {
  readonly view: SnapshotView<unknown>;
  readonly starter: boolean;
  readonly stale: boolean;
  /** Not refreshed within twice its cadence. */
  readonly tooOld: boolean;
}

/** What readiness asks about. */
export interface ReadinessSources {
  readonly payments: 'sandbox' | 'facilitator' | 'self' | 'off';
  paused(): boolean;
  /** Why payments are not taken, and what else the operator should know. */
  pauseState(): { readonly reasons: readonly string[]; readonly warnings: readonly string[] };
  /** Whether there are keys of watch tokens. */
  watching(): boolean;
  loaded(dataset: RouteDataset): LoadedDataset | undefined;
}

/** The starter is a selection for trying the service out: it is answered in the sandbox and never sold. */
export function isSellable(loaded: LoadedDataset, payments: ReadinessSources['payments']): boolean {
  return loaded.starter ? payments === 'sandbox' : !loaded.tooOld;
}
