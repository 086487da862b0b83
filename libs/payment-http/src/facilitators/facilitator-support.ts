import type { Clock } from '@stackcheck/contract';
import type { FacilitatorState } from '@stackcheck/payment-x402/facilitator';
import type { PostOutcome } from '../request/post-json';

/** Which protocol versions a facilitator lists for our scheme and network; null = not known. */
export type Support = FacilitatorState['supports'];

/** How our network is called in either version. */
export interface NetworkNames {
  readonly v1: string;
  readonly v2: string;
}

const UNKNOWN: Support = { v1: null, v2: null };
/** What a facilitator offers changes with its releases; asking more often would only cost calls. */
const CACHE_MS = 60_000;

/**
 * What `/supported` lists. A hint, never a gate: it is asked for when somebody wants to know and the last answer is older
 * than a minute, nobody is kept waiting for long, and a facilitator that does not answer keeps what it last said.
 */
export class FacilitatorSupport {
  private known: Support = UNKNOWN;
  private askedMs = -Infinity;
  private asking: Promise<void> | undefined;

  /** @param ask one GET of `/supported`; does not reject */
  constructor(
    private readonly names: NetworkNames,
    private readonly ask: () => Promise<PostOutcome>,
    private readonly clock: Pick<Clock, 'monotonic'>,
  ) {}

  /** What is known now. */
  now(): Support {
    this.refresh();
    return this.known;
  }

  /** The same; where nothing is known yet, an answer that comes within this time is waited for. */
  async soon(withinMs: number): Promise<Support> {
    this.refresh();
    if (this.known.v1 === null && this.asking) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, withinMs)));
      await Promise.race([this.asking, late]);
      clearTimeout(timer);
    }
    return this.known;
  }

  private refresh(): void {
    const nowMs = this.clock.monotonic();
    if (this.asking || nowMs - this.askedMs < CACHE_MS) return;
    this.askedMs = nowMs;
    this.asking = this.ask()
      .then((reply) => {
        this.known = readSupport(reply, this.names) ?? this.known;
      })
      .finally(() => {
        this.asking = undefined;
      });
  }
}

/** Reads an answer of `/supported` (`{kinds: [{x402Version, scheme, network}]}`); null for anything else. */
export function readSupport(reply: PostOutcome, names: NetworkNames): Support | null {
  if (reply.kind !== 'reply' || reply.status !== 200) return null;
  const kinds = kindsOf(reply.text);
  if (!kinds) return null;
  const lists = (version: 1 | 2, network: string): boolean =>
    kinds.some((kind) => kind?.x402Version === version && kind.scheme === 'exact' && kind.network === network);
  return { v1: lists(1, names.v1), v2: lists(2, names.v2) };
}

type Kind = { readonly x402Version?: unknown; readonly scheme?: unknown; readonly network?: unknown } | null;

function kindsOf(text: string): readonly Kind[] | null {
  try {
    const body = JSON.parse(text) as { readonly kinds?: unknown } | null;
    return Array.isArray(body?.kinds) ? (body.kinds as Kind[]) : null;
  } catch {
    return null;
  }
}
