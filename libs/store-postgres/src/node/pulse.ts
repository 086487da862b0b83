import type { Lane, Statement } from '../connection/lane';
import { LedgerAwayError } from '../connection/statement-fault';
import type { EventWriter } from '../events/event-writer';
import { elapsedMs, type Moment, type Moments } from './elapsed';
import type { NodeTimes } from './node-times';
import { StandingNodes, type SeenNode } from './standing-nodes';
import { whyStopped } from './stopped';

/** What a node is, as the others see it. */
export interface NodeIdentity {
  readonly bootId: string;
  /** Same after a restart of this process, and for no other one that runs. */
  readonly place: string;
  readonly agreed: Agreed;
}

/** What nodes must have in common, as digests. */
export interface Agreed {
  /** The same at all. */
  readonly terms: string;
  /** The same at all. */
  readonly keys: string;
  /** Of keys of watch tokens, the one that seals last: each node opens what another one seals. Empty where none are made. */
  readonly watchKeys: readonly string[];
}

/** What a pulse is made of. */
export interface PulseDeps {
  readonly lane: Lane;
  readonly events: EventWriter;
  readonly times: NodeTimes;
  readonly now: Moments;
  /** Payments end here: others have taken over, or the ledger lost what it acknowledged. */
  readonly onFatal: (why: string) => void;
  readonly onError: (error: unknown) => void;
  /** After each beat that went through; its errors are not reported, since the next beat meets what caused them. */
  readonly afterBeat?: () => Promise<void>;
}

/** What the database answers to a beat. */
export interface Beaten {
  /** The number of this beat; null where it was not raised. */
  readonly own: number | null;
  /** The one before it; null where this node is not there. */
  readonly before: number | null;
  readonly others: readonly SeenNode[] | null;
  readonly stopped: string | null;
  readonly paused: string | null;
  readonly tail_kept: boolean;
  /** The server's clock in epoch milliseconds, somewhere between question and answer. */
  readonly server_ms: number | null;
}

const JOIN: Statement = {
  name: 'join',
  text: `INSERT INTO node (boot_id, place, terms_sha256, keys_sha256, watch_keys) VALUES ($1, $2, $3, $4, $5)`,
};

/**
 * `$2`, `$3` = seal, `$4` = numbers of events that were acknowledged since the last beat, `$5` = that beat: it covers what came before it,
 * and one that went back is not raised, so that it shows until it was heard of. Each number is looked up by itself (`OFFSET` keeps it from
 * being joined): PostgreSQL counted its tables before this boot wrote anything, and would read all of its events for each.
 */
const BEAT: Statement = {
  name: 'beat',
  text: `WITH beaten AS (
  UPDATE node SET beat = beat + 1, seal_seq = $2::bigint, seal_hash = $3, seals = (
    SELECT coalesce(jsonb_object_agg(o.boot_id, jsonb_build_array(o.seal_seq, o.seal_hash)), '{}') FROM node o
    WHERE o.boot_id <> $1 AND NOT o.gone AND o.seal_seq > 0)
  WHERE boot_id = $1 AND NOT gone AND beat >= $5 RETURNING beat
), sealed AS (
  INSERT INTO event_seal SELECT $1, $2::bigint, $3 WHERE $2::bigint > 0 ON CONFLICT DO NOTHING
)
SELECT (SELECT beat FROM beaten) AS own, (SELECT beat FROM node WHERE boot_id = $1) AS before, stopped, paused,
  NOT EXISTS (SELECT 1 FROM unnest($4::bigint[]) AS acknowledged WHERE NOT EXISTS (
    SELECT 1 FROM payment_event WHERE boot_id = $1 AND seq = acknowledged OFFSET 0)) AS tail_kept,
  extract(epoch FROM clock_timestamp())::float8 * 1000 AS server_ms,
  (SELECT json_agg(json_build_object('boot_id', boot_id, 'place', place, 'beat', beat)) FROM node
    WHERE NOT gone AND boot_id <> $1) AS others
FROM cluster`,
};

