import { ServiceError } from '@stackcheck/contract';
import { defineRoute } from '../define-route';
import { array, flag, nullable, object, text } from '@stackcheck/queries/json-schema';

const DATASET_HEALTH = object({
  loaded: flag('Whether a verified snapshot is served.'),
  snapshot_id: nullable(text('Snapshot being served.')),
  as_of: nullable(text('Time of that snapshot.')),
  refreshed_at: nullable(text('Last successful check of upstream.')),
  record_count: { type: ['integer', 'null'], description: 'Records of the snapshot.' },
  starter: flag('True while the embedded starter selection is served.'),
  stale: flag('True when older than the expected refresh.'),
  sellable: flag('False when paid routes of this dataset answer 503.'),
  problem: nullable(text('Why the newest data is not served, or why a refresh was refused.')),
});

const REASON = {
  type: 'string',
  enum: [
    'switch',
    'disk',
    'clock',
    'chain_head',
    'event_loop',
    'ledger',
    'block_list',
    'proxy',
    'slow_bodies',
    'places',
    'client_budget',
    'draining',
  ],
} as const;

const SCREENING_HEALTH = object({
  state: { type: 'string', enum: ['off', 'not_screened', 'fresh', 'old', 'too_old', 'missing'] },
  notice: text('Whether payers are screened against a block list, and since when that is confirmed.'),
  snapshot_id: nullable(text('Version of the block list.')),
  refreshed_at: nullable(text('Last successful check of its upstream.')),
  addresses: { type: ['integer', 'null'], description: 'Accounts on it.' },
  oracle: flag('Whether a contract is asked, too.'),
  problem: nullable(text('Why the newest list is not used, or why a refresh was refused.')),
});

const SUPPORTED = { type: ['boolean', 'null'] } as const;

const FACILITATOR_HEALTH = object({
  name: text('Its host and path.'),
  state: { type: 'string', enum: ['ok', 'failing', 'unused'] },
  breaker: { type: 'string', enum: ['closed', 'open', 'half_open'] },
  supports: object({
    v1: { ...SUPPORTED, description: 'Whether it lists version 1 of the protocol on our network; null = not known.' },
    v2: { ...SUPPORTED, description: 'The same of version 2.' },
  }),
});

export const healthRoute = defineRoute({
  method: 'GET',
  path: '/health',
  operationId: 'service_health',
  tags: ['service', 'free'],
  summary: 'Status per dataset',
  description: 'Status of payments and of every dataset.',
  price: 'free',
  anyQuery: true,
  output: {
    contentType: 'application/json',
    schema: object({
      status: { type: 'string', enum: ['ok', 'degraded'] },
      service: text('stackcheck'),
      version: text('Version label of the service.'),
      time: text('Time of this answer.'),
      paused: flag('Whether paid routes are paused.'),
      pause_reasons: array(REASON, 'Why payments are not taken now; empty when they are.'),
      warnings: array(REASON, 'What would only be reported to the operator.'),
      payments: {
        type: 'object',
        properties: {
          mode: { type: 'string', enum: ['sandbox', 'facilitator', 'self', 'off'] },
          notice: nullable(text('What a payer should know, e.g. that this is a sandbox.')),
          network: nullable(text('CAIP-2 network.')),
          facilitator: nullable(text('Name of the facilitator.')),
          facilitator_state: nullable(text('ok, failing or unused.')),
          facilitators: array(FACILITATOR_HEALTH, 'Each facilitator, the preferred one first.'),
        },
        required: ['mode', 'notice', 'network', 'facilitator', 'facilitator_state', 'facilitators'],
        additionalProperties: false,
      },
      screening: SCREENING_HEALTH,
      datasets: { type: 'object', additionalProperties: DATASET_HEALTH },
    }),
  },
  errors: [],
  example: {},
  answer: (_input, { service }) => ({ json: service.health().body }),
});

export const livezRoute = defineRoute({
  method: 'GET',
  path: '/livez',
  operationId: 'service_livez',
  tags: ['service', 'free'],
  summary: 'Whether the process answers',
  description: 'Answers 200 while the process runs.',
  price: 'free',
  anyQuery: true,
  output: { contentType: 'application/json', schema: object({ status: text('ok') }) },
  errors: [],
  example: {},
  answer: () => ({ json: { status: 'ok' } }),
});

export const readyzRoute = defineRoute({
  method: 'GET',
  path: '/readyz',
  operationId: 'service_readyz',
  tags: ['service', 'free'],
  summary: 'Whether paid routes can answer',
  description: 'Answers 200 when paid routes can be sold, else the error that they would answer.',
  price: 'free',
  anyQuery: true,
  output: { contentType: 'application/json', schema: object({ status: text('ok') }) },
  errors: ['paused', 'payments_unconfigured', 'dataset_unavailable', 'stale_data'],
  example: {},
  answer(_input, { service }) {
    const { reason, detail } = service.health();
    if (reason) throw new ServiceError(reason, detail === null ? {} : { message: detail });
    return { json: { status: 'ok' } };
  },
});
