import { join } from 'node:path';
import { usdToAtomic, type AtomicUsdc } from '@stackcheck/contract';
import {
  BuyerError,
  createBuyer,
  signerFromKey,
  type Buyer,
  type BuyerRequest,
  type Caps,
  type KeySigner,
  type Purchase as Bought,
} from '@stackcheck/buyer';
import { keyFromFile, openSpendBook, system } from '@stackcheck/buyer/node';
import { dataPath } from '../data/data-folder';
import { CliError, EXIT } from '../program/exit-code';
import { usdText } from '../terminal/usd-text';
import type { Streams } from '../terminal/streams';
import { requireRoom } from './require-room';
import { watchedFetch } from './watched-fetch';

/** Flags of everything that may pay. */
export interface PayFlags {
  /** No network is asked, so that there is no service. */
  readonly offline?: boolean;
  /** Of the service. */
  readonly url?: string;
  readonly keyFile?: string;
  readonly network?: string;
  readonly payTo?: string;
  readonly maxUsdPerCall?: AtomicUsdc;
  readonly maxUsd?: AtomicUsdc;
  readonly maxUsdPerDay?: AtomicUsdc;
}

/** A running service, asked within the caps. */
export interface Service {
  readonly url: string;
  /** The JSON of a free document. @throws CliError `network` */
  get(path: string): Promise<unknown>;
  /** What a request costs; 0 where it is free. @throws CliError `network` */
  price(request: ServiceRequest): Promise<AtomicUsdc>;
  /** Pays for a request. @throws RefusedRequest where it is not answered with 200, which costs nothing; CliError `network` */
  buy(request: ServiceRequest): Promise<Uint8Array>;
  /** The same, with what it cost. @param most the most that it may cost; the cap of a call otherwise */
  purchase(request: ServiceRequest, most?: AtomicUsdc): Promise<Purchased>;
  /**
   * Makes sure that the caps carry requests that are to be paid for, each with its price, before the first of them is. What was begun before and
   * is not closed is paid already. @throws CliError `network`
   */
  requireRoom(wanted: readonly PricedRequest[]): Promise<void>;
  /** What of the caps of this run and this day is left. */
  left(): Promise<Pick<Caps, 'session' | 'day'>>;
}

/** An answer with what it cost: 0 where it was free, and where another call has paid for it. */
export interface Purchased {
  readonly body: Uint8Array;
  readonly paid: AtomicUsdc;
  /** Of what was paid for. */
  readonly proof?: Proof;
}

/** What the service says of a payment, as it came. */
export interface Proof {
  /** That was asked and paid. */
  readonly url: string;
  /** The headers that make the receipt of the body, by the names of the service; those that it sent. */
  readonly receipt: Readonly<Record<string, string>>;
  /** The settlement, decoded; null where it cannot be read. */
  readonly settlement: object | null;
}

/** A request by its path below the service's address. */
export interface ServiceRequest {
  readonly path: string;
  /** Sent as JSON by POST. */
  readonly body?: unknown;
}

/** A request with what it costs. */
export interface PricedRequest {
  readonly request: ServiceRequest;
  readonly price: AtomicUsdc;
}

const DEFAULT_URL = 'http://127.0.0.1:8402';
const ANSWER_BYTES_MAX = 512 * 1024 * 1024;
/** Large downloads take their time. */
const ANSWER_TIMEOUT_MS = 300_000;

/** The service of `--url` or `STACKCHECK_URL`; `npm start`'s otherwise. A key is asked for when something is to be paid. */
export function openService(flags: PayFlags, streams: Streams): Service {
  const { env, note } = streams;
  if (flags.offline === true)
    throw new CliError(EXIT.usage, 'this asks the service, which --offline forbids; leave one of the two out');
  const url = (flags.url ?? env['STACKCHECK_URL'] ?? DEFAULT_URL).replace(/\/+$/, '');
  if (!URL.canParse(url))
    throw new CliError(EXIT.usage, `--url ${url} is no address; give one such as https://stackcheck.example`);
  const quoting = buyerOf(NO_SIGNER, flags, streams);
  let paying: Promise<Buyer> | undefined;
  const payer = (): Promise<Buyer> => {
    paying ??= signerOf(flags, env).then((signer) => buyerOf(signer, flags, streams));
    // A key that cannot be read now may be mended while this runs.
    paying.catch(() => (paying = undefined));
    return paying;
  };
  // Of two calls at once that ask the same, which are one payment, the first says what it cost.
  const counted = new Set<string>();
  const purchase = (request: ServiceRequest, most?: AtomicUsdc): Promise<Purchased> =>
    saying(url, async () => {
      const limits = { bytesMax: ANSWER_BYTES_MAX, ...(most !== undefined && { most }) };
      const bought = await (await payer()).pay(toBuyerRequest(url, request), limits);
      const { status, body } = bought.answer;
      const isFirst = bought.outcome === 'paid' && !counted.has(bought.id);
      const paid = isFirst ? bought.amount : 0n;
      if (isFirst) {
        counted.add(bought.id);
        note(`paid ${usdText(paid)} USD for ${request.path}`);
      }
      if (status === 200)
        return { body, paid, ...(bought.outcome === 'paid' && { proof: proofOf(url, request, bought) }) };
      throw new RefusedRequest(`${url}${request.path}`, status, errorIn(body));
    });
  return {
    url,
    get: (path) => saying(url, async () => jsonOf(url, path)),
    price: (request) => saying(url, async () => (await quoting.quote(toBuyerRequest(url, request)))?.amount ?? 0n),
    buy: async (request) => (await purchase(request)).body,
    purchase,
    requireRoom: (wanted) =>
      saying(url, async () => {
        const buyer = await payer();
        const open = await Promise.all(wanted.map(({ request }) => buyer.hasOpenPayment(toBuyerRequest(url, request))));
        requireRoom(
          wanted.filter((_, at) => open[at] === false).map(({ price }) => price),
          { ...(await buyer.left()), call: capsOf(flags).call },
        );
      }),
    left: async () => ((await paying?.catch(() => undefined)) ?? quoting).left(),
  };
}

