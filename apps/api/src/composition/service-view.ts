import { atomicToUsd, type AtomicUsdc, type Clock, type ErrorCode } from '@stackcheck/contract';
import { callerDatasets, descriptorOf, type CallerDatasetId } from '@stackcheck/datasets/registry';
import type { Facilitator } from '@stackcheck/payment-x402';
import type { ApiConfig } from '../config/config';
import { isSellable, type ReadinessSources } from '../sale/sellable';
import type { DatasetHealth } from '../operations/dataset-health';
import { pauseText } from '../operations/pause';
import type { ScreeningHealth } from '../operations/screening';
import { priceOf, priceRoutes } from '../sale/payments/priced-routes';
import { RECORDED_ANSWERS, type PublishingContext } from '../published/context';
import { publishedDocuments } from '../published/documents';
import { SERVICE_VERSION } from '../published/openapi';
import type { PageScripts, SampleOffer, ServiceView } from '../catalogue/define-route';
import { KeptDocuments } from './kept-documents';
import { ROUTES } from './routes';
import { previewRule } from '../pages/preview';
import type { Texts } from '../input/texts/text-reader';
import type { WatchKeys } from '../operations/watch/watch-keys';

/** What the published state is read from. */
export interface ServiceSources {
  readonly config: ApiConfig;
  readonly clock: Clock;
  readonly readiness: ReadinessSources;
  readonly facilitator: Facilitator | undefined;
  datasetHealth(id: CallerDatasetId): DatasetHealth;
  screening(): ScreeningHealth;
  jwks(): object;
  readonly watchKeys: WatchKeys;
  readonly scripts: PageScripts;
  readonly texts: Texts;
  /** ISO 8601 instant of the last refresh; null when there was none. */
  refreshedAt(id: CallerDatasetId): string | null;
}

const HEALTH_CACHE_MS = 1_000;

/** Says on every surface what a payer must know of the mode of payment. */
export function paymentNotice(config: ApiConfig): string {
  return config.payments.mode === 'sandbox'
    ? 'This is a sandbox: payments are test payments on eip155:84532, nothing is settled and no money moves.'
    : '';
}

/** The view of the service that free routes publish. */
export function serviceView(sources: ServiceSources): ServiceView {
  const { config } = sources;
  const prices: Readonly<Record<string, AtomicUsdc>> = config.prices;
  const context: PublishingContext = {
    baseUrl: config.baseUrl,
    routes: ROUTES,
    priceUsd: (route) => atomicToUsd(priceOf(route, prices)),
    paymentNotice: paymentNotice(config),
    l402: config.l402.mode !== 'off',
    terms: config.payments.mode === 'off' ? undefined : config.payments.terms,
    contact: config.contact,
    datasets: callerDatasets().map((id) => descriptorOf(id)),
    answers: RECORDED_ANSWERS,
  };
  const kept = new KeptDocuments();
  let cached:
    { readonly at: number; readonly state: string; readonly health: ReturnType<ServiceView['health']> } | undefined;
  return {
    routes: ROUTES,
    priceUsd: context.priceUsd,
    paymentNotice: context.paymentNotice,
    previews: previewRule(config.publicPreview),
    manifests: () => callerDatasets().flatMap((id) => sources.readiness.loaded(id)?.view.manifest ?? []),
    jwks: () => sources.jwks(),
    watchKeys: sources.watchKeys,
    scripts: sources.scripts,
    texts: sources.texts,
    sampleOffer: sampleOffer(config),
    refreshOf(id) {
      const at = sources.refreshedAt(id);
      return { refreshedAtMs: at === null ? null : Date.parse(at), cadenceHours: descriptorOf(id).cadenceHours };
    },
    published: publishedDocuments(context),
    once: (view, name, make) => kept.once(view, name, make),
    onceADay: (view, day, name, make) => kept.onceADay(view, day, name, make),
    health() {
      const at = sources.clock.monotonic();
      // A drain or a pause shows at once: a balancer must not send one more buyer here.
      const state = JSON.stringify(sources.readiness.pauseState());
      if (!cached || cached.state !== state || at - cached.at >= HEALTH_CACHE_MS)
        cached = { at, state, health: health(sources) };
      return cached.health;
    },
  };
}

/** Of the route that pages explain payments with. */
function sampleOffer(config: ApiConfig): SampleOffer | undefined {
  if (config.payments.mode === 'off') return undefined;
  const routes = ROUTES.filter(({ operationId }) => operationId === 'service_eol_product');
  const [priced] = priceRoutes(routes, config.payments.terms, config.baseUrl, config.prices, RECORDED_ANSWERS).values();
  if (priced === undefined) return undefined;
  const resource = `${config.baseUrl}/v1/eol/nodejs`;
  const { body, paymentRequired } = priced.offer.render(resource);
  return { resource, paymentRequired, body };
}

function health(sources: ServiceSources): ReturnType<ServiceView['health']> {
  const { config, readiness, facilitator, clock } = sources;
  const datasets = callerDatasets().map((id) => [id, sources.datasetHealth(id)] as const);
  const isDataWell = datasets.every(([, { problem, stale }]) => problem === null && !stale);
  const reason = notReady(readiness);
  const pause = readiness.pauseState();
  const screening = sources.screening();
  const isScreenedWell = screening.snapshot_id === null || screening.problem === null;
  const isWell = reason === null && pause.warnings.length === 0 && isDataWell && isScreenedWell;
  return {
    ready: reason === null,
    reason,
    detail: reason === 'paused' ? whyPaused(pause) : null,
    body: {
      status: isWell ? 'ok' : 'degraded',
      service: 'stackcheck',
      version: SERVICE_VERSION,
      time: new Date(clock.now()).toISOString(),
      paused: readiness.paused(),
      pause_reasons: pause.reasons,
      warnings: pause.warnings,
      payments: {
        mode: config.payments.mode,
        notice: paymentNotice(config) || null,
        network: config.payments.mode === 'off' ? null : config.payments.terms.network,
        facilitator: facilitator?.name ?? null,
        facilitator_state: facilitator?.health() ?? null,
        facilitators: facilitator?.states?.() ?? [],
      },
      screening,
      datasets: Object.fromEntries(
        datasets.map(([id, state]) => [id, { ...state, sellable: isSold(id, readiness) }] as const),
      ),
    },
  };
}

function whyPaused({ reasons }: ReturnType<ReadinessSources['pauseState']>): string {
  if (reasons.length === 0)
    return 'this process is about to end; payments that still reach it are taken, others go elsewhere';
  return `payments are not taken now: ${pauseText(reasons)}`;
}

/** Whether paid routes of a dataset can answer. */
function isSold(id: CallerDatasetId, readiness: ReadinessSources): boolean {
  const loaded = readiness.loaded(id);
  return loaded !== undefined && isSellable(loaded, readiness.payments);
}

/** The error that every paid call would answer now, if any. One dataset that can be sold is enough to be ready. */
function notReady(readiness: ReadinessSources): ErrorCode | null {
  if (readiness.payments === 'off') return 'payments_unconfigured';
  const { reasons, warnings } = readiness.pauseState();
  // One that announced its end sells on, to those who do not ask.
  if (reasons.length > 0 || warnings.includes('draining')) return 'paused';
  const ids = callerDatasets();
  if (ids.some((id) => isSold(id, readiness))) return null;
  return ids.some((id) => readiness.loaded(id)) ? 'stale_data' : 'dataset_unavailable';
}
