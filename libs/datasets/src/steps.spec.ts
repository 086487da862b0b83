import { AT_ONCE, finish, inTurns, mapSteps, oneStep, type Pace, type Steps } from './steps';

function* counted(to: number): Steps<number> {
  for (let at = 0; at < to; at++) yield;
  return to;
}

describe('a computation in steps', () => {
  it('gives the same at once and turn by turn, and pauses only when its turn is over', async () => {
    let [asked, pauses] = [0, 0];
    const everyThird: Pace = { isDue: () => ++asked % 3 === 0, pause: async () => void pauses++ };

    expect(finish(counted(10))).toBe(10);
    expect(await inTurns(counted(10), everyThird)).toBe(10);
    expect([asked, pauses]).toEqual([10, 3]);
    expect(await inTurns(counted(10), AT_ONCE)).toBe(10);
  });

  it('fails like a function where a step fails', async () => {
    const failing = oneStep((): number => {
      throw new Error('no');
    });

    await expect(inTurns(failing, AT_ONCE)).rejects.toThrow('no');
  });

  it('that maps a list gives what map gives, in about as many steps as it has groups', () => {
    const items = Array.from({ length: 100 }, (_, at) => at);

    expect(finish(mapSteps(items, (item) => item * 2))).toEqual(items.map((item) => item * 2));
    expect([...mapSteps(items, String, 10)]).toHaveLength(10);
  });
});
