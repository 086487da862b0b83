import { cpSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBalancer } from '@stackcheck/cluster';
import { generateKeyPem } from '@stackcheck/signing';
import type { PostgresServer } from '@stackcheck/store-postgres/testing';
import type { Choice } from '../kill/choice';
import { Crowd } from '../kill/crowd';
import { killableEnvironment } from '../kill/kill-harness';
import { startMarket, type Market } from '../kill/market';
import { publishSelection } from '../service/publish-selection';
import type { Scratch } from '../service/scratch';
import { Place, type PlaceCounters } from './place';
import { SettleWatch } from './settle-watch';
import { stablePort } from './stable-port';
import { openWire } from './wire';

/** Nodes behind a balancer, over one ledger, with all that is around them. */
export interface NodesHarness extends Market {
  /** Where the balancer listens. */
  readonly url: string;
  readonly places: readonly Place[];
  readonly settleWatch: SettleWatch;
}

/** How they are started. */
export interface NodesOptions {
  readonly nodes: number;
  readonly choice: Choice;
  /** Whether the nodes may ask the chain. */
  readonly evidence: boolean;
  readonly isToKill: () => boolean;
  readonly counters: PlaceCounters;
  /** The PostgreSQL that is the primary now. */
  readonly primary: () => PostgresServer;
  /** What `LEDGER_URL` and `LEDGER_STANDBY` say, when no wire leads to the one PostgreSQL. */
  readonly ledger?: Readonly<Record<'LEDGER_URL' | 'LEDGER_STANDBY', string>>;
}

/** Shorter than a freeze, and longer than an answer takes. */
const PATIENCE_MS = [1_000, 8_000] as const;
/** Nodes are away for longer than a single server that is started again. */
const PACE = 0.1;
const QUIET_LIMIT_MS = 120_000;
const LOOK_MS = 500;

/** Starts all of it; the nodes begin with `Place.start`. */
export async function startNodesHarness(options: NodesOptions, scratch: Scratch): Promise<NodesHarness> {
  const { choice, primary, counters } = options;
  const settleWatch = scratch.keep(new SettleWatch(primary));
  const market = await startMarket(scratch, (nonce) => settleWatch.see(nonce));
  const published = scratch.folder();
  await publishSelection(published);
  const shared = { RECEIPT_KEY: generateKeyPem(), STACK_WATCH: 'off' };

  const startPlace = async (_: unknown, n: number): Promise<Place> => {
    const port = await stablePort(choice);
    const dataDir = scratch.folder();
    cpSync(published, dataDir, { recursive: true });
    const front = scratch.keep(await openWire(port));
    const facilitator = scratch.keep(await openWire(portOf(market.facilitator.url)));
    const wire = options.ledger ? undefined : scratch.keep(await openWire(portOf(primary().url())));
    const ledger = options.ledger ?? {
      LEDGER_URL: `postgres://owner@127.0.0.1:${wire!.port}/postgres`,
      LEDGER_STANDBY: 'none',
    };
    const env = {
      ...killableEnvironment({
        dataDir,
        facilitatorUrl: `http://127.0.0.1:${facilitator.port}`,
        payTo: market.payTo,
        ...(options.evidence ? { chain: market.chain } : {}),
      }),
      ...shared,
      ...ledger,
      PORT: String(port),
    };
    const wires = { front, facilitator, ...(wire ? { ledger: wire } : {}) };
    return scratch.keep(
      new Place({ name: `node ${n + 1}`, port, env, wires, choice, counters, isToKill: options.isToKill }),
    );
  };
  const places = await Promise.all(Array.from({ length: options.nodes }, startPlace));
  const port = await stablePort(choice);
  scratch.keep(
    await startBalancer(
      port,
      places.map(({ parts }) => parts.wires.front.port),
    ),
  );
  return { ...market, url: `http://127.0.0.1:${port}`, places, settleWatch };
}

/** Buyers at the balancer. */
export function crowdAt({ payers, facilitator, url }: NodesHarness, choice: Choice, buyers?: number): Crowd {
  return new Crowd({
    choice,
    buyers,
    payers,
    facilitatorFaults: facilitator.faults,
    url: async () => url,
    pace: PACE,
    patienceMs: () => choice.between(...PATIENCE_MS),
  });
}

/** What nobody asks for again is the nodes' own business, who come by every five seconds. */
export async function untilNothingIsOpen(primary: PostgresServer): Promise<void> {
  const deadline = Date.now() + QUIET_LIMIT_MS;
  const count = "SELECT count(*)::int AS open FROM payment WHERE state IN ('settling', 'unknown')";
  while (Date.now() < deadline && (await primary.run(count))[0]!['open'] !== 0) await sleep(LOOK_MS);
}

const portOf = (url: string): number => Number(new URL(url).port);
