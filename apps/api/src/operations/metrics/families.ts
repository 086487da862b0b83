import { collectDefaultMetrics, Counter, Gauge, Histogram, type Aggregator, type Registry } from 'prom-client';
import { LOOP_SAMPLE_MS } from '../event-loop-watch';

/**
 * Every metric of the API, in the order of docs/metrics.md. Labels are route ids, codes and names of our own, never paths, payers
 * or reasons of others, so that no client makes series by calling.
 */
export function apiFamilies(registry: Registry) {
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]): Counter<Label> =>
    new Counter({ name, help, labelNames: [...labelNames], registers });
  const histogram = <Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    buckets: readonly number[],
  ): Histogram<Label> => new Histogram({ name, help, labelNames: [...labelNames], buckets: [...buckets], registers });
  /** @param aggregator what the values of several processes over one ledger come to */
  const gauge = <Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    aggregator: Aggregator,
  ): Gauge<Label> => new Gauge({ name, help, labelNames: [...labelNames], aggregator, registers });

  const families = {
    answers: counter('stackcheck_http_answers_total', 'Answers; status 0: the client left before.', [
      'route',
      'status',
    ]),
    errors: counter('stackcheck_http_errors_total', 'Answers with an error code, refused payments among them.', [
      'code',
    ]),
    seconds: histogram(
      'stackcheck_http_seconds',
      'Time from the end of the request head to the end of the answer.',
      ['route'],
      [0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2, 10],
    ),
    sales: counter(
      'stackcheck_sales_total',
      'The funnel: offered (402 without a payment), paid (a payment came), settled (its money is known to have moved).',
      ['route', 'step'],
    ),
    revenue: counter(
      'stackcheck_revenue_usd_total',
      'Prices of settled payments since the start; the ledger has the truth, this its slope.',
      ['route', 'network'],
    ),
    lost: counter(
      'stackcheck_settlements_lost_total',
      'Settled payments that a reorganisation took back for good.',
      [],
    ),
    lostUsd: counter('stackcheck_settlements_lost_usd_total', 'The same in USD.', []),
    facilitatorSeconds: histogram(
      'stackcheck_facilitator_seconds',
      'Calls to the facilitator, the wait for a place included.',
      ['call', 'outcome'],
      [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 12],
    ),
    facilitatorUp: gauge(
      'stackcheck_facilitator_up',
      '0 while the last calls to this facilitator failed or it is passed over.',
      ['facilitator'],
      'min',
    ),
    gasEther: counter(
      'stackcheck_gas_ether_total',
      'Ether paid for confirmed transactions, with PAYMENTS_MODE self.',
      [],
    ),
    gasUsd: counter('stackcheck_gas_usd_total', 'The same at ETH_USD; nothing while that is not set.', []),
    gasSales: counter('stackcheck_gas_sales_total', 'Transfers that confirmed transactions made.', []),
    gasBundle: histogram(
      'stackcheck_gas_bundle_transfers',
      'Transfers of a transaction as it was sent.',
      [],
      [1, 2, 3, 5, 8, 12, 20],
    ),
    gasSeconds: histogram(
      'stackcheck_gas_confirm_seconds',
      'From the signing of a transaction to the block that confirmed it.',
      [],
      [1, 2, 3, 5, 8, 15, 30, 60, 300],
    ),
    gasReplaced: counter('stackcheck_gas_replaced_total', 'Stuck transactions that were sent again for more.', []),
    gasBalance: gauge('stackcheck_gas_balance_ether', 'Ether of the wallet that settles.', [], 'min'),
    gasNeeded: gauge('stackcheck_gas_needed_ether', 'Ether below which payments pause.', [], 'max'),
    gasOpen: gauge('stackcheck_gas_open_transactions', 'Transactions of the wallet that are in no block.', [], 'max'),
    gasOldest: gauge('stackcheck_gas_oldest_seconds', 'Age of the oldest of them.', [], 'max'),
    ledgerSeconds: histogram(
      'stackcheck_ledger_seconds',
      'Durable writes of the ledger: claim is W1, settled is W2; ended in ok or fault.',
      ['write', 'outcome'],
      [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2, 10],
    ),
    ledgerBytes: gauge(
      'stackcheck_ledger_bytes',
      'Size of payments.db (database) and of its write-ahead log (log); nothing with LEDGER_URL.',
      ['file'],
      'max',
    ),
    diskFree: gauge('stackcheck_disk_free_bytes', 'Room in DATA_DIR for this process.', [], 'min'),
    payments: gauge('stackcheck_payments', 'Payments in the ledger; settling and unknown are open.', ['state'], 'max'),
    inFlight: gauge('stackcheck_paid_in_flight', 'Requests with a payment that are worked on.', [], 'sum'),
    bodies: gauge('stackcheck_paid_bodies', 'Bodies of requests with a payment being received.', [], 'sum'),
    connections: gauge('stackcheck_connections', 'Connections that are open.', [], 'sum'),
    limits: gauge(
      'stackcheck_limit',
      'How many there may be at once of paid_in_flight, paid_bodies and connections.',
      ['of'],
      'sum',
    ),
    shed: counter('stackcheck_paid_shed_total', 'Requests with a payment that were refused unread.', []),
    turnedAway: counter(
      'stackcheck_paid_rejected_total',
      'Rejected before any work: busy, client_share, slow_body, broken_body, over_budget.',
      ['reason'],
    ),
    connectionsClosed: counter(
      'stackcheck_connections_closed_total',
      'Connections that were closed, or not let in, because there were too many.',
      [],
    ),
    lagSeconds: gauge(
      'stackcheck_event_loop_lag_seconds',
      'Lag of the event loop, 99th percentile of the last second.',
      [],
      'max',
    ),
    utilization: gauge(
      'stackcheck_event_loop_utilization_ratio',
      'Share of the time since the scrape before in which the event loop was busy.',
      [],
      'max',
    ),
    skewSeconds: gauge(
      'stackcheck_clock_skew_seconds',
      'Our clock ahead of the chain’s, or without RPC_URL of the one of LEDGER_URL.',
      [],
      'max',
    ),
    paused: gauge('stackcheck_paused', '1 for each reason that holds payments back.', ['reason'], 'max'),
    refreshed: gauge(
      'stackcheck_snapshot_refreshed_timestamp_seconds',
      'When a dataset was last checked against its source.',
      ['dataset'],
      'min',
    ),
    sellable: gauge('stackcheck_dataset_sellable', '1 while paid routes of a dataset can answer.', ['dataset'], 'min'),
    records: gauge('stackcheck_dataset_records', 'Records of the snapshot that is served.', ['dataset'], 'min'),
    build: gauge('stackcheck_build_info', '1; its labels say what runs.', ['version', 'payments'], 'max'),
  };
  // Processor, memory, descriptors, garbage collection and version, as every Node service names them.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_SAMPLE_MS });
  return families;
}
