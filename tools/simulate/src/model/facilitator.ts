import type { FacilitatorRequest } from '@stackcheck/payment-x402/facilitator';
import type { Random } from '../core/random';
import type { Trail } from '../core/trail';
import type { Chain, NonceUse, Transfer } from './chain';
import type { SignedFields, Signatures } from './signatures';

/** What the outside of an HTTP call to a facilitator can be. */
export type Posted =
  | { readonly kind: 'reply'; readonly status: number; readonly text: string }
  | { readonly kind: 'not_sent'; readonly reason: string }
  | { readonly kind: 'lost'; readonly reason: string };

/** A call under way: what is posted back, decided only when the time has come, since the chain goes on meanwhile. */
export interface Posting {
  readonly afterMs: number;
  readonly posted: () => Posted;
}

/** How a settle call goes. */
export const SETTLE_MODES = [
  'ok',
  'not_sent',
  'lost_before',
  'lost_after',
  'late_landing',
  'pending_500',
  'pending_200',
  'false_negative',
  'refused',
  'lying_refusal',
  'hang',
  'html_502',
  'cut_json',
  'slow',
  'wrong_payer',
  'edge_503',
] as const;

export type SettleMode = (typeof SETTLE_MODES)[number];

/** Seconds of a window that a facilitator wants to have left (x402 reference facilitator). */
const MARGIN_SECONDS = 6;
const BLOCK_MS = 2_000;

/** A facilitator with every fault that was seen in the wild, over the simulated chain. */
export class FacilitatorModel {
  /** Settle calls that take the next place in this list; then chance decides. */
  readonly script: SettleMode[] = [];
  /** Payments that it refused although it broadcast them: its own word is worth nothing for these. */
  readonly liedAbout = new Set<string>();
  /** Payments whose payer it said to be short of funds; we have no other word on that. */
  readonly shortOfFunds = new Set<string>();
  /** Per settle call, of anything but `ok`; 0 once the faults have stopped. */
  faultRate = 0;
  verifyFaultRate = 0;

  constructor(
    private readonly parts: {
      readonly chain: Chain;
      readonly random: Random;
      readonly trail: Trail;
      readonly signatures: Signatures;
      /** Epoch seconds by the facilitator's clock. */
      readonly nowSeconds: () => number;
      readonly payTo: string;
      readonly onFault: (name: string) => void;
      readonly lies: boolean;
    },
  ) {}

  verify(request: FacilitatorRequest, timeoutMs: number): Posting {
    const { random, onFault } = this.parts;
    const afterMs = random.between(20, 400);
    if (random.chance(this.verifyFaultRate)) {
      onFault('verify');
      const fault = random.pick<Posted | 'hang'>([
        { kind: 'not_sent', reason: 'ECONNREFUSED' },
        { kind: 'lost', reason: 'socket hang up' },
        html(502),
        cut({ isValid: true, payer: request.expected.payer }),
        'hang',
      ]);
      if (fault === 'hang') return { afterMs: timeoutMs, posted: () => timedOut(timeoutMs) };
      return { afterMs, posted: () => fault };
    }
    return { afterMs, posted: () => reply(200, this.verdict(request)) };
  }

  settle(request: FacilitatorRequest, timeoutMs: number): Posting {
    const { random, onFault, trail } = this.parts;
    const mode = this.script.shift() ?? (random.chance(this.faultRate) ? this.anyFault() : 'ok');
    if (mode !== 'ok') onFault(mode);
    trail.note(() => `facilitator: settle of nonce ${request.expected.nonce.slice(-6)} goes "${mode}"`);
    const posting = this.settleBy(mode, request);
    return posting.afterMs < timeoutMs ? posting : { afterMs: timeoutMs, posted: () => timedOut(timeoutMs) };
  }

  private anyFault(): SettleMode {
    const mode = this.parts.random.pick(SETTLE_MODES);
    return mode === 'lying_refusal' && !this.parts.lies ? 'lost_after' : mode;
  }

  private settleBy(mode: SettleMode, request: FacilitatorRequest): Posting {
    const { random } = this.parts;
    const quick = random.between(30, 900);
    switch (mode) {
      case 'not_sent':
        return { afterMs: quick, posted: () => ({ kind: 'not_sent', reason: 'ECONNREFUSED' }) };
      case 'lost_before':
        return { afterMs: quick, posted: () => ({ kind: 'lost', reason: 'socket hang up' }) };
      case 'edge_503':
        return { afterMs: quick, posted: () => ({ kind: 'reply', status: 503, text: 'upstream busy' }) };
      case 'refused':
        this.shortOfFunds.add(request.expected.nonce);
        return { afterMs: quick, posted: () => reply(200, failed('insufficient_funds')) };
      case 'lying_refusal':
        this.liedAbout.add(request.expected.nonce);
        this.broadcast(request, random.between(1, 8));
        return { afterMs: quick, posted: () => reply(200, failed('insufficient_funds')) };
      default:
    }
    const refusal = this.refusalBeforeBroadcast(request);
    if (refusal) return { afterMs: quick, posted: () => reply(200, failed(refusal)) };

    if (this.isPending(request) && random.chance(0.7))
      return { afterMs: quick, posted: () => reply(random.pick([200, 500]), failed('settlement_pending')) };
    const blocks = mode === 'late_landing' ? this.lateBlocks(request) : random.between(1, 3);
    const use = this.broadcast(request, blocks);
    const landedMs = blocks * BLOCK_MS + random.between(50, 600);
    switch (mode) {
      case 'ok':
        return { afterMs: landedMs, posted: () => this.confirmation(request, use) };
      case 'slow':
        return { afterMs: Math.max(landedMs, 9_900), posted: () => this.confirmation(request, use) };
      case 'lost_after':
        return { afterMs: quick, posted: () => ({ kind: 'lost', reason: 'socket hang up' }) };
      case 'pending_500':
        return { afterMs: quick, posted: () => reply(500, failed('settlement_pending')) };
      case 'pending_200':
        return { afterMs: quick, posted: () => reply(200, { ...failed('settlement_pending'), paymentId: 'p1' }) };
      case 'false_negative': {
        const reason = random.pick(['transaction_failed', 'unexpected_settle_error', 'invalid_transaction_state']);
        return { afterMs: landedMs, posted: () => reply(200, failed(reason)) };
      }
      case 'html_502':
        return { afterMs: quick, posted: () => html(502) };
      case 'cut_json':
        return { afterMs: landedMs, posted: () => cut(this.settlement(request, use)) };
      case 'wrong_payer':
        return {
          afterMs: landedMs,
          posted: () => reply(200, { ...this.settlement(request, use), payer: `0x${'1'.repeat(40)}` }),
        };
      default:
        return { afterMs: Infinity, posted: () => ({ kind: 'lost', reason: 'hangs' }) };
    }
  }

