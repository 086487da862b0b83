import { randomBytes } from 'node:crypto';
import { askOffer, payAs, toExchange, type OfferedRequest, type RequestParts } from '@stackcheck/bench/parts';
import { decodeHeader, encodeHeader } from '@stackcheck/payment-x402/read';

/** Keys that nobody paid anything to; honest buyers have the first hundred. */
const EMPTY_PURSES = 1_000_000;
/** A key with money, for attackers who pay once. */
export const PAYING_ATTACKER = 900;

interface Payload {
  readonly payload: { readonly authorization: object };
}

/** Requests with payments that name the right terms, decode, and are worth nothing. */
export class BogusPayments {
  private purse = EMPTY_PURSES;
  private readonly templates: readonly Payload[];

  private constructor(private readonly offered: readonly OfferedRequest[]) {
    this.templates = offered.map((request) => {
      const decoded = decodeHeader(payAs(EMPTY_PURSES, request, undefined));
      if (!decoded.ok) throw new Error('a payment that was just made cannot be read');
      return decoded.value as unknown as Payload;
    });
  }

  /** Asks what the requests cost. */
  static async for(url: string, requests: readonly RequestParts[]): Promise<BogusPayments> {
    const offers = requests.map(async (request) => {
      // An offer is made before a body is read, and a large one would only be in its way.
      const { offer } = await askOffer(url, { ...request, body: undefined });
      return { request, offer };
    });
    return new BogusPayments(await Promise.all(offers));
  }

  /**
   * A request, in turn, with a payment whose signature is random bytes: it costs its sender nothing. Some are as long as those of
   * wallets that are contracts, which only a facilitator can judge.
   */
  unsigned(turn: number): string {
    const at = turn % this.offered.length;
    const template = this.templates[at]!;
    const authorization = {
      ...template.payload.authorization,
      from: `0x${randomBytes(20).toString('hex')}`,
      nonce: `0x${randomBytes(32).toString('hex')}`,
    };
    // Half of all numbers are the x of a point on the curve, and s must be in its lower half.
    const plain = `0x${randomBytes(32).toString('hex')}3${randomBytes(32).toString('hex').slice(1)}1b`;
    const signature = turn % 4 === 3 ? plain + randomBytes(64).toString('hex') : plain;
    return this.bytes(at, encodeHeader({ ...template, payload: { ...template.payload, signature, authorization } }));
  }

  /** A request, in turn, with a payment that is signed as it should be by a key that holds nothing, another one each time. */
  unfunded(turn: number): string {
    const at = turn % this.offered.length;
    return this.bytes(at, payAs(++this.purse, this.offered[at]!, undefined));
  }

  /** A request, in turn, that is paid for. */
  paid(turn: number): string {
    const at = turn % this.offered.length;
    return this.bytes(at, payAs(PAYING_ATTACKER, this.offered[at]!, undefined));
  }

  private bytes(at: number, header: string): string {
    const { request } = this.offered[at]!;
    return toExchange({ ...request, headers: { ...request.headers, 'PAYMENT-SIGNATURE': header } }).bytes;
  }
}
