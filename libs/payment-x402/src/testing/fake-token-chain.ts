import { Interface, Transaction } from 'ethers';
import { addressTopic, AUTHORIZATION_USED, TRANSFER } from '../evidence/authorization-use';
import type {
  BlockStanding,
  FeeHead,
  ReceiptLog,
  Tried,
  TriedCall,
  WalletNode,
  WalletReceipt,
} from '../self/wallet-node';
import { GAS_PRICE_ORACLE } from '../self/data-fee';
import { MULTICALL3 } from '../self/transfer-call';

const TOKEN = new Interface([
  'function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
  'function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)',
  'function authorizationState(address,bytes32) view returns (bool)',
  'function balanceOf(address) view returns (uint256)',
]);
const MULTICALL = new Interface([
  'function aggregate3((address,bool,bytes)[]) payable returns ((bool success,bytes returnData)[])',
]);
const GAS_USED = 80_000n;
const WORD = (value: bigint | boolean): string => `0x${BigInt(value).toString(16).padStart(64, '0')}`;

interface State {
  readonly ether: Map<string, bigint>;
  readonly usdc: Map<string, bigint>;
  readonly spent: Set<string>;
  readonly counts: Map<string, number>;
}

interface Block {
  readonly number: number;
  /** Which of all blocks that were ever made it is. */
  readonly serial: number;
  readonly timestamp: number;
  readonly before: State;
  readonly receipts: readonly WalletReceipt[];
}

/** Methods of the node that a test may break. */
export type NodeFault = 'fail' | 'stall';

/**
 * A chain with a token, Multicall3 and a queue of transactions, as one node shows it. It executes what was really signed; signatures of
 * payers are not looked at, those of contracts pass never. A block is made when the test says so.
 */
export class FakeTokenChain implements WalletNode {
  state: State = { ether: new Map(), usdc: new Map(), spent: new Set(), counts: new Map() };
  readonly blocks: Block[] = [];
  /** By sender and nonce. */
  readonly queue = new Map<string, Transaction>();
  /** Every hash that was handed over, in order. */
  readonly taken: string[] = [];
  baseFee = 1_000n;
  tip = 10n;
  safeDepth = 2;
  hasMulticall = true;
  /** The next transactions are taken and forgotten. */
  swallows = 0;
  readonly faults = new Map<keyof WalletNode, NodeFault>();
  /** What it takes for a byte of a transaction, in wei; it has no oracle of that while this is 0. */
  dataFeePerByte = 0n;
  private serial = 0;

  constructor(
    private readonly asset: string,
    public timestamp: number,
  ) {
    this.mine();
  }

  /** Puts what waits and bids enough into a block. */
  mine(seconds = 2): Block {
    const receipts: WalletReceipt[] = [];
    const number = this.blocks.length;
    const before = copyOf(this.state);
    this.timestamp += seconds;
    for (;;) {
      const next = [...this.queue.values()].find(
        ({ from, nonce, maxFeePerGas }) =>
          nonce === this.countNow(from!) && maxFeePerGas! >= this.baseFee + this.tip / 2n,
      );
      if (!next) break;
      this.queue.delete(`${next.from} ${next.nonce}`);
      receipts.push(this.execute(next, number));
    }
    const block = { number, serial: ++this.serial, timestamp: this.timestamp, before, receipts };
    this.blocks.push(block);
    return block;
  }

  /** The newest blocks never were; what they held is forgotten, unless somebody sends it again. */
  reorganise(depth: number): void {
    const [first] = this.blocks.splice(-depth);
    if (first) this.state = first.before;
  }

  async head(): Promise<FeeHead> {
    return this.answer('head', () => ({ ...this.top(0), ...this.hashes(), baseFee: this.baseFee }));
  }

  async safeHead(): Promise<{ number: number; timestamp: number }> {
    return this.answer('safeHead', () => this.top(this.safeDepth));
  }

  async suggestedTip(): Promise<bigint> {
    return this.answer('suggestedTip', () => this.tip);
  }

  async countOf(account: string, at: 'latest' | 'pending' | number): Promise<number> {
    return this.answer('countOf', () => {
      if (at === 'latest') return this.countNow(account);
      if (typeof at === 'number') {
        const after = this.blocks[at + 1];
        return after ? (after.before.counts.get(account) ?? 0) : this.countNow(account);
      }
      let count = this.countNow(account);
      while (this.queue.has(`${account} ${count}`)) count++;
      return count;
    });
  }

  async etherOf(account: string): Promise<bigint> {
    return this.answer('etherOf', () => this.state.ether.get(account) ?? 0n);
  }

  async hasCode(account: string): Promise<boolean> {
    return this.answer('hasCode', () => account === MULTICALL3 && this.hasMulticall);
  }

  async try(_from: string, call: TriedCall): Promise<Tried> {
    return this.answer('try', () => {
      const kept = copyOf(this.state);
      const result = this.call(call.to, call.data, []);
      this.state = kept;
      return result === null ? { kind: 'reverted' } : { kind: 'returned', data: result };
    });
  }

