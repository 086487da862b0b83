import { atomicToUsd, type AtomicUsdc, type Clock, type ErrorCode } from '@stackcheck/contract';
import type { Facilitator } from '@stackcheck/payment-x402';
import type { ApiConfig } from './config';
import { isSellable, type ReadinessSources } from './http/readiness';
import type { ScreeningHealth } from './operations/screening';
import { priceOf } from './payments/priced-routes';
import { errorsHtml, errorsJson } from './published/errors-page';
import { llmsTxt, wellKnownX402, type PublishingContext } from './published/llms-txt';
import { openapi, SERVICE_VERSION } from './published/openapi';
import { publish } from './published/published';
import type { EolView, Published, ServiceView } from './routes/define-route';
import { CATALOGUE } from './routes/catalogue';
import { previewRule } from './routes/pages/preview';

/** One dataset in /health. */
export interface DatasetHealth {
  readonly loaded: boolean;
  readonly snapshot_id: string | null;
  readonly as_of: string | null;
  readonly refreshed_at: string | null;
  readonly record_count: number | null;
  readonly starter: boolean;
  readonly stale: boolean;
  readonly problem: string | null;
}

/** What the published state is read from. */
export interface ServiceSources {
  readonly config: ApiConfig;
  readonly clock: Clock;
  readonly readiness: ReadinessSources;
  readonly facilitator: Facilitator | undefined;
  datasetHealth(): DatasetHealth;
  screening(): ScreeningHealth;
  jwks(): object;
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
    routes: CATALOGUE,
    priceUsd: (route) => atomicToUsd(priceOf(route, prices)),
    paymentNotice: paymentNotice(config),
    l402: config.l402.mode !== 'off',
  };
  const indexes = new WeakMap<EolView, Published>();
  let cached:
    { readonly at: number; readonly state: string; readonly health: ReturnType<ServiceView['health']> } | undefined;
  return {
    routes: CATALOGUE,
    priceUsd: context.priceUsd,
    paymentNotice: context.paymentNotice,
    previews: previewRule(config.publicPreview),
    eolIfLoaded: () => sources.readiness.loaded('eol')?.view,
    jwks: () => sources.jwks(),
    published: {
      openapi: openapi(context),
      llmsTxt: llmsTxt(context),
      errorsHtml: errorsHtml(config.baseUrl),
      errorsJson: errorsJson(config.baseUrl),
      wellKnownX402: wellKnownX402(context),
    },
    eolIndex(view) {
      const known = indexes.get(view);
      if (known) return known;
      const made = publish('application/json', JSON.stringify({ data: productIndex(view) }));
      indexes.set(view, made);
      return made;
    },
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

function productIndex({ manifest, index }: EolView): object {
  return {
    dataset: 'eol',
    snapshot_id: manifest.snapshot_id,
    count: index.products.length,
    products: index.products.map(({ product: { id, label, aliases } }) => ({ product: id, label, aliases })),
  };
}

function health(sources: ServiceSources): ReturnType<ServiceView['health']> {
  const { config, readiness, facilitator, clock } = sources;
  const eol = sources.datasetHealth();
  const reason = notReady(readiness);
  const pause = readiness.pauseState();
  const screening = sources.screening();
  const isScreenedWell = screening.snapshot_id === null || screening.problem === null;
  const isWell = reason === null && pause.warnings.length === 0 && eol.problem === null && !eol.stale && isScreenedWell;
  return {
    ready: reason === null,
    reason,
    detail: reason === 'paused' ? `payments are not taken now (${pause.reasons.join(', ')})` : null,
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
      datasets: { eol: { ...eol, sellable: eol.loaded && isSellable(readiness.loaded('eol')!, readiness.payments) } },
    },
  };
}

/** The error that a paid EOL call would answer now, if any. */
function notReady(readiness: ReadinessSources): ErrorCode | null {
  if (readiness.payments === 'off') return 'payments_unconfigured';
  if (readiness.pauseState().reasons.length > 0) return 'paused';
  const loaded = readiness.loaded('eol');
  if (!loaded) return 'dataset_unavailable';
  return isSellable(loaded, readiness.payments) ? null : 'stale_data';
}
