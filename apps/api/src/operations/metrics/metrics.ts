import { Registry, type MetricObjectWithValues, type MetricValue } from 'prom-client';
import type { SelfObserver } from '@stackcheck/payment-x402/self';
import type { AccessEntry } from '../access-log';
import { apiFamilies } from './families';

/** The metrics of one process, each with its values. */
export type MetricsOfProcess = readonly MetricObjectWithValues<MetricValue<string>>[];

/** One metric as it is documented. */
export interface DescribedMetric {
  readonly name: string;
  readonly kind: string;
  readonly help: string;
  readonly labels: readonly string[];
}

const WEI_PER_ETHER = 1e18;

/** How far a sale came. */
export type SaleStep = 'offered' | 'paid' | 'settled';

/** What is counted of one route, looked up once: finding a series by its labels takes longer than counting. */
interface RouteCounters {
  readonly byStatus: Map<number, { inc(): void }>;
  readonly bySteps: Map<SaleStep, { inc(): void }>;
  readonly seconds: { observe(seconds: number): void };
}

/** Counts what the API does. What is called for each request does no more than count. */
export class Metrics {
  private readonly registry = new Registry();
  private readonly families = apiFamilies(this.registry);
  private readonly routes = new Map<string, RouteCounters>();
  private readonly codes = new Map<string, { inc(): void }>();

  /** What is set before each scrape. */
  get gauges(): Omit<ReturnType<typeof apiFamilies>, 'answers' | 'errors' | 'seconds' | 'sales' | 'revenue'> {
    return this.families;
  }

  /** One answered request. */
  answered({ route, status, kind, code, ms }: Pick<AccessEntry, 'route' | 'status' | 'kind' | 'code' | 'ms'>): void {
    this.again(route, status, ms);
    if (code) this.failed(code);
    if (kind === 'paid') this.sold(route, 'paid');
    else if (code === 'payment_required') this.sold(route, 'offered');
  }

  /** An offer that was made before, sent once more. */
  offeredAgain(route: string, ms: number): void {
    this.again(route, 402, ms);
    this.failed('payment_required');
    this.sold(route, 'offered');
  }

  /** An answer that was made before, sent once more. */
  again(route: string, status: number, ms: number): void {
    const { byStatus, seconds } = this.of(route);
    let count = byStatus.get(status);
    if (!count) byStatus.set(status, (count = this.families.answers.labels({ route, status })));
    count.inc();
    seconds.observe(ms / 1_000);
  }

  /** The money of a payment is known to have moved. @param usd the price; 0 where the route is not sold any more */
  settled(route: string, network: string, usd: number): void {
    this.sold(route, 'settled');
    this.families.revenue.inc({ route, network }, usd);
  }

  /** What was settled is not on the chain any more, and will not be. @param usd the payment */
  lost(usd: number): void {
    this.families.lost.inc();
    this.families.lostUsd.inc(usd);
  }

  /** One call to the facilitator. */
  called(call: 'verify' | 'settle', outcome: string, seconds: number): void {
    this.families.facilitatorSeconds.observe({ call, outcome }, seconds);
  }

  /** What settling by ourselves costs. @param etherUsd price of an ether; null = not known */
  gasObserver(etherUsd: number | null): SelfObserver {
    const { gasBundle, gasEther, gasUsd, gasSales, gasSeconds, gasReplaced } = this.families;
    return {
      sent: (transfers) => gasBundle.observe(transfers),
      mined(costWei, paid, seconds) {
        const ether = Number(costWei) / WEI_PER_ETHER;
        gasEther.inc(ether);
        if (etherUsd !== null) gasUsd.inc(ether * etherUsd);
        gasSales.inc(paid);
        gasSeconds.observe(seconds);
      },
      replaced: () => gasReplaced.inc(),
    };
  }

  /** Faults of this write are counted from 0 on: of a count that begins with 1, Prometheus sees no increase. */
  mayFail(write: string): void {
    this.families.ledgerSeconds.zero({ write, outcome: 'fault' });
  }

  /** One durable write of the ledger. */
  wrote(write: string, outcome: 'ok' | 'fault', seconds: number): void {
    this.families.ledgerSeconds.observe({ write, outcome }, seconds);
  }

  /** As Prometheus reads them. */
  async text(): Promise<{ readonly contentType: string; readonly body: string }> {
    return { contentType: this.registry.contentType, body: await this.registry.metrics() };
  }

  /** The same for the process that sums up those of several. */
  asJson(): Promise<MetricsOfProcess> {
    return this.registry.getMetricsAsJSON();
  }

  /** What there is to scrape. */
  async described(): Promise<readonly DescribedMetric[]> {
    const kinds = new Map((await this.registry.getMetricsAsJSON()).map(({ name, type }) => [name, String(type)]));
    return this.registry.getMetricsAsArray().map((metric) => {
      const {
        name,
        help,
        labelNames = [],
      } = metric as MetricObjectWithValues<MetricValue<string>> & {
        readonly labelNames?: readonly string[];
      };
      return { name, kind: kinds.get(name) ?? '', help, labels: labelNames };
    });
  }

  private failed(code: string): void {
    let count = this.codes.get(code);
    if (!count) this.codes.set(code, (count = this.families.errors.labels({ code })));
    count.inc();
  }

  private sold(route: string, step: SaleStep): void {
    const { bySteps } = this.of(route);
    let count = bySteps.get(step);
    if (!count) bySteps.set(step, (count = this.families.sales.labels({ route, step })));
    count.inc();
  }

  private of(route: string): RouteCounters {
    let counters = this.routes.get(route);
    if (!counters) {
      counters = { byStatus: new Map(), bySteps: new Map(), seconds: this.families.seconds.labels({ route }) };
      this.routes.set(route, counters);
    }
    return counters;
  }
}