  async broadcast(raw: string): Promise<void> {
    return this.answer('broadcast', () => {
      const transaction = Transaction.from(raw);
      const key = `${transaction.from} ${transaction.nonce}`;
      const before = this.queue.get(key);
      if (before?.hash === transaction.hash) return;
      if (transaction.nonce < this.countNow(transaction.from!)) throw new Error('nonce too low');
      if (before && transaction.maxFeePerGas! * 10n < before.maxFeePerGas! * 11n)
        throw new Error('replacement transaction underpriced');
      this.taken.push(transaction.hash!);
      if (this.swallows > 0) this.swallows--;
      else this.queue.set(key, transaction);
    });
  }

  async receipt(hash: string): Promise<WalletReceipt | null> {
    return this.answer('receipt', () => {
      const all = this.blocks.flatMap(({ receipts }) => receipts);
      return all.find((receipt) => receipt.hash === hash) ?? null;
    });
  }

  async standing({ block, blockHash }: Pick<WalletReceipt, 'block' | 'blockHash'>): Promise<BlockStanding> {
    const [head, safe] = [await this.head(), await this.safeHead()];
    return this.answer('standing', () => {
      const there = this.blocks[block];
      if (there && hashOf(there) !== blockHash) return 'gone';
      return { confirmations: Math.max(0, head.number - block + 1), isSafe: safe.number >= block };
    });
  }

  private answer<T>(method: keyof WalletNode, work: () => T): Promise<T> {
    const fault = this.faults.get(method);
    if (fault === 'stall') return new Promise(() => undefined);
    return fault ? Promise.reject(new Error(`${method} failed`)) : Promise.resolve().then(work);
  }

  /** Of the newest block and the one below it. A block that takes the place of another has another hash. */
  private hashes(): { hash: string; parent: string } {
    const [hash, parent] = [0, 1].map((below) => hashOf(this.blocks.at(-1 - below)));
    return { hash: hash!, parent: parent! };
  }

  private top(below: number): { number: number; timestamp: number } {
    const { number, timestamp } = this.blocks[Math.max(0, this.blocks.length - 1 - below)]!;
    return { number, timestamp };
  }

  private countNow(account: string): number {
    return this.state.counts.get(account) ?? 0;
  }

  private execute(transaction: Transaction, block: number): WalletReceipt {
    const { from, to, data, hash, nonce } = transaction;
    const costWei = GAS_USED * (this.baseFee + transaction.maxPriorityFeePerGas!);
    this.state.counts.set(from!, nonce + 1);
    this.state.ether.set(from!, (this.state.ether.get(from!) ?? 0n) - costWei);
    const logs: ReceiptLog[] = [];
    const succeeded = data === '0x' || this.call(to!, data, logs) !== null;
    const blockHash = hashOf({ serial: this.serial + 1 });
    return { hash: hash!, block, blockHash, succeeded, logs: succeeded ? logs : [], costWei };
  }

  /** What the call returns; null when it reverts. */
  private call(to: string, data: string, logs: ReceiptLog[]): string | null {
    if (to === MULTICALL3) {
      if (!this.hasMulticall) return '0x';
      const [calls] = MULTICALL.decodeFunctionData('aggregate3', data) as unknown as [[string, boolean, string][]];
      const results = calls.map(([target, , inner]) => [this.call(target, inner, logs) !== null, '0x']);
      return MULTICALL.encodeFunctionResult('aggregate3', [results]);
    }
    if (to === GAS_PRICE_ORACLE && this.dataFeePerByte > 0n)
      return WORD(this.dataFeePerByte * BigInt(`0x${data.slice(10)}`));
    if (to.toLowerCase() !== this.asset.toLowerCase()) return null;
    const { name, args } = TOKEN.parseTransaction({ data })!;
    if (name === 'balanceOf') return WORD(this.state.usdc.get(lower(args[0])) ?? 0n);
    if (name === 'authorizationState')
      return WORD(this.state.spent.has(`${lower(args[0])} ${(args[1] as string).toLowerCase()}`));
    return args.length === 9 ? this.transfer(args, logs) : null;
  }

  private transfer(args: readonly unknown[], logs: ReceiptLog[]): string | null {
    const [from, to, value, validAfter, validBefore, nonce] = args as [string, string, bigint, bigint, bigint, string];
    const [payer, payee] = [lower(from), lower(to)];
    const { usdc, spent } = this.state;
    const now = BigInt(this.timestamp);
    const purse = usdc.get(payer) ?? 0n;
    if (now <= validAfter || now >= validBefore || spent.has(`${payer} ${nonce}`) || purse < value) return null;
    spent.add(`${payer} ${nonce}`);
    usdc.set(payer, purse - value).set(payee, (usdc.get(payee) ?? 0n) + value);
    const address = this.asset.toLowerCase();
    logs.push(
      { address, topics: [AUTHORIZATION_USED, addressTopic(payer), nonce], data: '0x', index: logs.length },
      {
        address,
        topics: [TRANSFER, addressTopic(payer), addressTopic(payee)],
        data: WORD(value),
        index: logs.length + 1,
      },
    );
    return '0x';
  }
}

function hashOf(block: Pick<Block, 'serial'> | undefined): string {
  return `0x${block?.serial ?? 0}`;
}

function lower(address: unknown): string {
  return (address as string).toLowerCase();
}

function copyOf({ ether, usdc, spent, counts }: State): State {
  return { ether: new Map(ether), usdc: new Map(usdc), spent: new Set(spent), counts: new Map(counts) };
}
