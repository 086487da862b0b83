import type { Lane, Statement } from '../connection/lane';
import { RefusalExchange } from './refusal-exchange';

interface Row {
  readonly n: number;
  readonly counted: readonly { readonly client: string; readonly payer: null }[];
}

const refusal = (client: string) => ({ client, payer: null });

function shared() {
  const said: [string, readonly unknown[]][] = [];
  const counted: string[] = [];
  const clock = { monotonicMs: 0, wallMs: 0 };
  let rows: readonly Row[] | Error = [];
  const lane = {
    run: async ({ name }: Statement, values: readonly unknown[]) => {
      said.push([name, values]);
      if (rows instanceof Error) throw rows;
      return name === 'exchange_refusals' ? rows : [];
    },
  } as unknown as Lane;
  const exchange = new RefusalExchange('boot', lane, () => ({ ...clock }));
  const limit = exchange.share({
    clientWaitSeconds: (client) => client.length,
    refusalsLeft: (client) => client.length + 1,
    payerWaitSeconds: () => 7,
    count: (client) => void counted.push(client),
  });
  const hear = async (found: readonly Row[] | Error, passMs = 0): Promise<void> => {
    rows = found;
    clock.monotonicMs += passMs;
    await exchange.exchange();
  };
  return { said, counted, limit, hear, exchange };
}

describe('the refusals of nodes', () => {
  it('are neither said nor heard where no limit is shared', async () => {
    const said: unknown[] = [];
    const lane = { run: async (...asked: unknown[]) => said.push(asked) } as unknown as Lane;

    await new RefusalExchange('boot', lane, () => ({ monotonicMs: 0, wallMs: 0 })).exchange();

    expect(said).toEqual([]);
  });

  it('are counted here at once and said with the next beat, once', async () => {
    const { said, counted, limit, hear } = shared();
    limit.count('one', null);
    limit.count('two', { address: '0xa', paymentHash: 'hash' });
    expect(counted).toEqual(['one', 'two']);

    await hear([]);
    await hear([]);

    const sent = [refusal('one'), { client: 'two', payer: { address: '0xa', paymentHash: 'hash' } }];
    expect(said.map(([, [boot, what]]) => [boot, what])).toEqual([
      ['boot', JSON.stringify(sent)],
      ['boot', null],
    ]);
    expect([limit.clientWaitSeconds('abc'), limit.refusalsLeft('abc'), limit.payerWaitSeconds('0xa')]).toEqual([
      3, 4, 7,
    ]);
  });

  it('of others are counted once, however often they are seen', async () => {
    const { counted, hear } = shared();

    await hear([{ n: 1, counted: [refusal('a'), refusal('b')] }]);
    await hear([
      { n: 1, counted: [refusal('a'), refusal('b')] },
      { n: 2, counted: [refusal('c')] },
    ]);
    await hear([{ n: 2, counted: [refusal('c')] }]);

    expect(counted).toEqual(['a', 'b', 'c']);
  });

  it.each([
    [1_000, 6],
    [30_000, 35],
    [594_000, 599],
    [595_000, 600],
    [9_000_000, 600],
  ])('are looked back for from the last time on: after %i ms for %i s', async (passMs, seconds) => {
    const { said, hear } = shared();

    await hear([]);
    await hear([], passMs);

    expect(said.map(([, values]) => values[2])).toEqual([600, seconds]);
  });

  it('are looked back for from the last time that was heard', async () => {
    const { said, limit, hear } = shared();
    await hear([]);
    limit.count('forgiven', null);
    await expect(hear(new Error('away'), 10_000)).rejects.toThrow('away');

    await hear([], 10_000);

    expect(said.at(-1)).toEqual(['exchange_refusals', ['boot', null, 25]]);
  });

  it('of a flood are said in part, and those that are old are removed each sixtieth time', async () => {
    const { said, counted, limit, hear } = shared();
    for (let n = 0; n < 501; n++) limit.count(String(n), null);
    for (let n = 0; n < 120; n++) await hear([]);

    expect(counted).toHaveLength(501);
    expect(JSON.parse(String(said[0]![1][1]))).toHaveLength(500);
    const names = said.map(([name]) => name);
    expect(said[60]).toEqual(['sweep_refusals', []]);
    expect(names.flatMap((name, at) => (name === 'sweep_refusals' ? [at] : []))).toEqual([60, 121]);
  });
});
