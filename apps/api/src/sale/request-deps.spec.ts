import type { CooperativeTask } from '@stackcheck/datasets/tasks';
import { AT_ONCE_MS, RequestDeps, type AnsweredCall, type SharedDeps } from './request-deps';

function usesWith() {
  let pauses = 0;
  const yieldPolicy = {
    isDue: () => true,
    pause: () => {
      pauses += 1;
      return new Promise<void>((resolve) => setImmediate(resolve));
    },
  };
  const deps = new RequestDeps({ yieldPolicy } as unknown as SharedDeps, { nowMs: 0 } as AnsweredCall);
  return { deps, pauses: () => pauses };
}

function* work(steps: number): CooperativeTask<string> {
  for (let step = 0; step < steps; step += 1) yield;
  return 'done';
}

describe('a computation for an answer', () => {
  it('is made at once where it is short', async () => {
    const { deps, pauses } = usesWith();

    expect(await deps.runSliced(work(100), AT_ONCE_MS - 1)).toBe('done');
    expect(pauses()).toBe(0);
  });

  it('lets others go on in between where it is long', async () => {
    const { deps, pauses } = usesWith();
    let others = 0;
    const other = (): void => {
      others += 1;
      if (others < 50) setImmediate(other);
    };
    other();

    expect(await deps.runSliced(work(100), 1_000)).toBe('done');
    expect(pauses()).toBe(100);
    expect(others).toBe(50);
  });
});
