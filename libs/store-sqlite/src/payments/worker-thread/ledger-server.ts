import { toFaultMessage, type Answer, type AnyLedger, type Question } from './ledger-messages';

/**
 * Does what another thread asks of a ledger. The answers of one turn of the event loop leave in one message, after its commit: to
 * wake the other thread for each of them would take more than they do.
 */
export class LedgerServer {
  private answers: Answer[] = [];

  constructor(
    private readonly ledger: AnyLedger,
    private readonly post: (answers: readonly Answer[]) => void,
  ) {}

  /** Never rejects: what the ledger refuses is an answer. */
  async take([number, method, parameters]: Question): Promise<void> {
    try {
      const act = this.ledger[method] as (...given: readonly unknown[]) => Promise<unknown>;
      this.put([number, await act.apply(this.ledger, [...parameters])]);
    } catch (error) {
      this.put([number, undefined, toFaultMessage(error)]);
    }
  }

  private put(answer: Answer): void {
    if (this.answers.push(answer) === 1) setImmediate(() => this.send());
  }

  private send(): void {
    const { answers } = this;
    this.answers = [];
    this.post(answers);
  }
}
