import type { Lane, Statement } from '../connection/lane';
import { EventChain } from './event-chain';
import { EventWriter } from './event-writer';

const DEADLOCK = Object.assign(new Error('deadlock detected'), { code: '40P01', severity: 'ERROR' });

const laneOf = (run: (statement: Statement, values: readonly unknown[]) => Promise<readonly unknown[]>): Lane =>
  ({ run }) as unknown as Lane;

test('those who ask while doubts are looked into share the next look, and each is of all that it knew', async () => {
  const looks: number[] = [];
  const chain = new EventChain();
  const lane = laneOf(async ({ name }, [, seqs]) => {
    await new Promise((resolve) => setImmediate(resolve));
    if (name !== 'numbered') return [];
    looks.push((seqs as readonly number[]).length);
    return [];
  });
  const events = new EventWriter('boot', chain, lane);
  const doubt = (): void => chain.doubt([chain.next(1).seq]);

  doubt();
  const asked = [events.resolveDoubts(1, 3_000)];
  await Promise.resolve();
  await Promise.resolve();
  for (let asks = 0; asks < 20; asks++) {
    doubt();
    asked.push(events.resolveDoubts(1, 3_000));
  }
  await Promise.all(asked);

  // Each look has a number of its own in addition.
  expect(looks).toEqual([2, 21]);
  expect(chain.doubts).toEqual([]);
});

test('a look that failed is taken again by those who ask after it', async () => {
  let fails = true;
  const chain = new EventChain();
  const lane = laneOf(async () => {
    if (fails) throw new Error('away');
    return [];
  });
  const events = new EventWriter('boot', chain, lane);
  chain.doubt([chain.next(1).seq]);

  await expect(events.resolveDoubts(1, 3_000)).rejects.toThrow('away');
  fails = false;
  await events.resolveDoubts(1, 3_000);

  expect(chain.doubts).toEqual([]);
});

test.each([
  ['is tried again while half of its time is left', 1_000, 3],
  ['is undone, and not sent once more to be cut off in the middle', 1_600, 1],
])('what a deadlock undid %s', async (_what, tookMs, tries) => {
  let nowMs = 0;
  let sent = 0;
  const lane = laneOf(async () => {
    sent++;
    nowMs += sent === 1 ? tookMs : 0;
    throw DEADLOCK;
  });
  const events = new EventWriter('boot', new EventChain(), lane, () => nowMs);
  const make = () => ({ statement: { name: 'x', text: '' }, values: [], seqs: [], written: () => [] });

  await expect(events.write(lane, 3_000, make)).rejects.toBe(DEADLOCK);

  expect(sent).toBe(tries);
});
