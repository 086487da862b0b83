import { LIMITS, ServiceError } from '@stackcheck/contract';
import {
  errorResult,
  FREE_TOOLS,
  freeListing,
  freeResult,
  offerResult,
  PAID_TOOLS,
  paidListing,
  paidResult,
  sentPayment,
  type PaidTool,
  type ToolListing,
  type ToolResult,
} from '@stackcheck/mcp-tools';
import type { Offer402 } from '@stackcheck/payment-x402/offer';
import type { PaidAnswer } from '@stackcheck/payment-x402/settle';
import type { AccessRecord } from '../operations/access-log';
import type { SentPayment } from '../sale/call';
import type { Sale } from '../sale/sale';
import type { Sales } from '../sale/sales';
import { afterSettling, beforeSettling } from '../sale/unexpected-faults';
import { argumentInput } from './argument-input';
import { answerFree, type FreeToolDeps } from './free-tools';
import { isObject } from './members';
import { routeOf, TOOL_ROUTES, toolTarget } from './tool-routes';

/** What calls of tools need of the rest of the service. */
export interface ToolCallDeps extends FreeToolDeps {
  readonly sales: Sales;
  /** Counts a check without a payment; throws `rate_limited`. */
  consumeDryRun(client: string): void;
  onUnexpected(error: unknown): void;
}

/** What is known of a call of a tool. */
export interface SoldCall {
  readonly tool: string;
  /** Whether it brought a payment. */
  readonly isPaying: boolean;
  /** A paid answer, or a payment that is held: its work is not the client's to pay. */
  readonly mayBeCharged: boolean;
}

/** What is recorded of a request, whatever becomes of its reply. */
export interface CallRecord extends AccessRecord {
  /** Set once a sale ended: from then on, no fault may be called free where something is owed. */
  sold?: SoldCall;
}

/** Who calls, as the transport knows it. */
export interface Caller {
  /** Address of the client. */
  readonly client: string;
  readonly record: CallRecord;
  isGone(): boolean | Promise<boolean>;
}

/** One call of a tool, still unread. */
export interface ToolCall {
  readonly name: string;
  readonly args: unknown;
  readonly meta: unknown;
}

/** How a call ended. */
export interface CalledTool extends SoldCall {
  readonly result: ToolResult;
  /** Called when the last byte is out. */
  readonly paid?: PaidAnswer;
}

/** Answers calls of tools: those that are sold by the one sale that there is, the free ones at once. */
export class ToolCalls {
  readonly listings: readonly ToolListing[];
  private readonly paidTools = new Map<string, PaidTool>(PAID_TOOLS.map((tool) => [tool.name, tool]));

  constructor(private readonly deps: ToolCallDeps) {
    const usdOf = (query: PaidTool['queries'][number]): string => deps.service.priceUsd(routeOf(query));
    this.listings = [...PAID_TOOLS.map((tool) => paidListing(tool, usdOf)), ...FREE_TOOLS.map(freeListing)];
  }

  /** Undefined where there is no tool of the name. Never rejects. */
  async call(call: ToolCall, caller: Caller): Promise<CalledTool | undefined> {
    const { args = {} } = call;
    const paid = this.paidTools.get(call.name);
    const free = FREE_TOOLS.find(({ name }) => name === call.name);
    if (!paid && !free) return undefined;
    try {
      if (paid) return await this.sell(paid, { ...call, args }, caller);
      if (!isObject(args)) throw new ServiceError('bad_request', { message: 'arguments must be an object' });
      if (free!.name === 'quote') this.deps.consumeDryRun(caller.client);
      return unpaid(call.name, freeResult(answerFree(free!.name, args, this.deps)));
    } catch (error) {
      const { sold } = caller.record;
      const result = this.refused(faultOf(error, sold, this.deps.onUnexpected), caller);
      return sold ? { ...sold, result } : unpaid(call.name, result);
    }
  }

  private async sell(tool: PaidTool, { args, meta }: ToolCall, caller: Caller): Promise<CalledTool> {
    const query = tool.queryOf(isObject(args) ? args : {});
    const { route } = TOOL_ROUTES.find((one) => one.query === query)!;
    const open = this.deps.sales.open(route, toolTarget(tool));
    const payment = paymentOf(meta);
    const sale = await this.deps.sales.sell({
      ...open,
      input: argumentInput(route, args),
      client: caller.client,
      payment,
      record: caller.record,
      isGone: () => caller.isGone(),
      header: () => undefined,
    });
    const sold = { tool: tool.name, isPaying: payment !== undefined, mayBeCharged: mayBeCharged(sale) };
    caller.record.sold = sold;
    return { ...sold, ...this.ended(sale, caller) };
  }

  private ended(sale: Sale, caller: Caller): Omit<CalledTool, keyof SoldCall> {
    if (sale.kind === 'offer') {
      caller.record.code = 'payment_required';
      return { result: offerOf(sale.offer) };
    }
    if (sale.kind === 'refused') {
      const { error, offer } = sale;
      if (!offer) return { result: this.refused(error, caller) };
      caller.record.code = error.code;
      return { result: offerResult(fromBase64(offer.paymentRequired) as object, error.message) };
    }
    const { paid, receipt } = sale;
    const { body } = paid.answer;
    const sold = {
      get text() {
        return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
      },
      settlement: fromBase64(paid.paymentResponse),
      receipt,
    };
    return { result: paidResult(sold), paid };
  }

  private refused(error: ServiceError, caller: Caller): ToolResult {
    caller.record.code = error.code;
    return errorResult(this.deps.baseUrl, error);
  }
}

/** What a fault is answered with, whatever was sold before it. */
export function faultOf(
  error: unknown,
  sold: SoldCall | undefined,
  onUnexpected: (error: unknown) => void,
): ServiceError {
  return (sold?.mayBeCharged ? afterSettling : beforeSettling)(error, onUnexpected);
}

function mayBeCharged(sale: Sale): boolean {
  if (sale.kind !== 'refused') return sale.kind === 'answer';
  return sale.error.code === 'settlement_unknown' || sale.error.code === 'payment_in_progress';
}

function unpaid(tool: string, result: ToolResult): CalledTool {
  return { tool, result, isPaying: false, mayBeCharged: false };
}

/** What stands in the place of a payment and is none is refused by the gate, as an unreadable header is; so is what no header could hold. */
function paymentOf(meta: unknown): SentPayment | undefined {
  const sent = sentPayment(meta);
  if (sent.kind === 'none') return undefined;
  if (sent.kind === 'malformed') return { rail: 'x402', paymentSignature: [''], xPayment: [] };
  const { payload } = sent;
  const json = JSON.stringify(payload);
  if (json.length <= PAYMENT_UNITS_MAX) return { rail: 'x402', paymentSignature: [], xPayment: [], payload };
  return { rail: 'x402', paymentSignature: [Buffer.from(json).toString('base64')], xPayment: [] };
}

/** What a header holds of JSON, each of whose units may take three bytes and these four characters of base64. */
const PAYMENT_UNITS_MAX = LIMITS.paymentHeaderBytesMax / 4;

const offers = new WeakMap<Offer402, ToolResult>();

/** What is offered to every call without a payment is made once. */
function offerOf(offer: Offer402): ToolResult {
  let result = offers.get(offer);
  if (!result) offers.set(offer, (result = offerResult(fromBase64(offer.paymentRequired) as object)));
  return result;
}

function fromBase64(text: string): unknown {
  return JSON.parse(Buffer.from(text, 'base64').toString('utf8'));
}
