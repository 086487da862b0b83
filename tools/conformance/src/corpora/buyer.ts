import type { TestPaymentOptions } from '@stackcheck/payment-x402/testing';
import { RawClient } from '../http/raw-client';
import { toBytes } from '../http/raw-request';
import type { RawResponse } from '../http/raw-response';
import { createJudge, type Judge } from '../oracle/judge';
import { createSchemaCheck } from '../oracle/schema-check';
import { readServedApi, type Operation, type ServedApi } from '../oracle/served-api';
import { PaymentMaker } from '../service/payment-maker';
import { startService, type ConformanceService } from '../service/start-service';

/** What a buyer sends in addition to the payment. */
export interface Order {
  readonly operationId: string;
  /** Path and query, as sent. */
  readonly target: string;
  readonly body?: Uint8Array;
  readonly headers?: readonly (readonly [string, string])[];
}

/** A judged answer. */
export interface Delivery {
  readonly response: RawResponse;
  /** What is wrong with the answer; empty when all is well. */
  readonly faults: readonly string[];
  /** Settlements that the order caused. */
  readonly settlements: number;
}

// Refused payments of one client are limited; moving on keeps each case on its own.
const BETWEEN_ORDERS_MS = 130_000;

/** A service under test with one client that pays for what it asks, over one connection. */
export class Buyer {
  private readonly maker: PaymentMaker;
  private readonly judge: Judge;
  private readonly client: RawClient;

  private constructor(
    readonly service: ConformanceService,
    private readonly api: ServedApi,
  ) {
    this.maker = new PaymentMaker(service);
    this.judge = createJudge(api, createSchemaCheck(api));
    this.client = new RawClient(service.url);
  }

  static async start(): Promise<Buyer> {
    const service = await startService();
    return new Buyer(service, await readServedApi(service.url));
  }

  /** Sends an order with a payment, good unless changed, or with none where the operation is free. */
  order(order: Order, changes: Partial<TestPaymentOptions> = {}): Promise<Delivery> {
    const { price } = this.operation(order.operationId);
    this.service.clock.advance(BETWEEN_ORDERS_MS);
    const paid =
      price === null ? [] : [['PAYMENT-SIGNATURE', this.maker.make(price, order.target, changes).header] as const];
    return this.exchange(order, paid);
  }

  /** Sends an order with payment headers of one's own. */
  send(order: Order, paymentHeaders: readonly (readonly [string, string])[]): Promise<Delivery> {
    this.service.clock.advance(BETWEEN_ORDERS_MS);
    return this.exchange(order, paymentHeaders);
  }

  private async exchange(order: Order, paymentHeaders: readonly (readonly [string, string])[]): Promise<Delivery> {
    const { facilitator } = this.service;
    const { method } = this.operation(order.operationId);
    const before = facilitator.transfers;
    const exchange = await this.client.exchange(
      toBytes({
        method,
        target: order.target,
        headers: [['Host', '127.0.0.1'], ...paymentHeaders, ...(order.headers ?? [])],
        ...(order.body ? { body: order.body } : {}),
      }),
      method,
    );
    if (exchange.kind !== 'answered') throw new Error(`no answer to ${order.target}: ${JSON.stringify(exchange)}`);
    const { response } = exchange;
    const settlements = facilitator.transfers - before;
    const faults = [...this.judge({ method, target: order.target, conditional: false }, response)];
    if (settlements !== (response.headers.has('payment-response') ? 1 : 0)) {
      faults.push(`status ${response.status} with ${settlements} settlements`);
    }
    return { response, faults, settlements };
  }

  /** Connections used so far; one unless the server closed it. */
  get connections(): number {
    return this.client.connections;
  }

  async close(): Promise<void> {
    this.client.close();
    await this.service.close();
  }

  private operation(id: string): Operation {
    const found = this.api.operations.find((operation) => operation.id === id);
    if (!found) throw new Error(`the service describes no operation ${id}`);
    return found;
  }
}