  /** Its own transaction waits for a block; most facilitators do not send a second one. */
  private isPending({ expected }: FacilitatorRequest): boolean {
    const { chain } = this.parts;
    const use = chain.deps.get(`${expected.payer} ${expected.nonce}`);
    return use !== undefined && use.height > chain.height;
  }

  /** Some time later, or in the very last block of the window. */
  private lateBlocks({ expected }: FacilitatorRequest): number {
    const { chain, random } = this.parts;
    if (random.chance(0.5)) return random.between(3, 35);
    const leftSeconds = expected.validBefore - chain.timestampOf(chain.height);
    return Math.ceil(leftSeconds / (BLOCK_MS / 1_000)) - 1;
  }

  /** What the checks of a real facilitator find before anything is broadcast. */
  private refusalBeforeBroadcast(request: FacilitatorRequest): string | null {
    const { isValid, invalidReason } = this.verdict(request);
    return isValid ? null : invalidReason;
  }

  private verdict(request: FacilitatorRequest): { isValid: boolean; invalidReason: string; payer: string } {
    const { payer, nonce } = request.expected;
    const invalid = (invalidReason: string) => ({ isValid: false, invalidReason, payer });
    const { chain, signatures, nowSeconds, payTo, random } = this.parts;
    const signed = signatures.of(request);
    if (!signed) return invalid('invalid_exact_evm_payload_signature');
    if (signed.to !== payTo) return invalid('invalid_exact_evm_payload_recipient_mismatch');
    if (signed.validBefore < nowSeconds() + MARGIN_SECONDS)
      return invalid('invalid_exact_evm_payload_authorization_valid_before');
    if (signed.validAfter > nowSeconds()) return invalid('invalid_exact_evm_payload_authorization_valid_after');
    if (chain.seen(payer, nonce, chain.height)) return invalid('invalid_exact_evm_nonce_already_used');
    if (chain.emptyFromMs.has(payer) && random.chance(0.7)) return invalid('insufficient_funds');
    return { isValid: true, invalidReason: '', payer };
  }

  private broadcast(request: FacilitatorRequest, blocks: number): NonceUse | null {
    const signed = this.parts.signatures.of(request);
    return signed && this.parts.chain.broadcast(transferOf(signed), blocks);
  }

  /** Waits for its transaction to be in a block: success, or why not. */
  private confirmation(request: FacilitatorRequest, own: NonceUse | null): Posted {
    const { chain, random } = this.parts;
    const { payer, nonce } = request.expected;
    const use = chain.seen(payer, nonce, chain.height);
    if (own && use === own) return reply(200, this.settlement(request, own));
    // Its transaction was overtaken, reverted, or hidden by a reorganisation; some say what, some say nothing useful.
    if (use) return reply(200, failed('invalid_exact_evm_nonce_already_used'));
    return random.chance(0.5) ? reply(200, failed('transaction_failed')) : reply(500, failed('settlement_pending'));
  }

  private settlement(request: FacilitatorRequest, use: NonceUse | null): Record<string, unknown> {
    const { network } = request.paymentRequirements as { readonly network: string };
    return { success: true, transaction: use?.transaction ?? '', network, payer: request.expected.payer };
  }
}

function transferOf({ from, to, value, validAfter, validBefore, nonce }: SignedFields): Transfer {
  return { payer: from, to, value, validAfter, validBefore, nonce };
}

function failed(errorReason: string): Record<string, unknown> {
  return { success: false, errorReason, transaction: '', network: '', payer: '' };
}

function reply(status: number, body: unknown): Posted {
  return { kind: 'reply', status, text: JSON.stringify(body) };
}

function html(status: number): Posted {
  return { kind: 'reply', status, text: '<html><body><h1>Bad Gateway</h1></body></html>' };
}

function cut(body: unknown): Posted {
  const text = JSON.stringify(body);
  return { kind: 'reply', status: 200, text: text.slice(0, Math.ceil(text.length / 2)) };
}

function timedOut(timeoutMs: number): Posted {
  return { kind: 'lost', reason: `no answer within ${timeoutMs} ms` };
}
