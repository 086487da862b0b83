import type { ProvenPayer, RefusalLimit } from '@stackcheck/payment-x402/refusals';
import type { Lane, Statement } from '../connection/lane';
import { elapsedMs, type Moment, type Moments } from './elapsed';

/** One refused payment, as each node counts it. */
interface CountedRefusal {
  readonly client: string;
  readonly payer: ProvenPayer | null;
}

interface RefusalRow {
  readonly n: number;
  readonly counted: readonly CountedRefusal[];
}

/** `$1` = boot, `$2` = what it refused as JSON or null, `$3` = seconds to look back. */
const EXCHANGE: Statement = {
  name: 'exchange_refusals',
  text: `WITH added AS (
  INSERT INTO refusal (boot_id, counted) SELECT $1, $2::jsonb WHERE $2::jsonb IS NOT NULL
)
SELECT n, counted FROM refusal WHERE boot_id <> $1 AND at > now() - make_interval(secs => $3::float8) ORDER BY n`,
};
const SWEEP: Statement = {
  name: 'sweep_refusals',
  text: `DELETE FROM refusal WHERE at < now() - interval '10 minutes'`,
};

/** Short: the next beat waits for it. */
const DEADLINE_MS = 1_000;
/** As long as a refusal counts. */
const LOOK_BACK_MAX_S = 600;
/** A statement may be seen so much later than its time says. */
const OVERLAP_S = 5;
/** Of one beat. What is beyond counts here alone. */
const SAID_MAX = 500;
const SWEPT_EVERY = 60;

/**
 * The refusals of all nodes, counted by each: with every beat a node says what it refused and hears what the others did. A client may get a
 * few more than its share within that second. What a failed statement said is left out, which forgives, as a restart does.
 */
export class RefusalExchange {
  private limit: RefusalLimit | undefined;
  private toSay: CountedRefusal[] = [];
  private received: ReadonlySet<number> = new Set();
  private lastAt: Moment | undefined;
  private exchanges = 0;

  constructor(
    private readonly bootId: string,
    private readonly lane: Lane,
    private readonly now: Moments,
  ) {}

  /** Stands around this node's own limit. */
  share(limit: RefusalLimit): RefusalLimit {
    this.limit = limit;
    return {
      clientWaitSeconds: (client) => limit.clientWaitSeconds(client),
      refusalsLeft: (client) => limit.refusalsLeft(client),
      payerWaitSeconds: (payer) => limit.payerWaitSeconds(payer),
      count: (client, payer) => {
        limit.count(client, payer);
        if (this.toSay.length < SAID_MAX) this.toSay.push({ client, payer });
      },
    };
  }

  /** Says and hears; nothing where no limit is shared. */
  async exchange(): Promise<void> {
    if (!this.limit) return;
    const said = this.toSay.splice(0);
    const asked = this.now();
    const sinceS = this.lastAt ? elapsedMs(this.lastAt, asked) / 1_000 + OVERLAP_S : LOOK_BACK_MAX_S;
    const values = [this.bootId, said.length > 0 ? JSON.stringify(said) : null, Math.min(sinceS, LOOK_BACK_MAX_S)];
    const rows = await this.lane.run<RefusalRow>(EXCHANGE, values, DEADLINE_MS);
    this.lastAt = asked;
    for (const { n, counted } of rows)
      if (!this.received.has(n)) for (const { client, payer } of counted) this.limit.count(client, payer);
    this.received = new Set(rows.map(({ n }) => n));
    if (++this.exchanges % SWEPT_EVERY === 0) await this.lane.run(SWEEP, [], DEADLINE_MS);
  }
}
