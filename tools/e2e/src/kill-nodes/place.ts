import type { Choice } from '../kill/choice';
import { anyKillPlan } from '../kill/choices';
import { KillableServer, type KillPlan } from '../kill/killable-server';
import { NamedCounter } from './named-counter';
import type { Wire } from './wire';

/** What is counted of all places together. */
export interface PlaceCounters {
  readonly starts: NamedCounter;
  /** By the point at which a node was killed, or `outside`. */
  readonly kills: NamedCounter;
  /** Nodes that ended by themselves, by what they said. */
  readonly ownEnds: NamedCounter;
  readonly faults: string[];
}

/** Nothing was counted yet. */
export function placeCounters(): PlaceCounters {
  return { starts: new NamedCounter(), kills: new NamedCounter(), ownEnds: new NamedCounter(), faults: [] };
}

/** What a place is made of. */
export interface PlaceParts {
  readonly name: string;
  readonly port: number;
  readonly env: Readonly<Record<string, string>> & { readonly DATA_DIR: string };
  /** Between the balancer and the node, the node and its ledger (as far as it goes over one), and the node and the facilitator. */
  readonly wires: { readonly front: Wire; readonly ledger?: Wire; readonly facilitator: Wire };
  readonly choice: Choice;
  readonly counters: PlaceCounters;
  /** Whether nodes that start now are to be killed. */
  readonly isToKill: () => boolean;
}

const [SHORTEST_LIFE_MS, LONGEST_LIFE_MS] = [300, 6_000];
const AGAIN_AFTER_MS = 200;
const LOOK_MS = 50;

/**
 * What a node may say when it ends by itself: others found it gone, as they do with one that was frozen or cut off for long; it was
 * started while its ledger could not be reached; or the ledger lost something, which campaigns that expect no loss look for in the
 * ledger. Anything else is a fault.
 */
const OWN_ENDS: readonly (readonly [string, RegExp])[] = [
  ['payments stopped', /payments are stopped on all nodes|the ledger lost what it had acknowledged/],
  ['found gone', /other nodes found this one gone and took over/],
  [
    'could not start',
    /LedgerAwayError|UnacknowledgedError|terminating connection|the database system is|Connection terminated/,
  ],
];

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A host and port at which one node follows the other, as under a supervisor. */
export class Place {
  private current: KillableServer | undefined;
  private next: KillableServer;
  private isClosing = false;
  private isServing = false;
  private thawed: Promise<void> | undefined;
  private keeping: Promise<void> | undefined;

  constructor(readonly parts: PlaceParts) {
    this.next = this.prepare();
  }

  get name(): string {
    return this.parts.name;
  }

  /** Of the node itself, past all wires. */
  get url(): string {
    return `http://127.0.0.1:${this.parts.port}`;
  }

  get serves(): boolean {
    return this.isServing && this.thawed === undefined;
  }

  /** Resolves when the first node listens. */
  async start(): Promise<void> {
    this.keeping = this.keep();
    while (!this.isServing && !this.isClosing) await sleep(LOOK_MS);
  }

  /** Stops the node's process, and lets it go on. @returns false when nothing serves here */
  async freeze(ms: number): Promise<boolean> {
    if (!this.serves) return false;
    const server = this.current!;
    server.signal('SIGSTOP');
    await (this.thawed = sleep(ms));
    this.thawed = undefined;
    server.signal('SIGCONT');
    return true;
  }

  /** From now on nobody is killed here: a node without a plan follows at once. */
  async calm(): Promise<void> {
    const planned = this.next;
    this.next = this.prepare();
    await planned.close();
    this.current?.signal('SIGKILL');
  }

  /** Ends the last node in order. */
  async stop(): Promise<void> {
    this.isClosing = true;
    this.current?.signal('SIGTERM');
    await this.keeping;
  }

  /** Ends everything at once. */
  async close(): Promise<void> {
    this.isClosing = true;
    await Promise.all([this.current?.close(), this.next.close()]);
    await this.keeping;
  }

  private async keep(): Promise<void> {
    while (!this.isClosing) await this.oneLife();
    await this.next.close();
  }

  private async oneLife(): Promise<void> {
    const { choice, counters } = this.parts;
    const server = (this.current = this.next);
    const plan = server.plan as KillPlan;
    const starting = server.start();
    this.next = this.prepare();
    counters.starts.add(this.name);
    const url = await starting;
    this.isServing = url !== undefined;
    let isKilled = false;
    let limit: NodeJS.Timeout | undefined;
    if (this.isServing && this.parts.isToKill()) {
      const isOutside = plan.point === 'none';
      const kill = async (): Promise<void> => {
        // A freeze has its time.
        while (this.thawed) await this.thawed;
        isKilled = true;
        server.signal('SIGKILL');
      };
      limit = setTimeout(
        () => void kill(),
        isOutside ? choice.between(SHORTEST_LIFE_MS, LONGEST_LIFE_MS) : LONGEST_LIFE_MS,
      );
    }
    const code = await server.ended;
    clearTimeout(limit);
    this.isServing = false;
    if (code === 'SIGKILL') counters.kills.add(isKilled || plan.point === 'none' ? 'outside' : plan.point);
    else if (!this.isClosing || code !== 0) this.endedItself(code, server.output);
    if (code !== 'SIGKILL' && !this.isClosing) await sleep(AGAIN_AFTER_MS);
  }

  private endedItself(code: number | NodeJS.Signals, output: string): void {
    const why = OWN_ENDS.find(([, words]) => words.test(output))?.[0];
    if (why !== undefined && code === 1) this.parts.counters.ownEnds.add(why);
    else this.parts.counters.faults.push(`${this.name} ended by itself (${code}): ${output.slice(-400)}`);
  }

  private prepare(): KillableServer {
    const { choice, env, isToKill } = this.parts;
    return new KillableServer(isToKill() ? anyKillPlan(choice) : { point: 'none', passage: 1 }, env);
  }
}