const MARK_GONE: Statement = {
  name: 'mark_gone',
  text: 'UPDATE node SET gone = true WHERE boot_id = $1 AND beat = $2 AND NOT gone',
};
const LEAVE: Statement = { name: 'leave', text: 'UPDATE node SET gone = true WHERE boot_id = $1' };
const STOP: Statement = { name: 'stop', text: 'UPDATE cluster SET stopped = coalesce(stopped, $1)' };

/** Other nodes that may be alive and differ: `$1` = place, `$2`, `$3` = digests, `$4` = digests of keys of watch tokens. */
const DIFFERING: Statement = {
  name: 'differing',
  text: `SELECT boot_id, beat, terms, keys, watch FROM node, LATERAL (
  SELECT terms_sha256 <> $2 AS terms, keys_sha256 <> $3 AS keys, watch_keys <> '{}' AND $4::text[] <> '{}' AND NOT (
    watch_keys[cardinality(watch_keys)] = ANY ($4::text[]) AND ($4::text[])[cardinality($4::text[])] = ANY (watch_keys)) AS watch
) AS differs
WHERE NOT gone AND place <> $1 AND (terms OR keys OR watch)`,
};

interface DifferingNode {
  readonly boot_id: string;
  readonly beat: number;
  readonly terms: boolean;
  readonly keys: boolean;
  readonly watch: boolean;
}

/** A living node was configured otherwise, so that the two would not answer as one. */
export class NodesDisagreeError extends Error {
  constructor({ terms, keys, watch }: Pick<DifferingNode, 'terms' | 'keys' | 'watch'>) {
    const what = [
      ...(terms ? ['PAY_TO, NETWORK, PAYMENTS_MODE or PUBLIC_BASE_URL'] : []),
      ...(keys ? ['RECEIPT_KEY or L402_SECRET'] : []),
      ...(watch ? ['WATCH_KEYS, of which each must open what the last one of another seals'] : []),
    ];
    super(`another instance over this ledger runs with other values of ${what.join(', ')}`);
    this.name = 'NodesDisagreeError';
  }
}

const DEADLINE_MS = 3_000;
/** Beats in which a living node is seen to be alive. */
const ALIVE_BEATS = 3;

