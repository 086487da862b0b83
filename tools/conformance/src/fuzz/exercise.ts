import { RawClient } from '../http/raw-client';
import { mayBreakParser, toBytes, type RawRequest } from '../http/raw-request';
import { createJudge, type Judge } from '../oracle/judge';
import { createSchemaCheck } from '../oracle/schema-check';
import type { Place, ServedApi } from '../oracle/served-api';
import { PaymentMaker } from '../service/payment-maker';
import type { ConformanceService } from '../service/start-service';
import type { FuzzRequest } from './fuzz-request';
import { payAsPlanned } from './pay';
import { FuzzStatistics } from './fuzz-statistics';

/** Sends generated requests to a service, judges every answer and keeps the books. */
export class Exercise {
  readonly statistics = new FuzzStatistics();
  private readonly client: RawClient;
  private readonly maker: PaymentMaker;
  private readonly judge: Judge;
  private serial = 0;

  constructor(
    private readonly service: ConformanceService,
    private readonly api: ServedApi,
  ) {
    this.client = new RawClient(service.url);
    this.maker = new PaymentMaker(service);
    this.judge = createJudge(api, createSchemaCheck(api));
  }

  /**
   * Sends one generated request as often as it says.
   * @throws Error naming everything that is wrong with an answer, or with what was settled
   */
  async run(request: FuzzRequest): Promise<void> {
    const { clock, facilitator } = this.service;
    clock.advance(request.waitSeconds * 1_000);
    const place = this.api.find(request.method, request.target);
    const raw = this.rawRequest(request, place);
    const transfersBefore = facilitator.transfers;
    let paidAnswers = 0;
    for (let sent = 0; sent < request.times; sent++) {
      if (await this.exchange(raw, request, place)) paidAnswers += 1;
    }
    const transfers = facilitator.transfers - transfersBefore;
    this.statistics.settled(transfers, paidAnswers);
    // All answers of one request are for one payment, so it may be settled once, and only if it was answered.
    if (transfers !== Math.min(1, paidAnswers)) {
      throw new Error(`${paidAnswers} paid answers, but ${transfers} settlements`);
    }
  }

  close(): void {
    this.client.close();
  }

  get connections(): number {
    return this.client.connections;
  }

  private rawRequest(request: FuzzRequest, place: Place): RawRequest {
    this.serial += 1;
    const price = (place.kind === 'operation' && place.operation.price) || 1_000n;
    const paymentHeaders = payAsPlanned(request.payment, {
      maker: this.maker,
      price,
      target: request.target,
      nowSeconds: Math.floor(this.service.clock.now() / 1_000),
      serial: this.serial,
    });
    return {
      method: request.method,
      target: request.target,
      headers: [...request.headers, ...paymentHeaders],
      ...(request.body === null ? {} : { body: request.body, chunked: request.chunked }),
    };
  }

  /** @returns whether the answer was a paid one */
  private async exchange(raw: RawRequest, request: FuzzRequest, place: Place): Promise<boolean> {
    if (mayBreakParser(raw)) this.client.close();
    const exchange = await this.client.exchange(toBytes(raw), request.method);
    if (exchange.kind === 'closed')
      throw new Error(`closed after ${exchange.received} bytes (${exchange.error ?? 'no error'})`);
    if (exchange.kind === 'silent') throw new Error(`no answer within ${exchange.afterMs} ms`);
    const { response } = exchange;
    const faults = this.judge(
      {
        method: request.method,
        target: request.target,
        conditional: request.headers.some(([name]) => name === 'If-None-Match'),
        validateOnly: request.headers.some(
          ([name, value]) => name === 'Prefer' && /^(?:.*,)? *validate-only *(?:;|,|$)/i.test(value),
        ),
      },
      response,
    );
    this.statistics.answered(nameOf(place), response);
    if (faults.length > 0) {
      throw new Error(`${response.status}: ${faults.join('; ')}\n  body: ${response.body.toString('latin1', 0, 500)}`);
    }
    return response.status === 200 && response.headers.has('payment-response');
  }
}

function nameOf(place: Place): string {
  return place.kind === 'operation' ? place.operation.id : `(${place.kind.replace('_', ' ')})`;
}
