import {
  AT_ONCE,
  finish,
  runSliced,
  mapSteps,
  oneStep,
  type YieldPolicy,
  type CooperativeTask,
} from './cooperative-task';

function* counted(to: number): CooperativeTask<number> {
  for (let at = 0; at < to; at++) yield;
  return to;
}

describe('a computation in steps', () => {
  it('gives the same at once and turn by turn, and pauses only when its turn is over', async () => {
    let [asked, pauses] = [0, 0];
    const everyThird: YieldPolicy = { isDue: () => ++asked % 3 === 0, pause: async () => void pauses++ };

    expect(finish(counted(10))).toBe(10);
    expect(await runSliced(counted(10), everyThird)).toBe(10);
    expect([asked, pauses]).toEqual([10, 3]);
    expect(await runSliced(counted(10), AT_ONCE)).toBe(10);
  });

  it('fails like a function where a step fails', async () => {
    const failing = oneStep((): number => {
      throw new Error('no');
    });

    await expect(runSliced(failing, AT_ONCE)).rejects.toThrow('no');
  });

  it('that maps a list gives what map gives, in about as many steps as it has groups', () => {
    const items = Array.from({ length: 100 }, (_, at) => at);

    expect(finish(mapSteps(items, (item) => item * 2))).toEqual(items.map((item) => item * 2));
    expect([...mapSteps(items, String, 10)]).toHaveLength(10);
  });
});
