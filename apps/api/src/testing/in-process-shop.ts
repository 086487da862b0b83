import { join } from 'node:path';
import type { PaymentSummary } from '@stackcheck/payment-x402/store';
import { openPaymentReader } from '@stackcheck/store-sqlite/payments';
import { readBody } from '../catalogue/route-input';
import { buildContainer } from '../composition/container';
import { openPaymentStore } from '../composition/payment-store';
import { ROUTES } from '../composition/routes';
import { take, TOKENS } from '../composition/tokens';
import { readTarget } from '../input/target';
import type { SentPayment } from '../sale/call';
import type { RawInput } from '../sale/read-input';
import type { Sale } from '../sale/sale';
import type { StarterApi } from './starter-api';

/** A request that is made by a function call. */
export interface InProcessRequest {
  readonly operationId: string;
  /** Path and query. */
  readonly target: string;
  readonly pathParams?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** A payment header's text; absent in a request for an offer. */
  readonly payment?: string;
}

/** The composition of the API with a transport that is a function call: no server, no socket. */
export interface InProcessShop {
  /** @throws ServiceError where the route is not ready */
  ask(request: InProcessRequest): Promise<Sale>;
  /** The ledger's rows of payments for a resource, newest first. */
  rows(): Promise<readonly PaymentSummary[]>;
  close(): Promise<void>;
}

/** Sells from the folder of a starter API, which may sell over HTTP meanwhile. */
export async function openInProcessShop({ config, clock, facilitator }: StarterApi): Promise<InProcessShop> {
  const store = await openPaymentStore(config, { hostId: 'in-process' });
  // No page is served, and what is bundled for pages is no input of these tests.
  const scriptsFolder = join(config.dataDir, 'no-scripts');
  const container = buildContainer(config, { store, clock, facilitator, reservedBytes: 4_096, scriptsFolder });
  await take(container, TOKENS.live).refresh();
  const sales = take(container, TOKENS.sales);
  return {
    ask({ operationId, target: url, pathParams = {}, body, payment }) {
      const route = ROUTES.find((one) => one.operationId === operationId)!;
      const target = readTarget(url);
      return sales.sell({
        ...sales.open(route, target),
        input: inputOf((bytes) => readBody(route, bytes), { pathParams, query: target.query }, body),
        client: '192.0.2.7',
        payment: payment === undefined ? undefined : sent(payment),
        record: {},
        isGone: () => false,
        header: () => undefined,
      });
    },
    async rows() {
      const reader = await openPaymentReader(join(config.dataDir, 'payments.db'));
      const rows = await reader.list({ limit: 100 });
      await reader.close();
      return rows;
    },
    async close() {
      await store?.close();
      take(container, TOKENS.snapshots).close();
    },
  };
}

function sent(payment: string): SentPayment {
  return { rail: 'x402', paymentSignature: [payment], xPayment: [] };
}

function inputOf(
  read: (bytes: Buffer) => Awaited<ReturnType<RawInput['json']>>,
  parameters: Pick<RawInput, 'pathParams' | 'query'>,
  body: object | undefined,
): RawInput {
  const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body));
  return {
    ...parameters,
    bringsBody: bytes.length > 0,
    requireJson: () => undefined,
    body: () => Promise.resolve(() => bytes),
    giveUp: () => undefined,
    json: () => new Promise((resolve) => resolve(read(bytes))),
  };
}
