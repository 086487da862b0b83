import { ServiceError } from '@stackcheck/contract';
import type { AnyRoute, RouteDataset } from '../catalogue/define-route';
import { isSellable, type LoadedDataset, type ReadinessSources } from './sellable';

/** The snapshots of one request: whatever is swapped meanwhile, each dataset stays the one that was seen first. */
export class Pins {
  private readonly held = new Map<RouteDataset, LoadedDataset | undefined>();
  private readonly used = new Set<RouteDataset>();

  constructor(
    private readonly route: Pick<AnyRoute, 'price'>,
    private readonly sources: ReadinessSources,
  ) {}

  /**
   * A dataset that the answer cannot do without.
   * @throws ServiceError `dataset_unavailable`, or `stale_data` where it must not be sold
   */
  require(id: RouteDataset): LoadedDataset {
    const loaded = this.look(id);
    const fault = this.faultOf(id, loaded);
    if (fault || !loaded) throw fault;
    this.used.add(id);
    return loaded;
  }

  /** A dataset that the answer can do without; undefined where `require` would throw. */
  peek(id: RouteDataset): LoadedDataset | undefined {
    const loaded = this.look(id);
    if (this.faultOf(id, loaded)) return undefined;
    this.used.add(id);
    return loaded;
  }

  /** Why a dataset cannot be answered from now, if so. */
  fault(id: RouteDataset): ServiceError | undefined {
    return this.faultOf(id, this.look(id));
  }

  /** Ids of the snapshots that the answer was made from. */
  snapshotIds(): string[] {
    return [...this.used].map((id) => this.held.get(id)!.view.manifest.snapshot_id);
  }

  private look(id: RouteDataset): LoadedDataset | undefined {
    if (!this.held.has(id)) this.held.set(id, this.sources.loaded(id));
    return this.held.get(id);
  }

  private faultOf(id: RouteDataset, loaded: LoadedDataset | undefined): ServiceError | undefined {
    if (!loaded) {
      return new ServiceError('dataset_unavailable', { message: `no snapshot of dataset "${id}" is loaded yet` });
    }
    if (this.route.price === 'free' || isSellable(loaded, this.sources.payments)) return undefined;
    return new ServiceError('stale_data', {
      message: loaded.starter
        ? `only the starter selection of dataset "${id}" is loaded; it is not sold for real payments`
        : `dataset "${id}" was not refreshed within twice its cadence`,
    });
  }
}
