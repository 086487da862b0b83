import type { PaymentStore } from '@stackcheck/payment-x402';
import type { PaymentIntent, PaymentKey } from '@stackcheck/payment-x402/ledger';
import type { Moment } from '../node/elapsed';
import { NODE_TIMES } from '../node/node-times';
import { openPaymentsOver, type Connector } from '../open-payments';
import type { SendOutcome } from './unsteady-connections';
import { UnsteadyConnections } from './unsteady-connections';

/** One of some nodes, and one of some payments. */
interface At {
  readonly node: number;
  readonly payment: number;
}

/** Something that is done to a ledger of several nodes. */
export type Command =
  | (At & { readonly kind: LedgerStep; readonly sendOutcomes: readonly SendOutcome[] })
  | (At & { readonly kind: 'claim_many' | 'claim_and_settle'; readonly sendOutcomes: readonly SendOutcome[] })
  | { readonly kind: 'late_arrives' }
  | { readonly kind: 'found_gone'; readonly node: number }
  | { readonly kind: 'restart'; readonly node: number };

/** Steps of one payment at one node. */
export const LEDGER_STEPS = [
  'claim',
  'claim_as_unknown',
  'claim_settled',
  'withdraw',
  'look_up',
  'claim_seen',
  'call_free',
  'forget_free',
  'settled',
  'refused',
  'unknown',
  'released',
  'delivered',
  'lost',
  'take_up',
  'look',
  'beat',
] as const;

export type LedgerStep = (typeof LEDGER_STEPS)[number];

/** Past the store, at the rows themselves. */
export interface Rows {
  idOf(key: PaymentKey): Promise<number | undefined>;
  /** As another node does it. */
  markGone(bootId: string): Promise<void>;
  /** @returns how many of those that were called free were removed */
  forgetFree(nowSeconds: number): Promise<unknown>;
}

const NOW_MS = 1_790_000_000_000;
const OURS = { transaction: '0xabc', evidence: 'facilitator', paymentResponse: 'e30=' } as const;
const REFUSAL = { code: 'payment_invalid', reason: 'insufficient_funds' };
/** No beat but those that are asked for, which nobody finds missing. */
const STILL = { ...NODE_TIMES, beatMs: 3_600_000, goneMs: 360_000_000 };
/** A clock that shows the same on both sides. */
const standing = (): Moment => ({ monotonicMs: 0, wallMs: NOW_MS });

/** Several nodes over one ledger, to which the same can be done as to those over another one. */
export class Side {
  private readonly stores: PaymentStore[] = [];
  private readonly connections: UnsteadyConnections;
  private boots = 0;
  /** Versions of payments as each boot looked them up last. */
  private readonly seen = new Map<string, string | null>();

  constructor(
    connect: Connector,
    private readonly rows: Rows,
    private readonly intents: readonly PaymentIntent[],
  ) {
    this.connections = new UnsteadyConnections(connect);
  }

  async start(nodes: number): Promise<void> {
    for (let node = 0; node < nodes; node++) this.stores[node] = await this.open(node);
  }

  async stop(): Promise<void> {
    for (const store of this.stores) store.distrust('it is over');
  }

  /** @returns what came of it: a value, or the error by its code or message */
  async run(command: Command): Promise<unknown> {
    this.connections.sendOutcomes.splice(0, Infinity, ...('sendOutcomes' in command ? command.sendOutcomes : []));
    try {
      return (await this.perform(command)) ?? 'done';
    } catch (error) {
      const { code, message } = error as { readonly code?: string; readonly message: string };
      return { error: code ?? message };
    } finally {
      this.connections.sendOutcomes.length = 0;
    }
  }

  private async perform(command: Command): Promise<unknown> {
    if (command.kind === 'late_arrives') return this.connections.arrive();
    const store = this.stores[command.node]!;
    if (command.kind === 'found_gone') return this.rows.markGone(store.ledger.bootId);
    if (command.kind === 'restart') return this.restart(command.node);
    const intent = this.intents[command.payment]!;
    if (command.kind === 'claim_many')
      return Promise.all(this.intents.map((one) => store.ledger.claim(one, NOW_MS).catch(codeOf)));
    if (command.kind === 'claim_and_settle') return this.claimAndSettle(store, intent);
    const id = (await this.rows.idOf(intent.key)) ?? 999;
    return this.step(command.kind, store, intent, id);
  }

