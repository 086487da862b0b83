import type { PrivateKeyAccount } from 'viem/accounts';
import type { FaultPlan } from '../facilitator/faults';
import { buy, comeBack, isAnsweredAgain, WrongAnswer, type BuyerDeps, type Manner, type Purchase } from './buyer';
import type { Choice } from './choice';
import { anyManner, QUESTIONS, SETTLE_FAULTS, VERIFY_FAULTS } from './choices';

/** Who buys, and from whom. */
export interface CrowdOptions {
  readonly choice: Choice;
  readonly payers: readonly PrivateKeyAccount[];
  /** What goes wrong with a share of the facilitator's calls is added here. */
  readonly facilitatorFaults: FaultPlan;
  /** Where the service listens now; waits while it is down. */
  readonly url: () => Promise<string>;
  /** How many buy at the same time; 10 when absent. */
  readonly buyers?: number | undefined;
  /** Buyers without an identifier hang up, too. */
  readonly impatient?: boolean;
  /** As `BuyerDeps` has them. */
  readonly pace?: number;
  readonly patienceMs?: () => number;
}

const BUYERS = 10;
const COME_BACK_WITHIN_MS = 90_000;

/** Buyers who buy one thing after the other, and remember all of it. */
export class Crowd {
  readonly purchases: Purchase[] = [];
  /** What they should never have met. */
  readonly faults: string[] = [];
  private readonly stopping = new AbortController();
  private isBuying = true;
  private buyers: readonly Promise<void>[] = [];

  constructor(private readonly options: CrowdOptions) {}

  start(): void {
    const { buyers: length = BUYERS } = this.options;
    this.buyers = Array.from({ length }, () => this.keepBuying());
  }

  /** What is begun is bought to its end, and who left comes back. Everything around is calm by now. */
  async finish(): Promise<void> {
    this.isBuying = false;
    const late = setTimeout(() => this.stopping.abort(), COME_BACK_WITHIN_MS);
    await Promise.all(this.buyers);
    for (const purchase of this.purchases.filter(({ outcome }) => outcome === 'left'))
      await comeBack(purchase, this.usesOf(this.options.payers[0]!));
    clearTimeout(late);
  }

  /** Everybody who has an answer and an identifier asks once more. @returns how many did */
  async askAgain(): Promise<number> {
    const answered = this.purchases.filter(({ payments }) =>
      payments.some(({ answers, identifier }) => answers.length > 0 && identifier !== undefined),
    );
    for (const purchase of answered)
      if (!(await isAnsweredAgain(purchase, this.usesOf(this.options.payers[0]!))))
        this.faults.push(`a paid answer does not come again (${purchase.question.path}: ${purchase.met.join(', ')})`);
    return answered.length;
  }

  /**
   * Somebody asks at one place alone, once, and comes back at the end if that brings no answer.
   * @returns what was met; undefined when nobody was there in time
   */
  async probe(url: string, withinMs: number): Promise<string | undefined> {
    const { choice, payers } = this.options;
    const manner: Manner = {
      version: 2,
      identified: true,
      doubled: false,
      leaves: true,
      asksAgain: false,
      cutMs: withinMs,
    };
    const purchase: Purchase = { question: QUESTIONS[0]!, payments: [], outcome: 'open', met: [] };
    this.purchases.push(purchase);
    // A signal of `AbortSignal.timeout` that only `AbortSignal.any` knows may be collected before its time, and never comes.
    const giveUp = new AbortController();
    const timer = setTimeout(() => giveUp.abort(), withinMs);
    const signal = AbortSignal.any([this.stopping.signal, giveUp.signal]);
    await buy(purchase, manner, { ...this.usesOf(choice.of(payers)), url: async () => url, signal });
    clearTimeout(timer);
    if (purchase.outcome === 'open') purchase.outcome = 'left';
    return purchase.met[0];
  }

  /** How many paid answers came, with those that came again. */
  get answers(): number {
    const payments = this.purchases.flatMap((purchase) => purchase.payments);
    return payments.reduce((sum, { answers }) => sum + answers.length, 0);
  }

  /** Ends everything at once. */
  close(): void {
    this.isBuying = false;
    this.stopping.abort();
  }

  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  private async keepBuying(): Promise<void> {
    const { choice, payers, facilitatorFaults, impatient } = this.options;
    while (this.isBuying && !this.stopping.signal.aborted) {
      const manner = anyManner(choice, impatient);
      const purchase: Purchase = { question: choice.of(QUESTIONS), payments: [], outcome: 'open', met: [] };
      this.purchases.push(purchase);
      if (choice.chance(0.2)) facilitatorFaults.add('settle', choice.of(SETTLE_FAULTS));
      if (choice.chance(0.05)) facilitatorFaults.add('verify', choice.of(VERIFY_FAULTS));
      try {
        await buy(purchase, manner, this.usesOf(choice.of(payers)));
      } catch (error) {
        const what = error instanceof WrongAnswer ? error.message : String(error);
        this.faults.push(`${what} (${JSON.stringify(manner)}: ${purchase.met.join(', ')})`);
      }
    }
  }

  private usesOf(payer: PrivateKeyAccount): BuyerDeps {
    const { choice, url, pace, patienceMs } = this.options;
    return {
      payer,
      choice,
      signal: this.stopping.signal,
      url,
      ...(pace === undefined ? {} : { pace }),
      ...(patienceMs ? { patienceMs } : {}),
    };
  }
}
