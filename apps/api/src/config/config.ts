import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { usdToAtomic, type AtomicUsdc } from '@stackcheck/contract';
import { misspeltVariables } from '@stackcheck/contract/spelling';
import type { Signer } from '@stackcheck/signing';
import { plainToInstance } from 'class-transformer';
import { IsIn, IsOptional, Matches, validateSync } from 'class-validator';
import { readContact, type Contact } from './contact';
import { readL402, type L402Config } from './l402';
import { readLedger, type LedgerConfig } from './ledger';
import { WholeNumber } from './numbers';
import { readOperatorToken } from './operator';
import { isReal, readPayments, type PaymentsConfig } from './payments';
import { readTrustProxy } from './proxy';
import { readReceiptKey } from './receipt-key';
import { readScreening, type ScreeningConfig } from './screening';
import { checkUrl, isLoopbackHost } from './urls';
import { readWatch, type WatchConfig } from './watch';
import { CONFIG_VARIABLES } from './variables';
import { CONNECTIONS } from './connections';
import { NETWORKS } from '@stackcheck/payment-x402/terms';

export type { PaymentsConfig };

/** The API's configuration: read once, frozen. */
export interface ApiConfig {
  readonly host: string;
  readonly port: number;
  readonly metricsPort: number;
  /** Opens the operator's page on that port; without it there is none. */
  readonly operatorToken: string | undefined;
  /** Processes that serve, each of them a node over the ledger. */
  readonly workers: number;
  /** Where payments are kept. */
  readonly ledger: LedgerConfig;
  /** When a ledger in a file is written in a thread of its own. */
  readonly ledgerThread: 'busy' | 'always' | 'never';
  /** Connections in all, and of one client address. */
  readonly connections: { readonly max: number; readonly perClientMax: number };
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly dataDir: string;
  readonly payments: PaymentsConfig;
  readonly l402: L402Config;
  readonly screening: ScreeningConfig;
  readonly watch: WatchConfig;
  /** Signs receipts; one of this installation's own when absent. */
  readonly receiptKey: Signer | undefined;
  /** Hop count, or CIDRs of trusted proxies. */
  readonly trustProxy: number | readonly string[];
  readonly publicPreview: 'off' | 'demo' | 'all';
  /** How the operator is reached, as published. */
  readonly contact: Contact | undefined;
  readonly logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  readonly paused: boolean;
  /** 99th percentile of the event loop's lag above which payments are shed, in milliseconds; 0 = never. */
  readonly eventLoopLagMaxMs: number;
  /** operationId → atomic price, where the catalogue's own is overridden. */
  readonly prices: Readonly<Record<string, AtomicUsdc>>;
  /** Things the operator should know although they stop nothing. */
  readonly warnings: readonly string[];
}

/** All faults of a configuration in one message; holds no secret. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`configuration: ${faults.length} fault(s)\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** The raw environment's shape; what depends on several variables is checked in `readEnvironment`. */
class Environment {
  @Matches(/^[\w.:-]{1,253}$/, { message: 'HOST must be an IP address or a host name' })
  HOST = '127.0.0.1';

  @WholeNumber(0, 65_535)
  PORT = 8402;

  @WholeNumber(0, 65_535)
  METRICS_PORT = 0;

  @WholeNumber(1, 64)
  WORKERS = 1;

  @WholeNumber(1, 1_000_000)
  CONNECTIONS_MAX: number = CONNECTIONS.max;

  @WholeNumber(1, 1_000_000)
  CONNECTIONS_PER_CLIENT_MAX: number = CONNECTIONS.perClientMax;

  @IsOptional()
  @IsIn(['sandbox', 'facilitator', 'self', 'off'], {
    message: 'PAYMENTS_MODE must be sandbox, facilitator, self or off',
  })
  PAYMENTS_MODE?: PaymentsConfig['mode'];

