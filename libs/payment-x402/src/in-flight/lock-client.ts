import type { Settlement } from '../ledger/ledger';
import type { BeginOutcome, InFlightLocks, LockName, LateSettlement } from './in-flight-locks';
import type { LockRequest, LockReply } from './lock-messages';

/**
 * The locks of one of several processes over one ledger; they are kept by another one's `LockServer`. A process that has lost its
 * server must end: what it asks is answered by nobody.
 */
export class LockClient implements InFlightLocks {
  private readonly questions = new Map<number, (reply: LockReply) => void>();
  /** Locks that are held or asked for. */
  private readonly held = new Set<number>();
  private numbers = 0;

  /** @param send to the lock server, in order */
  constructor(private readonly send: (message: LockRequest) => void) {}

  /** An answer of the lock server. */
  onMessage(reply: LockReply): void {
    const answered = this.questions.get(reply.number);
    this.questions.delete(reply.number);
    answered?.(reply);
  }

  get count(): number {
    return this.held.size;
  }

  async begin({ key, hash, identifier }: LockName): Promise<BeginOutcome> {
    const number = ++this.numbers;
    // From here on, as a drain must not overlook what the lock server will say yes to.
    this.held.add(number);
    // What else a caller's payment holds, its signature above all, is nobody's business.
    const reply = await this.ask(number, { kind: 'begin', number, name: { key, hash, identifier } });
    if (reply.kind !== 'begun') this.held.delete(number);
    if (reply.kind === 'same_payment') return { kind: 'same_payment' };
    if (reply.kind === 'other_payment') return { kind: 'other_payment', by: reply.by };
    const release = (): void => {
      if (this.held.delete(number)) this.send({ kind: 'release', number });
    };
    return { kind: 'begun', lock: { release } };
  }

  takeUp(): boolean {
    return true;
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

  private ask(number: number, message: LockRequest): Promise<LockReply> {
    return new Promise((resolve) => {
      this.questions.set(number, resolve);
      this.send(message);
    });
  }
}
