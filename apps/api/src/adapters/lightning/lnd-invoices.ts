import { X509Certificate } from 'node:crypto';
import type {
  CancelOutcome,
  CreateOutcome,
  InvoiceOrder,
  InvoiceSource,
  LookupOutcome,
} from '@stackcheck/payment-l402/invoices';
import { Agent, request } from 'undici';

/** How an LND node is reached. */
export interface LndInvoicesOptions {
  /** Base URL of its REST interface. */
  readonly url: string;
  /** Invoice macaroon, hex; shown nowhere. */
  readonly macaroon: string;
  /** PEM of the one certificate that is accepted; null = whatever the system's authorities vouch for. */
  readonly certificate: string | null;
  /** From the call to the last byte of the answer; shorter in tests. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 3_000;
const CONNECTIONS_MAX = 8;
const REPLY_BYTES_MAX = 65_536;

const STATES = { OPEN: 'open', ACCEPTED: 'accepted', SETTLED: 'settled', CANCELED: 'canceled' } as const;

/** The reply of one call, or why there is none. */
type Reply =
  | { readonly kind: 'reply'; readonly status: number; readonly body: Readonly<Record<string, unknown>> }
  | { readonly kind: 'unavailable'; readonly reason: string };

/**
 * Invoices of an LND node over its REST interface (AddInvoice, LookupInvoice, CancelInvoice). An invoice macaroon is enough: it
 * can make, read and cancel invoices and spend nothing. Never throws; whatever is not a clear answer is `unavailable`.
 */
export class LndInvoices implements InvoiceSource {
  readonly name = 'lnd';
  private readonly agent: Agent;

  constructor(private readonly options: LndInvoicesOptions) {
    this.agent = new Agent({ connections: CONNECTIONS_MAX, connect: pinned(options.certificate) });
  }

  async create({ amountMsat, memo, expirySeconds }: InvoiceOrder): Promise<CreateOutcome> {
    const order = { value_msat: amountMsat.toString(), memo, expiry: expirySeconds.toString() };
    const reply = await this.call('POST', '/v1/invoices', JSON.stringify(order));
    if (reply.kind !== 'reply') return reply;
    const paymentHash = hexOf(reply.body['r_hash']);
    const paymentRequest = reply.body['payment_request'];
    if (reply.status !== 200 || paymentHash === null || typeof paymentRequest !== 'string')
      return { kind: 'unavailable', reason: `HTTP ${reply.status} without an invoice` };
    return { kind: 'created', paymentHash, paymentRequest };
  }

  async lookup(paymentHash: string): Promise<LookupOutcome> {
    const reply = await this.call('GET', `/v1/invoice/${paymentHash}`);
    if (reply.kind !== 'reply') return reply;
    if (reply.status === 404) return { kind: 'absent' };
    const { state, amt_paid_msat: paid } = reply.body;
    const isOurs = hexOf(reply.body['r_hash']) === paymentHash;
    if (reply.status !== 200 || !isOurs || !isState(state))
      return { kind: 'unavailable', reason: `HTTP ${reply.status} without the invoice` };
    const paidMsat = typeof paid === 'string' && /^\d{1,19}$/.test(paid) ? BigInt(paid) : 0n;
    return { kind: 'found', state: STATES[state], paidMsat };
  }

  async cancel(paymentHash: string): Promise<CancelOutcome> {
    const hash = Buffer.from(paymentHash, 'hex').toString('base64');
    const reply = await this.call('POST', '/v2/invoices/cancel', JSON.stringify({ payment_hash: hash }));
    if (reply.kind !== 'reply') return reply;
    if (reply.status === 200) return { kind: 'canceled' };
    // It refuses to cancel what is paid or not known, with the same status; what it then says of the invoice decides.
    const found = await this.lookup(paymentHash);
    if (found.kind === 'absent') return { kind: 'canceled' };
    if (found.kind === 'found' && found.state === 'settled') return { kind: 'settled' };
    if (found.kind === 'found' && found.state === 'canceled') return { kind: 'canceled' };
    return { kind: 'unavailable', reason: `HTTP ${reply.status} to a cancellation` };
  }

  async close(): Promise<void> {
    await this.agent.close();
  }

  private async call(method: 'GET' | 'POST', path: string, body?: string): Promise<Reply> {
    try {
      const { statusCode, body: stream } = await request(`${this.options.url.replace(/\/+$/, '')}${path}`, {
        dispatcher: this.agent,
        method,
        headers: { 'Grpc-Metadata-macaroon': this.options.macaroon, 'Content-Type': 'application/json' },
        signal: AbortSignal.timeout(this.options.timeoutMs ?? TIMEOUT_MS),
        ...(body === undefined ? {} : { body }),
      });
      const chunks: Uint8Array[] = [];
      let bytes = 0;
      for await (const chunk of stream as AsyncIterable<Uint8Array>) {
        bytes += chunk.length;
        if (bytes > REPLY_BYTES_MAX) return { kind: 'unavailable', reason: 'the reply is too long' };
        chunks.push(chunk);
      }
      return { kind: 'reply', status: statusCode, body: objectOf(Buffer.concat(chunks).toString('utf8')) };
    } catch (error) {
      return { kind: 'unavailable', reason: reasonOf(error) };
    }
  }
}

/**
 * Accepts one certificate alone. LND signs its own, often for another host name than it is reached by, so the certificate
 * is compared as a whole instead of its name.
 */
function pinned(pem: string | null): object {
  if (pem === null) return {};
  const { fingerprint256 } = new X509Certificate(pem);
  return {
    ca: [pem],
    checkServerIdentity: (_host: string, peer: { readonly fingerprint256: string }) =>
      peer.fingerprint256 === fingerprint256 ? undefined : new Error('the certificate is not the pinned one'),
  };
}

function isState(state: unknown): state is keyof typeof STATES {
  return typeof state === 'string' && Object.hasOwn(STATES, state);
}

/** 32 bytes of base64 as hex; null when it is anything else. */
function hexOf(base64: unknown): string | null {
  const bytes = Buffer.from(typeof base64 === 'string' ? base64 : '', 'base64');
  return bytes.length === 32 ? bytes.toString('hex') : null;
}

/** An empty object when the text is no JSON object: its fields are missing either way. */
function objectOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}

/** Code or name of a fault; its text may quote addresses. */
function reasonOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return String(typeof code === 'string' ? code : (name ?? 'unknown'));
}
