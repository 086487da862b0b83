import { randomUUID } from 'node:crypto';
import { systemClock, type Clock } from '@stackcheck/contract';
import {
  createChainEvidence,
  createPaymentGate,
  createReconciler,
  createRefusalLimit,
  type ChainEvidence,
  type Facilitator,
  type PaymentStore,
} from '@stackcheck/payment-x402';
import type { GateLog, GateRefusal } from '@stackcheck/payment-x402/settle';
import type { PaymentTerms } from '@stackcheck/payment-x402/terms';
import { signReceipt } from '@stackcheck/signing/receipt';
import { hostIdentity, openPayments } from '@stackcheck/store-sqlite/payments';
import { RpcEndpoint } from '../chain/rpc-endpoint';
import { configuredFacilitators } from '../facilitators/configured-facilitators';
import { LimitedFacilitator } from '../facilitators/limited-facilitator';
import { SandboxFacilitator } from '../facilitators/sandbox-facilitator';
import { every } from '../repeat/every';
import { clientAddress } from '../request/client-address';
import type { ShopRequest } from './asked-for';
import { keepLedger } from './keep-ledger';
import type { PaidOffer } from './paid-offer';
import { paidRoute, type Handler } from './paid-route';
import { badOption, type ShopOptions } from './shop-options';
import { baseUrlOf, termsOf } from './terms-of';

/** Sells the answers of an application's routes. */
export interface Shop {
  /**
   * Middleware that sells one route.
   * @param answer the answer to sell: a value that JSON can say, a text or bytes. Called once per payment, with nothing charged yet:
   *   what it throws goes to the application's error handler, and the payment stays unspent
   * @throws ShopError of code `option`
   */
  paidRoute<R extends ShopRequest>(offer: PaidOffer, answer: (request: R) => unknown): Handler<R>;
  /** Resolves with the reason when nothing can be sold any more in this process, e.g. after a failed sync of the ledger. */
  readonly failed: Promise<string>;
  /** Finishes what is under way and closes the ledger. Call it when the server has closed. */
  close(): Promise<void>;
}

const RECONCILE_MS = 5_000;
/** Calls to the facilitators at once. */
const CALLS_MAX = 64;

/**
 * Opens the ledger and begins to close payments that an earlier process left open.
 * @throws ShopError of code `option` or `ledger_in_use`
 * @throws DatabaseOpenError (`@stackcheck/store-sqlite`) when the file cannot be used
 */
export async function openShop(options: ShopOptions): Promise<Shop> {
  const { clock = systemClock, log = () => undefined, rpcUrls = [], receipts } = options;
  const terms = termsOf(options);
  const baseUrl = baseUrlOf(options);
  const makeFacilitator = facilitatorOf(options, { terms, clock, log });
  const evidence = evidenceOf(rpcUrls, terms);
  const client = clientOf(options);
  const thread = options.facilitator === 'sandbox' ? 'never' : 'busy';
  const store = await openPayments({ file: options.ledger, bootId: randomUUID(), hostId: hostIdentity(), thread });
  const onError = (error: unknown): void =>
    log({ level: 'alarm', event: 'ledger_failed', reason: (error as Partial<Error> | null)?.message ?? 'unexpected' });
  const keeping = await keepLedger(store, clock, onError);
  const { ledger, locks } = store;
  const facilitator = new LimitedFacilitator(makeFacilitator(store), { clock, callsMax: CALLS_MAX });
  const shared = { ledger, facilitator, terms, clock, locks, log, ...(evidence ? { evidence } : {}) };
  const gate = createPaymentGate({ ...shared, refusals: createRefusalLimit({ clock }) });
  const reconciler = createReconciler(shared);
  const reconciling = every(
    RECONCILE_MS,
    async () => {
      if (!keeping.isOver) await reconciler.runOnce();
    },
    onError,
    { atOnce: true },
  );
  let isClosing = false;
  const closedFor = (): GateRefusal | null => {
    if (isClosing || keeping.isPaused)
      return { kind: 'refused', code: 'paused', message: 'nothing is sold just now; this payment was not looked at' };
    return null;
  };
  const deps = {
    gate,
    client,
    terms,
    baseUrl,
    errorsUrl: options.errorsUrl ?? null,
    closedFor,
    onError,
    receipt: async (url: string, { answer: { body }, paymentResponse }: ReceiptOf) =>
      receipts ? signReceipt(receipts, { url, body, paymentResponse, nowMs: clock.now(), inFlight: locks.count }) : {},
  };
  return {
    paidRoute: (offer, answer) => paidRoute(deps, offer, answer),
    failed: keeping.failed,
    async close() {
      isClosing = true;
      reconciling.stop();
      await reconciling.idle();
      await keeping.close(() => locks.count);
    },
  };
}

interface ReceiptOf {
  readonly answer: { readonly body: Uint8Array };
  readonly paymentResponse: string;
}

interface Reporting {
  readonly terms: PaymentTerms;
  readonly clock: Clock;
  readonly log: GateLog;
}

/** Made when the ledger is open, since the sandbox keeps its nonces there. */
function facilitatorOf(
  { facilitator }: Pick<ShopOptions, 'facilitator'>,
  { terms, clock, log }: Reporting,
): (store: PaymentStore) => Facilitator {
  if (typeof facilitator !== 'string' && 'verify' in facilitator) return () => facilitator;
  if (facilitator === 'sandbox') {
    if (terms.chainId !== 84532) badOption('facilitator', 'can be the sandbox on eip155:84532 alone');
    return ({ sandboxNonces: nonces }) => new SandboxFacilitator({ terms, nonces, clock });
  }
  const configured =
    typeof facilitator === 'string' ? ([{ url: facilitator, auth: { kind: 'none' } }] as const) : facilitator;
  for (const { url } of configured)
    if (!isWebUrl(url)) badOption('facilitator', 'must be "sandbox" or an http or https URL');
  const made = configuredFacilitators(configured, { v1: terms.networkName, v2: terms.network }, log);
  return () => made;
}

function evidenceOf(urls: readonly string[], { chainId }: PaymentTerms): ChainEvidence | undefined {
  // Their text is not quoted: it may hold a key.
  if (!urls.every(isWebUrl)) badOption('rpcUrls', 'must be http or https URLs');
  return urls.length > 0 ? createChainEvidence(urls.map((url) => new RpcEndpoint({ url, chainId }))) : undefined;
}

function isWebUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function clientOf({ trustProxy = 0 }: Pick<ShopOptions, 'trustProxy'>): ReturnType<typeof clientAddress> {
  try {
    return clientAddress(trustProxy);
  } catch (cause) {
    return badOption('trustProxy', 'must be a number of proxies or address ranges such as 10.0.0.0/8', cause);
  }
}
