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
  /** Does something after so many milliseconds; this process lives on for it. */
  readonly after: (ms: number, happen: () => void) => void;
  /** One line for the operator. */
  readonly tell: (line: string) => void;
}

interface Place {
  readonly index: number;
  process?: WorkerProcess;
  isReady: boolean;
  /** When it last began to listen; absent before the first time. */
  readyAtMs?: number;
  /** Unasked ends since it last served for a while. */
  endings: number;
}

/** After its first unasked end a worker is started again at once; from the second one on after a wait, which doubles. */
const BACK_OFF_MS = 1_000;
const BACK_OFF_MAX_MS = 30_000;
/** A worker that served for so long begins these waits from the start. */
const RECOVERED_MS = 60_000;
/** Longer than a worker's own end, which has limits of its own, and shorter than what deployments grant, which is 40 seconds. */
const DRAIN_MS = 38_000;
const ANSWER_MS = 2_000;

/** What a worker is asked for. */
type Answer = Extract<FromWorker, { kind: 'metrics' | 'facts' }>;

/**
 * Keeps several processes serving: starts them one after the other, collects their metrics, and restarts one that ended unasked.
 * It knows nothing of payments: each worker is a node over the ledger, and the others take over what one leaves open.
 */
export class Supervisor {
  /** Resolves with the exit code when all workers are gone for good. */
  readonly ended: Promise<0 | 1>;
  private end!: (code: 0 | 1) => void;
  private readonly places: readonly Place[];
  private readonly asked = new Map<number, { readonly of: Place; answered(answer: Answer | undefined): void }>();
  private questions = 0;
  private ending: 0 | 1 | undefined;
  private onReady: (first: Extract<FromWorker, { kind: 'ready' }>) => void = () => undefined;

  constructor(private readonly deps: SupervisorDeps) {
    this.ended = new Promise((resolve) => (this.end = resolve));
    this.places = Array.from({ length: deps.workers }, (_, index) => ({ index, isReady: false, endings: 0 }));
  }

  /**
   * Starts the workers. The first one starts alone, because it creates keys and schemas that do not exist yet.
   * @returns what the first one reported; stays pending when a worker cannot start or a drain begins first: `ended` resolves then
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
    // A worker may report `ready` after the drain began; one started now would never receive `drain`.
    if (this.ending !== undefined) return;
    place.process = this.deps.fork(place.index, {
      message: (message) => this.onMessage(place, message),
      gone: (how) => this.gone(place, how),
    });
  }

  private onMessage(place: Place, message: FromWorker): void {
    switch (message.kind) {
      case 'ready':
        place.isReady = true;
        place.readyAtMs = this.deps.monotonic();
        return this.onReady(message);
      case 'facts':
      case 'metrics':
        return this.asked.get(message.number)?.answered(message);
    }
  }

  private gone(place: Place, how: Ending): void {
    const wasReady = place.isReady;
    delete place.process;
    place.isReady = false;
    for (const { of, answered } of this.asked.values()) if (of === place) answered(undefined);
    if (this.ending !== undefined) {
      if (how !== 0) this.ending = 1;
      return this.endWhenGone();
    }
    // One that says why it cannot start says so again and again, unless others serve: it served before, and may soon do so again.
    const served = place.readyAtMs !== undefined && this.places.some(({ isReady }) => isReady);
    if (!wasReady && typeof how === 'number' && !served) {
      this.deps.tell(`worker ${place.index} could not start (${how})`);
      return this.drain(1);
    }
    this.startAgain(place, how, wasReady);
  }

  private startAgain(place: Place, how: Ending, wasReady: boolean): void {
    if (wasReady && this.deps.monotonic() - place.readyAtMs! >= RECOVERED_MS) place.endings = 0;
    const ms = place.endings === 0 ? 0 : Math.min(BACK_OFF_MS * 2 ** (place.endings - 1), BACK_OFF_MAX_MS);
    place.endings++;
    const when = ms === 0 ? 'at once' : `in ${ms / 1_000} s`;
    this.deps.tell(`worker ${place.index} ended with ${how} and is started again ${when}`);
    if (ms === 0) return this.fork(place);
    this.deps.after(ms, () => this.fork(place));
  }

  private endWhenGone(): void {
    if (this.ending !== undefined && this.places.every(({ process }) => process === undefined)) this.end(this.ending);
  }
}