const RECEIPT_HEADERS = [
  'Content-Digest',
  'Unencoded-Digest',
  'Signature-Input',
  'Signature',
  'PAYMENT-RESPONSE',
] as const;

function proofOf(
  url: string,
  { path }: ServiceRequest,
  { answer, receipt: settlement }: Extract<Bought, { readonly outcome: 'paid' }>,
): Proof {
  const sent = RECEIPT_HEADERS.map((name) => [name, answer.headers.get(name)] as const);
  const receipt = Object.fromEntries(
    sent.filter((header): header is [(typeof header)[0], string] => header[1] !== null),
  );
  return { url: `${url}${path}`, receipt, settlement };
}

/** The caps of flags, in atomic USDC: what a call, this run and a day may cost. */
export function capsOf({ maxUsdPerCall, maxUsd, maxUsdPerDay }: PayFlags): Caps {
  return {
    call: maxUsdPerCall ?? usdToAtomic('0.05'),
    session: maxUsd ?? usdToAtomic('0.50'),
    day: maxUsdPerDay ?? usdToAtomic('2.00'),
  };
}

function buyerOf(signer: KeySigner, flags: PayFlags, streams: Streams): Buyer {
  const { env } = streams;
  const { payTo } = flags;
  const network = flags.network ?? env['STACKCHECK_NETWORK'];
  try {
    return createBuyer({
      ...system,
      fetch: watchedFetch(globalThis.fetch, streams),
      signer,
      book: openSpendBook(join(dataPath(env), 'spend-book.json')),
      caps: capsOf(flags),
      answerTimeoutMs: ANSWER_TIMEOUT_MS,
      ...(network !== undefined && { network }),
      ...(payTo !== undefined && { payTo }),
    });
  } catch (error) {
    if (error instanceof RangeError) throw new CliError(EXIT.usage, error.message, { cause: error });
    throw error;
  }
}

/** Prices are asked without a key. */
const NO_SIGNER: KeySigner = {
  address: '0x0000000000000000000000000000000000000000',
  signTypedData: () => Promise.reject(new Error('a price is asked without a signature')),
};

async function signerOf({ keyFile }: PayFlags, env: Streams['env']): Promise<KeySigner> {
  const file = keyFile ?? env['STACKCHECK_KEY_FILE'];
  if (file) return keyFromFile(file);
  const key = env['STACKCHECK_KEY'];
  if (key) return signerFromKey(key, 'STACKCHECK_KEY');
  throw new CliError(
    EXIT.network,
    'paying needs a key: name a file that only you can read with --key-file or STACKCHECK_KEY_FILE, or ask with --dry-run first',
  );
}

/** What would do on this command line. */
const WAYS_OUT: Readonly<Record<string, string>> = {
  cap_reached: ' (--max-usd-per-call, --max-usd, --max-usd-per-day)',
  pin_changed: ' (--pay-to, --network)',
};

async function saying<Answer>(url: string, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof BuyerError)
      throw new CliError(EXIT.network, `${error.message}${WAYS_OUT[error.code] ?? ''}`, { cause: error });
    if (error instanceof CliError) throw error;
    // What `fetch` rejects with.
    if (error instanceof TypeError) {
      throw new CliError(EXIT.network, `${url} cannot be reached; is it running? (--url, STACKCHECK_URL)`, {
        cause: error,
      });
    }
    throw error;
  }
}

async function jsonOf(url: string, path: string): Promise<unknown> {
  const response = await fetch(`${url}${path}`, { redirect: 'error', signal: AbortSignal.timeout(30_000) });
  if (!response.ok) throw new CliError(EXIT.network, `${url}${path} answered ${response.status}`);
  return (await response.json()) as unknown;
}

/** `fetch` accepts gzip and decodes it; the receipt is then over what is decoded. */
const DOWNLOADS_IN_GZIP = { 'want-unencoded-digest': 'sha-256=1' };

function toBuyerRequest(url: string, { path, body }: ServiceRequest): BuyerRequest {
  const target = `${url}${path}`;
  if (body === undefined) return { url: target, headers: DOWNLOADS_IN_GZIP };
  return { url: target, method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** The service answered something else than 200, and charged nothing. */
export class RefusedRequest extends CliError {
  /** Of the service's error table; null where it says none. */
  readonly code: string | null;

  constructor(url: string, status: number, { code, message = 'no message that can be read', next = '' }: ErrorSaid) {
    super(EXIT.network, `${url} answered ${status}: ${message} ${next}`.trim());
    this.code = code ?? null;
  }
}

interface ErrorSaid {
  readonly code?: string;
  readonly message?: string;
  readonly next?: string;
}

function errorIn(body: Uint8Array): ErrorSaid {
  try {
    const { error } = JSON.parse(Buffer.from(body).toString('utf8')) as { readonly error?: ErrorSaid };
    return error ?? {};
  } catch {
    return {};
  }
}
