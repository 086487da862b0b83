import { ServiceError, type Clock } from '@stackcheck/contract';
import type { ProcessorBudget } from '@stackcheck/payment-x402/checks';
import { clientKeys } from '@stackcheck/payment-x402/refusals';
import { MeteredWork } from './metered-work';
import { RefusedAfterWaiting } from '../input/texts/refused-after-waiting';
import type { OverloadGate } from '../operations/overload-gate';

/** What holding requests to the budgets of their clients needs. */
export interface ClientBudgetDeps {
  readonly overload: Pick<OverloadGate, 'count' | 'retryAfterSeconds'>;
  readonly budget: ProcessorBudget;
  readonly processorClock: Pick<Clock, 'monotonic'>;
}

/** A settlement takes a few seconds; a request that waited so long for those of its own client is asked to come again. */
const PATIENCE_MS = 8_000;
/** What is over the budget comes back with time as well, which is not announced. */
const LOOK_AGAIN_MS = 500;

/** Unpaid work of a client that is under way at a time: what it takes is known when it is done, and there are places for eight in all. */
const UNPAID_MAX = 2;
/** The same of a /48 of IPv6: half of all places, as everywhere else. */
const UNPAID_OF_SITE_MAX = 4;

/** Holds the requests of a client to its budget of processor time. */
export class ClientBudget {
  /** By the keys of clients. */
  private readonly unpaidOf = new Map<string, number>();

  constructor(private readonly deps: ClientBudgetDeps) {}

  meter(client: string): MeteredWork {
    return new MeteredWork(this.deps.budget.begin(client), this.deps.processorClock);
  }

  /**
   * @throws ServiceError `rate_limited` while too much of what the client's requests took was not paid, but for what is just being
   * paid for
   */
  require(client: string): void {
    const { budget } = this.deps;
    if (budget.waitSeconds(client) > 0 && !budget.awaitsOthers(client)) throw this.over(client);
  }

  /**
   * Work of a free route, which counts as unpaid; not what it says it waited for `elsewhereMs`, also where it is refused after that.
   * @throws ServiceError `rate_limited`, and what the work throws
   */
  async unpaid<Result extends object>(client: string, work: () => Result | Promise<Result>): Promise<Result> {
    this.require(client);
    const leave = this.beginUnpaid(client);
    const metered = this.meter(client);
    const startedMs = this.deps.processorClock.monotonic();
    let elsewhereMs = 0;
    try {
      const result: Result & { readonly elsewhereMs?: number } = await work();
      elsewhereMs = result.elsewhereMs ?? 0;
      return result;
    } catch (error) {
      if (error instanceof RefusedAfterWaiting) elsewhereMs = error.elsewhereMs;
      throw error;
    } finally {
      metered.spend(Math.max(0, this.deps.processorClock.monotonic() - startedMs - elsewhereMs));
      metered.end();
      leave();
    }
  }

  /**
   * The same before work. Buyers behind one address do not refuse one another: what is over the budget only until others have
   * paid for theirs waits for them.
   */
  async within(client: string): Promise<void> {
    const { budget, processorClock } = this.deps;
    const untilMs = processorClock.monotonic() + PATIENCE_MS;
    while (budget.waitSeconds(client) > 0) {
      if (processorClock.monotonic() >= untilMs || !(await this.settled(client))) throw this.over(client);
    }
  }

  /** Resolves soon: when a request of the client has ended, or it is time to look again. False where waiting does not help. */
  private settled(client: string): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (helps: boolean): void => {
        clearTimeout(timer);
        leave?.();
        resolve(helps);
      };
      const timer = setTimeout(() => end(true), LOOK_AGAIN_MS);
      const leave = this.deps.budget.afterAnother(client, () => end(true));
      if (!leave) end(false);
    });
  }

  /** @returns what ends it */
  private beginUnpaid(client: string): () => void {
    const { unpaidOf } = this;
    const { own, site } = clientKeys(client);
    const underWay = (key: string): number => unpaidOf.get(key) ?? 0;
    if (underWay(own) >= UNPAID_MAX) throw this.tooMany('two texts of this client');
    if (site !== null && underWay(site) >= UNPAID_OF_SITE_MAX) throw this.tooMany('four texts from this /48');
    const keys = site === null ? [own] : [own, site];
    for (const key of keys) unpaidOf.set(key, underWay(key) + 1);
    return () => {
      for (const key of keys) {
        if (underWay(key) > 1) unpaidOf.set(key, underWay(key) - 1);
        else unpaidOf.delete(key);
      }
    };
  }

  private tooMany(what: string): ServiceError {
    this.deps.overload.count('over_budget');
    return new ServiceError('rate_limited', {
      message: `${what} are being read; send this one when they are answered`,
      retryAfterSeconds: 1,
    });
  }

  private over(client: string): ServiceError {
    const { budget, overload } = this.deps;
    overload.count('over_budget');
    if (budget.awaitsOthers(client)) {
      return new ServiceError('rate_limited', {
        message: 'too many costly requests of this client are under way; this one was not charged',
        retryAfterSeconds: overload.retryAfterSeconds(),
      });
    }
    return new ServiceError('rate_limited', {
      message: 'requests of this client that were not paid for took too much processor time; nothing was charged',
      retryAfterSeconds: Math.max(1, budget.waitSeconds(client)),
    });
  }
}
