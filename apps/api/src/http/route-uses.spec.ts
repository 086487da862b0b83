import type { IncomingMessage } from 'node:http';
import type { Steps } from '@stackcheck/datasets';
import { AT_ONCE_MS, RequestUses, type AnsweredRequest, type SharedUses } from './route-uses';

function usesWith() {
  let pauses = 0;
  const pace = {
    isDue: () => true,
    pause: () => {
      pauses += 1;
      return new Promise<void>((resolve) => setImmediate(resolve));
    },
  };
  const uses = new RequestUses(
    { pace } as unknown as SharedUses,
    { nowMs: 0 } as AnsweredRequest,
    {} as IncomingMessage,
  );
  return { uses, pauses: () => pauses };
}

function* work(steps: number): Steps<string> {
  for (let step = 0; step < steps; step += 1) yield;
  return 'done';
}

describe('a computation for an answer', () => {
  it('is made at once where it is short', async () => {
    const { uses, pauses } = usesWith();

    expect(await uses.inTurns(work(100), AT_ONCE_MS - 1)).toBe('done');
    expect(pauses()).toBe(0);
  });

  it('lets others go on in between where it is long', async () => {
    const { uses, pauses } = usesWith();
    let others = 0;
    const other = (): void => {
      others += 1;
      if (others < 50) setImmediate(other);
    };
    other();

    expect(await uses.inTurns(work(100), 1_000)).toBe('done');
    expect(pauses()).toBe(100);
    expect(others).toBe(50);
  });
});
