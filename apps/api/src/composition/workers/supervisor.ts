import { LockServer, type LockServerConnection } from '@stackcheck/payment-x402/in-flight';
import type { MetricsOfProcess } from '../../operations/metrics/metrics';
import type { OperatorFacts } from '../../operator/operator-facts';
import type { FromWorker } from './messages';
import type { Ending, WorkerEvents, WorkerProcess } from './worker-process';

/** What a supervisor needs. */
export interface SupervisorDeps {
  /** How many processes serve. */
  readonly workers: number;
  readonly fork: (index: number, events: WorkerEvents) => WorkerProcess;
  /** Milliseconds of a clock that is never set. */
  readonly monotonic: () => number;
  /** One line for the operator. */
  readonly tell: (line: string) => void;
}

interface Place {
  readonly index: number;
  process?: WorkerProcess;
  connect?: LockServerConnection;
  isReady: boolean;
  /** When its processes ended unasked. */
  endings: number[];
}

/** So many unasked ends of one worker in this time are more than bad luck. */
const ENDINGS_MAX = 5;
const ENDINGS_WITHIN_MS = 60_000;
/** More than a worker's own drain, which has limits of its own. */
const DRAIN_MS = 30_000;
const ANSWER_MS = 2_000;

/** What a worker is asked for. */
type Answer = Extract<FromWorker, { kind: 'metrics' | 'facts' }>;

/**
 * Keeps several processes serving over one ledger: starts them one after the other, keeps the flights for all of them, passes on
 * what all must know, and starts one anew that ended unasked. A worker whose ledger cannot be trusted ends them all, as
 * it would end alone.
 */
export class Supervisor {
  /** Resolves with the exit code when all workers are gone for good. */
  readonly ended: Promise<0 | 1>;
  private end!: (code: 0 | 1) => void;
  private readonly desk = new LockServer();
  private readonly places: readonly Place[];
  private readonly asked = new Map<number, { readonly of: Place; answered(answer: Answer | undefined): void }>();
  private questions = 0;
  private ending: 0 | 1 | undefined;
  private isDistrusted = false;
  private onReady: (first: Extract<FromWorker, { kind: 'ready' }>) => void = () => undefined;

  constructor(private readonly deps: SupervisorDeps) {
    this.ended = new Promise((resolve) => (this.end = resolve));
    this.places = Array.from({ length: deps.workers }, (_, index) => ({ index, isReady: false, endings: [] }));
  }

  /**
   * Starts the workers, the first one alone: it makes what is not there yet, keys and schemas.
   * @returns what the first one said; never when one of them cannot start or all are to end before, which `ended` tells
   */
  async start(): Promise<{ readonly url: string; readonly banner: string }> {
    const said = [];
    for (const place of this.places) {
      const ready = new Promise<Extract<FromWorker, { kind: 'ready' }>>((resolve) => (this.onReady = resolve));
      this.fork(place);
      said.push(await ready);
    }
    return said[0]!;
  }

  /** Lets every worker finish what it works on. */
  drain(code: 0 | 1 = 0): void {
    if (this.ending !== undefined) return;
    this.ending = code;
    for (const { process } of this.places) process?.send({ kind: 'drain' });
    this.endWhenGone();
    setTimeout(() => this.kill(), DRAIN_MS).unref();
  }

  /** Ends every worker at once. */
  kill(): void {
    this.ending = 1;
    for (const { process } of this.places) process?.kill('SIGKILL');
    this.endWhenGone();
  }

  /** The metrics of every worker that answers in time. */
  async scrape(): Promise<readonly MetricsOfProcess[]> {
    const answers = await Promise.all(this.places.map((place) => this.ask(place, 'scrape')));
    return answers.flatMap((answer) =>
      answer?.kind === 'metrics' && answer.metrics.length > 0 ? [answer.metrics] : [],
    );
  }

  /** What the first worker that answers in time knows for the operator's page; undefined where none does. */
  async show(): Promise<OperatorFacts | undefined> {
    for (const place of this.places) {
      const answer = await this.ask(place, 'show');
      if (answer?.kind === 'facts' && answer.facts) return answer.facts;
    }
    return undefined;
  }

  private async ask(place: Place, kind: 'scrape' | 'show'): Promise<Answer | undefined> {
    if (!place.process || !place.isReady) return undefined;
    const number = ++this.questions;
    const answer = new Promise<Answer | undefined>((resolve) => {
      this.asked.set(number, { of: place, answered: resolve });
      setTimeout(() => resolve(undefined), ANSWER_MS).unref();
    });
    place.process.send({ kind, number });
    return answer.finally(() => this.asked.delete(number));
  }

  private fork(place: Place): void {
    // One may still say that it listens after all were told to end; nobody would tell the next one.
    if (this.ending !== undefined) return;
    place.connect = this.desk.connect((reply) => place.process?.send({ kind: 'flights', reply }));
    place.process = this.deps.fork(place.index, {
      message: (message) => this.onMessage(place, message),
      gone: (how) => this.gone(place, how),
    });
  }

  private onMessage(place: Place, message: FromWorker): void {
    switch (message.kind) {
      case 'ready':
        place.isReady = true;
        return this.onReady(message);
      case 'flights':
        return place.connect?.onMessage(message.message);
      case 'refused':
        for (const other of this.places) if (other !== place) other.process?.send(message);
        return;
      case 'facts':
      case 'metrics':
        return this.asked.get(message.number)?.answered(message);
      case 'fatal':
        return this.distrust(place, message.reason);
    }
  }

  /** The others have the same file: what they would still write to it, or settle, might rest on what is lost. */
  private distrust(place: Place, reason: string): void {
    // The others say the same when they have been told.
    if (this.isDistrusted) return;
    this.isDistrusted = true;
    this.deps.tell(`worker ${place.index} ends payments, and so do all: ${reason}`);
    for (const other of this.places) if (other !== place) other.process?.send({ kind: 'fatal', reason });
    this.drain(1);
  }

  private gone(place: Place, how: Ending): void {
    const wasReady = place.isReady;
    place.connect?.leave();
    delete place.connect;
    delete place.process;
    place.isReady = false;
    for (const { of, answered } of this.asked.values()) if (of === place) answered(undefined);
    if (this.ending !== undefined) {
      if (how !== 0) this.ending = 1;
      return this.endWhenGone();
    }
    // One that says why it cannot start says so again and again; one that was killed may have better luck.
    if (!wasReady && typeof how === 'number' && place.endings.length === 0) {
      this.deps.tell(`worker ${place.index} could not start (${how})`);
      return this.drain(1);
    }
    const nowMs = this.deps.monotonic();
    place.endings = [...place.endings.filter((atMs) => nowMs - atMs < ENDINGS_WITHIN_MS), nowMs];
    if (place.endings.length > ENDINGS_MAX) {
      this.deps.tell(`worker ${place.index} ended ${place.endings.length} times within a minute, the last with ${how}`);
      return this.drain(1);
    }
    this.deps.tell(`worker ${place.index} ended with ${how} and is started again`);
    this.fork(place);
  }

  private endWhenGone(): void {
    if (this.ending !== undefined && this.places.every(({ process }) => process === undefined)) this.end(this.ending);
  }
}