/** Shows every second that this process is alive, and sees which others are not any more. */
export class Pulse {
  private readonly standing: StandingNodes;
  /** When the last beat that went through was sent: others count from when they saw it, which is later. */
  private lastSent: Moment | undefined;
  private lastBeat = 0;
  private lastAnswered: Moment | undefined;
  private pausedWhy: string | undefined;
  private othersAlive = 0;
  private aheadMs: number | undefined;
  private beating: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly identity: NodeIdentity,
    private readonly deps: PulseDeps,
  ) {
    this.standing = new StandingNodes(identity.place, deps.times);
  }

  /** Enters this process among the nodes, and begins to beat. */
  async start(): Promise<void> {
    const { bootId, place, agreed } = this.identity;
    await this.requireAgreement();
    await this.deps.lane.run(JOIN, [bootId, place, agreed.terms, agreed.keys, agreed.watchKeys], DEADLINE_MS);
    await this.beat();
    const next = (): void => {
      this.timer = setTimeout(() => {
        void this.beat()
          .catch(this.deps.onError)
          .finally(() => this.timer && next());
      }, this.deps.times.beatMs);
      this.timer.unref();
    };
    next();
    // Two that started in one moment saw nothing of each other before.
    try {
      await this.requireAgreement();
    } catch (error) {
      // Any other fault the beats meet, too.
      if (!(error instanceof NodesDisagreeError)) return;
      await this.leave();
      throw error;
    }
  }

  /**
   * No more beats; others take up what is left at once.
   * @param isAtWork a settlement of this process is under way somewhere: they wait as they do for one that was killed
   */
  async leave(isAtWork = false): Promise<void> {
    this.stop();
    await this.beating?.catch(() => undefined);
    // The last events are sealed with it.
    await this.beat().catch(() => undefined);
    this.stop();
    if (!isAtWork) await this.deps.lane.run(LEAVE, [this.identity.bootId], DEADLINE_MS);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Why an operator paused payments on all nodes, as of the last beat. */
  get paused(): string | undefined {
    return this.pausedWhy;
  }

  /** How many nodes live, this one included, as of the last beat. */
  get nodes(): number {
    return this.othersAlive + 1;
  }

  /** How far this machine's clock is ahead of the server's, negative when behind, as of the last beat. No lease depends on it. */
  get clockAheadMs(): number | undefined {
    return this.aheadMs;
  }

  /** One beat; those that are asked for together are one. */
  beat(): Promise<void> {
    return (this.beating ??= this.beatNow()
      .catch((error: unknown) => {
        // While the database is away no node's beat moves, so that the time until the next answer proves nothing.
        this.lastAnswered = undefined;
        throw error;
      })
      .finally(() => (this.beating = undefined)));
  }

  /** How long no other node takes up what this process works on. */
  leaseLeftMs(): number {
    const { times, now } = this.deps;
    return this.lastSent === undefined ? 0 : times.goneMs - elapsedMs(this.lastSent, now());
  }

  /**
   * Looks whether there is time to claim a payment and settle it.
   * @throws LedgerAwayError when others might take it up meanwhile
   */
  requireLease(leftMs: number): void {
    if (this.leaseLeftMs() < leftMs) throw new LedgerAwayError('this node has not been heard of for a while');
  }

  /** Nodes that differ may be gone already, which takes a while to see. */
  private async requireAgreement(): Promise<void> {
    const { place, agreed } = this.identity;
    const values = [place, agreed.terms, agreed.keys, agreed.watchKeys];
    const look = () => this.deps.lane.run<DifferingNode>(DIFFERING, values, DEADLINE_MS);
    const before = new Map((await look()).map((node) => [node.boot_id, node.beat]));
    if (before.size === 0) return;
    await new Promise((resolve) => setTimeout(resolve, ALIVE_BEATS * this.deps.times.beatMs));
    const alive = (await look()).find(({ boot_id, beat }) => before.get(boot_id) !== beat);
    if (alive) throw new NodesDisagreeError(alive);
  }

  private async beatNow(): Promise<void> {
    const { lane, events, onFatal, now } = this.deps;
    const sent = now();
    // From answer to question: a beat that an answer showed was sent before it, but perhaps after its question.
    const sinceMs = this.lastAnswered ? elapsedMs(this.lastAnswered, sent) : 0;
    const { beatMs } = this.deps.times;
    await events.resolveDoubts(sent.wallMs, DEADLINE_MS);
    const { seal, toLookFor } = events.chain;
    const values = [this.identity.bootId, seal.toSeq, seal.hash, toLookFor, this.lastBeat];
    const [found] = await lane.run<Beaten>(BEAT, values, DEADLINE_MS);
    const answered = now();
    const { own, before, others, stopped, paused, tail_kept, server_ms } = found!;
    if (server_ms !== null) this.aheadMs = clockAheadMs(sent, server_ms, answered);
    const isLost = !tail_kept || before === null || before < this.lastBeat;
    if (isLost) await lane.run(STOP, [`node ${this.identity.bootId} misses events it had written`], DEADLINE_MS);
    if (isLost) return onFatal('the ledger lost what it had acknowledged, as an asynchronous failover does');
    if (stopped !== null) return onFatal(whyStopped(stopped));
    if (own === null) return onFatal('other nodes found this one gone and took over');
    this.lastBeat = own;
    events.chain.found(toLookFor);
    this.pausedWhy = paused ?? undefined;
    this.lastSent = sent;
    this.lastAnswered = answered;
    // Nor does a time in which this process slept.
    const gone = this.standing.look(others ?? [], sinceMs > 3 * beatMs + DEADLINE_MS ? 0 : sinceMs);
    for (const { boot_id, beat } of gone) await lane.run(MARK_GONE, [boot_id, beat], DEADLINE_MS);
    this.othersAlive = (others?.length ?? 0) - gone.length;
    void this.deps.afterBeat?.().catch(() => undefined);
  }
}

/** Judged by the end of the call that is kinder to this machine. */
function clockAheadMs(sent: Moment, serverMs: number, answered: Moment): number {
  return Math.max(sent.wallMs - serverMs, 0) || Math.min(answered.wallMs - serverMs, 0);
}