  private async step(kind: LedgerStep, { ledger, ...store }: PaymentStore, intent: PaymentIntent, id: number) {
    switch (kind) {
      case 'claim':
        return ledger.claim(intent, NOW_MS);
      case 'claim_as_unknown':
        return ledger.claimAsUnknown(intent, 'nonce_used', 'spent', NOW_MS);
      case 'claim_settled':
        return ledger.claimSettled(intent, OURS, NOW_MS);
      case 'look_up':
        return void this.seen.set(seenBy(ledger, intent), (await ledger.find(intent.key))?.version ?? null);
      case 'claim_seen':
        return ledger.claim(intent, NOW_MS, this.seen.get(seenBy(ledger, intent)));
      case 'call_free':
        return ledger.callFree({ ...intent, refusal: REFUSAL }, NOW_MS);
      case 'forget_free':
        return this.rows.forgetFree(NOW_MS / 1_000);
      case 'withdraw':
        return ledger.withdraw(intent.key, REFUSAL, NOW_MS);
      case 'settled':
        return ledger.settled(id, { ...OURS, transaction: ledger.bootId }, NOW_MS);
      case 'refused':
        return ledger.refused(id, REFUSAL, NOW_MS);
      case 'unknown':
        return ledger.unknown(id, 'unconfirmed', 'timeout', NOW_MS);
      case 'released':
        return ledger.released(id, 'never used', NOW_MS);
      case 'delivered':
        return ledger.delivered(id, NOW_MS + 1);
      case 'lost':
        return ledger.lost(id, 'its window closed', NOW_MS + 2);
      case 'take_up':
        return takeUpAndRelease(store, intent, id);
      case 'look':
        return Promise.all([
          ledger.find(intent.key),
          ledger.findByIdentifier(intent.identifier ?? 'none'),
          Promise.all(this.intents.map(({ key }) => ledger.find(key))),
          ledger.open(10, 0),
          ledger.watched(intent.validBefore + 1, 0, 10),
          ledger.counts(),
        ]);
      case 'beat':
        return store.lease.hold(NOW_MS);
    }
  }

  /** Settles a payment that it claimed in the moment in which it claims the others: in one statement. */
  private async claimAndSettle({ ledger }: PaymentStore, intent: PaymentIntent): Promise<unknown> {
    const claimed = await ledger.claim(intent, NOW_MS);
    if (claimed.kind !== 'claimed') return claimed;
    const others = this.intents.filter((one) => one !== intent);
    return Promise.all([
      ...others.map((one) => ledger.claim(one, NOW_MS).catch(codeOf)),
      ledger.settled(claimed.id, { ...OURS, transaction: ledger.bootId }, NOW_MS).catch(codeOf),
    ]);
  }

  private async restart(node: number): Promise<void> {
    this.stores[node]!.distrust('killed');
    this.stores[node] = await this.open(node);
  }

  private open(node: number): Promise<PaymentStore> {
    const bootId = `boot-${++this.boots}-of-${node}`;
    const config = { bootId, place: `place-${node}`, times: STILL, now: standing, deliveryWaitMs: 0 };
    return openPaymentsOver(config, this.connections.connector, async () => undefined);
  }
}

/** With what follows on its heels: the payment is let go, if it is in doubt, before anything else is asked. */
async function takeUpAndRelease(
  { locks, sandboxNonces }: Pick<PaymentStore, 'locks' | 'sandboxNonces'>,
  { key, paymentHash, identifier }: PaymentIntent,
  id: number,
): Promise<boolean> {
  const begun = await locks.begin({ key, hash: paymentHash, identifier });
  if (begun.kind !== 'begun') throw new Error(begun.kind);
  try {
    return await locks.takeUp({ id, key });
  } finally {
    begun.lock.release();
    await sandboxNonces.spentBy(key);
  }
}

function seenBy({ bootId }: PaymentStore['ledger'], { key: { nonce } }: PaymentIntent): string {
  return `${bootId} ${nonce}`;
}

function codeOf(error: unknown): string {
  return (error as { readonly code?: string }).code ?? (error as Error).message;
}