  @IsOptional()
  @IsIn(NETWORKS.map((network) => network.caip2), {
    message: `NETWORK must be one of ${NETWORKS.map((network) => network.caip2).join(', ')}`,
  })
  NETWORK?: string;

  @IsIn(['off', 'demo', 'all'], { message: 'PUBLIC_PREVIEW must be off, demo or all' })
  PUBLIC_PREVIEW: ApiConfig['publicPreview'] = 'demo';

  @IsIn(['silent', 'error', 'warn', 'info', 'debug'], {
    message: 'LOG_LEVEL must be silent, error, warn, info or debug',
  })
  LOG_LEVEL: ApiConfig['logLevel'] = 'info';

  @IsIn(['busy', 'always', 'never'], { message: 'LEDGER_THREAD must be busy, always or never' })
  LEDGER_THREAD: ApiConfig['ledgerThread'] = 'busy';

  @IsIn(['true', 'false'], { message: 'PAUSED must be true or false' })
  PAUSED = 'false';

  @WholeNumber(0, 60_000)
  EVENT_LOOP_LAG_MAX_MS = 500;

  DATA_DIR = './data';
  PUBLIC_BASE_URL?: string;
  FACILITATOR_URL?: string;
  FACILITATOR_TOKEN?: string;
  FACILITATOR_AUTH?: string;
  CDP_API_KEY_ID?: string;
  CDP_API_KEY_SECRET?: string;
  PAY_TO?: string;
  ASSET?: string;
  RPC_URL?: string;
  GAS_KEY?: string;
  GAS_FEE_MAX_GWEI?: string;
  GAS_LOW_ETH?: string;
  BUNDLE_MS?: string;
  CONFIRMATIONS?: string;
  ETH_USD?: string;
  TRUST_PROXY?: string;
  SANCTIONS?: string;
  PRICES?: string;
}

/**
 * Reads and checks the whole environment.
 * @param paidOperations operation ids of the routes whose prices may be overridden
 * @throws ConfigError naming every fault at once
 */
export function readEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  paidOperations: ReadonlySet<string>,
): ApiConfig {
  const faults: string[] = [];
  const warnings: string[] = [];
  const values = readVariables(env, faults);
  const environment = plainToInstance(Environment, numbers(values), { exposeDefaultValues: true });
  for (const error of validateSync(environment)) faults.push(Object.values(error.constraints ?? {}).at(-1)!);

  const payments = readPayments(environment, faults, warnings);
  const baseUrl = readBaseUrl(environment, isReal(payments), faults);
  const l402 = readL402({ ...values, LND_MACAROON_FILE: env['LND_MACAROON_FILE'] }, payments.mode, faults);
  const watch = readWatch(values, faults);
  const receiptKey = readReceiptKey(values, faults);
  const shared = {
    payments: payments.mode,
    hasReceiptKey: receiptKey !== undefined,
    watch: watch.mode,
    hasL402Secret: l402.mode === 'off' ? null : l402.secret !== null,
  };
  const config: ApiConfig = {
    host: environment.HOST,
    port: environment.PORT,
    metricsPort: environment.METRICS_PORT,
    operatorToken: readOperatorToken(values, environment.METRICS_PORT, faults),
    workers: environment.WORKERS,
    ledger: readLedger(values, shared, faults, warnings),
    ledgerThread: environment.LEDGER_THREAD,
    connections: { max: environment.CONNECTIONS_MAX, perClientMax: environment.CONNECTIONS_PER_CLIENT_MAX },
    baseUrl,
    dataDir: resolve(environment.DATA_DIR),
    payments,
    l402,
    screening: readScreening(values, payments, faults),
    watch,
    receiptKey,
    trustProxy: readTrustProxy(
      environment.TRUST_PROXY,
      { publicBaseUrl: environment.PUBLIC_BASE_URL },
      faults,
      warnings,
    ),
    publicPreview: environment.PUBLIC_PREVIEW,
    contact: readContact(values['CONTACT'], faults),
    logLevel: environment.LOG_LEVEL,
    paused: environment.PAUSED === 'true',
    eventLoopLagMaxMs: environment.EVENT_LOOP_LAG_MAX_MS,
    prices: readPrices(environment.PRICES, paidOperations, faults),
    warnings,
  };
  faults.push(...misspeltVariables(env, READ_NAMES));
  if (config.metricsPort !== 0 && config.metricsPort === config.port)
    faults.push('METRICS_PORT must not be PORT: one of them could not listen');
  if (config.workers > 1 && payments.mode !== 'off' && values['LEDGER_URL'] === undefined) faults.push(ONE_WORKER);
  if (config.workers > 1 && config.l402.mode === 'sandbox' && values['L402_SECRET'] === undefined)
    faults.push(
      'WORKERS must be 1 with L402 sandbox and without L402_SECRET: one process would not know the invoices of another',
    );
  if (isReal(payments) && !config.contact)
    warnings.push('CONTACT is not set: the published documents name no contact for vulnerability reports');
  if (faults.length > 0) throw new ConfigError(faults);
  return Object.freeze(config);
}

