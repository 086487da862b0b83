import { PAID_TOOLS } from '@stackcheck/mcp-tools';
import { Approvals, type CallContext } from './approvals';
import type { McpHost } from './host';
import { answerPaid, type PaidMemory } from './paid-tools';
import { Undelivered } from './undelivered';

const TOOL = PAID_TOOLS.find(({ name }) => name === 'get_lifecycle')!;
const PRODUCT = { product: 'nodejs' };
const HOUR_MS = 3_600_000;

/** A service that counts what is bought of it, and runs `onPurchase` while it is. */
const shop = (onPurchase: () => void = () => undefined) => {
  const bought: string[] = [];
  let nowMs = 0;
  const host = {
    source: 'snapshot',
    datasets: () => undefined,
    paying: { confirmAbove: undefined },
    service: {
      purchase: ({ path }: { readonly path: string }) => {
        onPurchase();
        bought.push(path);
        return Promise.resolve({ body: Buffer.from(`{"data":${bought.length},"meta":{}}`), paid: 1_000n });
      },
    },
    now: () => nowMs,
  } as unknown as McpHost;
  const memory: PaidMemory = { approvals: new Approvals(), undelivered: new Undelivered() };
  const call = async (args: object, signal = new AbortController().signal): Promise<unknown> => {
    const context: CallContext = { canAsk: false, responses: undefined, state: undefined, signal };
    const result = await answerPaid({ tool: TOOL, args: args as never, context }, host, memory);
    return (result as { readonly structuredContent: object }).structuredContent;
  };
  return { bought, call, pass: (ms: number) => (nowMs += ms) };
};

/** A shop whose first call is cancelled while it is paid. */
const cancelledOnce = async () => {
  const cancelling = new AbortController();
  const one = shop(() => cancelling.abort());
  await one.call(PRODUCT, cancelling.signal);
  return one;
};

test('what is cancelled while it is paid is not paid again by the same call, which gets it once', async () => {
  const { bought, call } = await cancelledOnce();

  expect(await call(PRODUCT)).toMatchObject({ data: 1, from: { paid_usd: '0.001' } });
  expect(bought).toHaveLength(1);
  expect(await call(PRODUCT)).toMatchObject({ data: 2 });
});

test('another call does not get it, nor one that is made much later', async () => {
  const { call, pass } = await cancelledOnce();

  expect(await call({ product: 'python' })).toMatchObject({ data: 2 });
  pass(HOUR_MS);
  expect(await call(PRODUCT)).toMatchObject({ data: 3 });
});

test('what is cancelled before it is paid is not bought', async () => {
  const { bought, call } = shop();

  expect(await call(PRODUCT, AbortSignal.abort())).toMatchObject({
    error: { message: expect.stringContaining('before anything was paid') },
  });
  expect(bought).toEqual([]);
});

test('no more is kept than twenty answers, the oldest first to go', () => {
  const undelivered = new Undelivered();
  for (let at = 0; at <= 20; at++) undelivered.keep({ at }, { content: [], structuredContent: { at } }, 0);

  expect([0, 1, 20].map((at) => undelivered.take({ at }, 0)?.structuredContent)).toEqual([
    undefined,
    { at: 1 },
    { at: 20 },
  ]);
});
