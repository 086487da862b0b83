import type { Settlement } from '../ledger';
import type { BeginOutcome, FlightBook, FlightName, LateSettlement } from './flight-book';
import type { FlightMessage, FlightReply } from './flight-messages';

/** Nobody can tell any more who works on which payment: the process that kept the flights has ended. */
export class FlightsClosed extends Error {
  constructor() {
    super('the process that keeps the flights is gone');
    this.name = 'FlightsClosed';
  }
}

interface Question {
  answered(reply: FlightReply): void;
  failed(cause: Error): void;
}

/** The flights of one of several processes over one ledger; they are kept by another one's `FlightDesk`. */
export class RemoteFlights implements FlightBook {
  private readonly questions = new Map<number, Question>();
  private readonly held = new Set<number>();
  private numbers = 0;
  private isClosed = false;

  /** @param send to the desk, in order; what is sent to a desk that is gone is lost */
  constructor(private readonly send: (message: FlightMessage) => void) {}

  /** An answer of the desk. */
  heard(reply: FlightReply): void {
    const question = this.questions.get(reply.number);
    this.questions.delete(reply.number);
    question?.answered(reply);
  }

  /** The desk is gone: what was asked is answered by nobody. */
  close(): void {
    this.isClosed = true;
    const open = [...this.questions.values()];
    this.questions.clear();
    for (const question of open) question.failed(new FlightsClosed());
  }

  get count(): number {
    return this.held.size;
  }

  async begin({ key, hash, identifier }: FlightName): Promise<BeginOutcome> {
    const number = ++this.numbers;
    // What else a caller's payment holds, its signature above all, is nobody's business.
    const reply = await this.ask(number, { kind: 'begin', number, name: { key, hash, identifier } });
    if (reply.kind === 'same_payment') return { kind: 'same_payment' };
    if (reply.kind === 'other_payment') return { kind: 'other_payment', by: reply.by };
    this.held.add(number);
    const release = (): void => {
      if (this.held.delete(number)) this.send({ kind: 'release', number });
    };
    return { kind: 'begun', flight: { release } };
  }

  keepLate(paymentId: number, settlement: Settlement): void {
    this.send({ kind: 'keep_late', paymentId, settlement });
  }

  async late(paymentId: number): Promise<Settlement | undefined> {
    const number = ++this.numbers;
    const reply = await this.ask(number, { kind: 'late', number, paymentId });
    return reply.kind === 'late' ? (reply.settlement ?? undefined) : undefined;
  }

  dropLate(paymentId: number): void {
    this.send({ kind: 'drop_late', paymentId });
  }

  async allLate(): Promise<readonly LateSettlement[]> {
    const number = ++this.numbers;
    const reply = await this.ask(number, { kind: 'all_late', number });
    return reply.kind === 'all_late' ? reply.settlements : [];
  }

  private ask(number: number, message: FlightMessage): Promise<FlightReply> {
    if (this.isClosed) return Promise.reject(new FlightsClosed());
    return new Promise((resolve, reject) => {
      this.questions.set(number, { answered: resolve, failed: reject });
      this.send(message);
    });
  }
}
