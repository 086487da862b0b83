import { createHash, randomBytes } from 'node:crypto';
import { inputRequired, inputResponse, type InputRequiredResult } from '@modelcontextprotocol/server';
import { refused, type CallResult } from './results';

/** What the client of a call can do and has said. */
export interface CallContext {
  /** Whether a person can be asked. */
  readonly canAsk: boolean;
  /** What was said to questions of this call. */
  readonly responses: Readonly<Record<string, unknown>> | undefined;
  /** What came with the question, sent back. */
  readonly state: unknown;
  /** Aborted once the client does not want the answer any more. */
  readonly signal: AbortSignal;
}

/** A purchase that may need an approval. */
export interface Proposal {
  readonly tool: string;
  readonly args: unknown;
  /** Address of the service. */
  readonly seller: string;
  /** US dollars. */
  readonly price: string;
  readonly limit: string;
}

const QUESTION = 'approve';
const WAITING_MAX = 100;

/** Approvals that were asked for: each counts once, for one call at one price. */
export class Approvals {
  private readonly waiting = new Map<string, string>();

  /** Undefined where the purchase is approved; otherwise what the call is answered with. */
  ask(
    proposal: Proposal,
    { canAsk, responses, state }: Omit<CallContext, 'signal'>,
  ): CallResult | InputRequiredResult | undefined {
    const { tool, price, limit } = proposal;
    const digest = digestOf(proposal);
    if (typeof state === 'string' && this.waiting.get(state) === digest) {
      this.waiting.delete(state);
      const said = inputResponse(responses, QUESTION);
      if (said.kind === 'elicit' && said.action === 'accept' && said.content?.[QUESTION] === true) return undefined;
      return refused('not_approved', `${tool} costs ${price} USD, which was not approved; nothing was paid`);
    }
    if (!canAsk) {
      return refused(
        'approval_needed',
        `${tool} costs ${price} USD, more than ${limit} USD, above which a person has to approve; this client cannot ask one. Nothing was paid.`,
        'Start stackcheck mcp with a higher --confirm-above, or pull snapshots with stackcheck data pull.',
      );
    }
    return this.question(proposal, digest);
  }

  private question({ tool, price, seller }: Proposal, digest: string): InputRequiredResult {
    const state = randomBytes(16).toString('hex');
    const [oldest] = this.waiting.keys();
    if (oldest !== undefined && this.waiting.size >= WAITING_MAX) this.waiting.delete(oldest);
    this.waiting.set(state, digest);
    const approve = { type: 'boolean' as const, title: `Pay ${price} USD`, default: false };
    const question = inputRequired.elicit({
      mode: 'form',
      message: `Buy an answer of ${tool} from ${seller} for ${price} USD in USDC?`,
      requestedSchema: { type: 'object', properties: { [QUESTION]: approve }, required: [QUESTION] },
    });
    return inputRequired({ inputRequests: { [QUESTION]: question }, requestState: state });
  }
}

function digestOf({ tool, args, seller, price }: Proposal): string {
  return createHash('sha256')
    .update(JSON.stringify([tool, args, seller, price]))
    .digest('hex');
}