const ONE_WORKER =
  'WORKERS must be 1 without LEDGER_URL: payments.db is written by one process, and several need a PostgreSQL ' +
  '(npm run payments -- migrate moves the payments there; see docs/nodes.md)';

/** Every name that is read from the environment. */
const READ_NAMES = CONFIG_VARIABLES.flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name]));

/** Known variables that are set and not blank, secrets also from their `_FILE`. */
function readVariables(env: Readonly<Record<string, string | undefined>>, faults: string[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const { name, secret } of CONFIG_VARIABLES) {
    const direct = env[name]?.trim();
    if (direct) values[name] = direct;
    const file = secret ? env[`${name}_FILE`]?.trim() : undefined;
    if (!file) continue;
    if (direct) faults.push(`${name} and ${name}_FILE are both set; set one`);
    try {
      values[name] = readFileSync(file, 'utf8').trim();
    } catch {
      faults.push(`${name}_FILE cannot be read`);
    }
  }
  return values;
}

const NUMBERS = [
  'PORT',
  'METRICS_PORT',
  'WORKERS',
  'CONNECTIONS_MAX',
  'CONNECTIONS_PER_CLIENT_MAX',
  'EVENT_LOOP_LAG_MAX_MS',
] as const;

function numbers(values: Record<string, string>): Record<string, unknown> {
  const converted: Record<string, unknown> = { ...values };
  for (const name of NUMBERS) {
    if (values[name] !== undefined) converted[name] = /^\d+$/.test(values[name]) ? Number(values[name]) : NaN;
  }
  return converted;
}

function readBaseUrl({ HOST, PORT, PUBLIC_BASE_URL }: Environment, real: boolean, faults: string[]): string {
  if (PUBLIC_BASE_URL !== undefined) return checkUrl('PUBLIC_BASE_URL', PUBLIC_BASE_URL, faults, real);
  if (real && !isLoopbackHost(HOST)) {
    faults.push('PUBLIC_BASE_URL must be set when payments are real and HOST is not loopback: buyers sign this URL');
  }
  return `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`;
}

function readPrices(
  text: string | undefined,
  paidOperations: ReadonlySet<string>,
  faults: string[],
): Record<string, AtomicUsdc> {
  const prices: Record<string, AtomicUsdc> = {};
  for (const pair of (text ?? '').split(',').filter((part) => part.trim())) {
    const [operation = '', usd = ''] = pair.split('=').map((part) => part.trim());
    try {
      const price = usdToAtomic(usd);
      if (price === 0n) throw new RangeError('a paid route cannot be free');
      if (!paidOperations.has(operation)) throw new RangeError('no paid route has this operation id');
      prices[operation] = price;
    } catch {
      faults.push(`PRICES must be operationId=usd pairs of paid routes with positive amounts; "${pair.trim()}" is not`);
    }
  }
  return prices;
}
