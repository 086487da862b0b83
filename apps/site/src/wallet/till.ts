import { createBuyer, type BuyerOptions, type BuyerRequest, type Purchase, type Signer } from '@stackcheck/buyer';
import { openWebSpendBook, type BookEntry } from '@stackcheck/buyer/web';
import { fromBase64 } from '@stackcheck/payment-x402/wire';
import { keepAnswer, keptHeaders, type PaidAnswer } from './kept-answers';

/** The terms that the page shows: an offer with others is not signed. */
export interface Terms {
  /** CAIP-2. */
  readonly network: string;
  readonly payTo: string;
  /** In atomic units. */
  readonly amount: bigint;
}

/** Pays from a page, with what is kept in this browser. */
export interface Till {
  /**
   * Pays for a request, or goes on with the payment that it has: what was signed is kept before it is sent, and never signed again.
   * @throws Error with a sentence for a person
   */
  buy(request: BuyerRequest, signer: Signer): Promise<PaidAnswer>;
  /** Payments to an address that were sent and not answered: by an earlier visit that was cut off, or by another tab. */
  unanswered(url: string): Promise<readonly BookEntry[]>;
  /** Sends such a payment again, the same bytes, and gives the answer. No wallet is asked. */
  resume(entry: BookEntry): Promise<PaidAnswer>;
}

const BOOK = 'stackcheck.payments';
/** More than this is not paid from a page, whatever it shows: a dollar a call, five a visit, twenty a day. */
const CAPS = { call: 1_000_000n, session: 5_000_000n, day: 20_000_000n };
const BYTES_MAX = 64 * 1024 * 1024;

/** Opens the till of a page. */
export function openTill({ network, payTo, amount }: Terms, storage: Storage = localStorage): Till {
  const book = openWebSpendBook(BOOK, { storage, exclusive: (work) => navigator.locks.request(BOOK, work) });
  // Kept by what comes in before the book closes the payment: a reload at any moment has the one or the other.
  let paid: PaidAnswer | undefined;
  const fetchAndKeep: BuyerOptions['fetch'] = async (url, init) => {
    const response = await fetch(url, init);
    if (response.status !== 200 || !('PAYMENT-SIGNATURE' in init.headers)) return response;
    const body = new Uint8Array(await response.arrayBuffer());
    const { method } = init;
    const asked = init.body === undefined ? null : new TextDecoder().decode(init.body as Uint8Array<ArrayBuffer>);
    const { status } = response;
    paid = { method, url, asked, at: new Date().toISOString(), status, headers: keptHeaders(response.headers), body };
    keepAnswer(storage, paid);
    return { status, headers: response.headers, body: new Blob([body]).stream() };
  };
  const pay = async (request: BuyerRequest, signer: Signer): Promise<PaidAnswer> => {
    const buyer = createBuyer({ ...SYSTEM, fetch: fetchAndKeep, signer, book, network, payTo, caps: CAPS });
    return answerOf(await buyer.pay(request, { most: amount, bytesMax: BYTES_MAX }), paid);
  };
  return {
    async buy(request, signer) {
      try {
        return await pay(request, signer);
      } catch (fault) {
        // What was not signed cannot be charged: the next try begins with a window of its own.
        for (const { id, state } of await openAt(request.url)) if (state === 'reserved') await book.release(id);
        throw fault;
      }
    },
    unanswered: async (url) => (await openAt(url)).filter(({ state }) => state === 'signed'),
    async resume({ payer, order }) {
      if (order === null) throw new Error('this payment is closed');
      const { url, method, headers, body } = order.request;
      const request = { url, method, headers, ...(body === null ? {} : { body: new Uint8Array(fromBase64(body)) }) };
      return pay(request, {
        address: payer,
        signTypedData: async () => Promise.reject(new Error('it is signed already')),
      });
    },
  };

  async function openAt(url: string): Promise<readonly BookEntry[]> {
    return (await book.open()).filter(({ order, network: on }) => order?.request.url === url && on === network);
  }
}

const SYSTEM: Pick<BuyerOptions, 'timing' | 'random'> = {
  timing: {
    clock: { now: () => Date.now(), monotonic: () => performance.now() },
    after(milliseconds, call) {
      const timer = setTimeout(call, milliseconds);
      return () => clearTimeout(timer);
    },
  },
  random: (bytes) => void crypto.getRandomValues(bytes),
};

function answerOf(purchase: Purchase, paid: PaidAnswer | undefined): PaidAnswer {
  if (purchase.outcome === 'paid' && paid !== undefined) return paid;
  throw new Error(`${wordsOf(purchase.answer.body)}; nothing was charged`);
}

/** The message of the service's error body. */
function wordsOf(body: Uint8Array): string {
  try {
    const { error } = JSON.parse(new TextDecoder().decode(body)) as { readonly error?: { readonly message?: unknown } };
    return typeof error?.message === 'string' ? error.message : 'the service gave no answer';
  } catch {
    return 'the service gave no answer';
  }
}
