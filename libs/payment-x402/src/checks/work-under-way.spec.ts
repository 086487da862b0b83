import { WorkUnderWay } from './work-under-way';

describe('who waits for the work of a client', () => {
  it('goes on when one of its requests ends, once, and not when that is said again', () => {
    const work = new WorkUnderWay();
    const ends = [work.begin('one', () => 1), work.begin('one', () => 2)];
    const woken: string[] = [];
    work.wait('one', () => woken.push('first'));

    ends[0]!();
    expect(woken).toEqual(['first']);
    expect([work.msOf('one'), work.size]).toEqual([2, 1]);

    work.wait('one', () => woken.push('second'));
    ends[0]!();
    expect(woken).toEqual(['first']);

    ends[1]!();
    expect(woken).toEqual(['first', 'second']);
    expect([work.msOf('one'), work.size]).toEqual([0, 0]);
  });

  it('has to ask elsewhere where nothing is under way, or too many wait', () => {
    const work = new WorkUnderWay();
    expect(work.wait('one', () => undefined)).toBeUndefined();

    work.begin('one', () => 1);
    const waits = Array.from({ length: 33 }, () => work.wait('one', () => undefined));
    expect(waits.map((wait) => wait !== undefined)).toEqual([...Array<boolean>(32).fill(true), false]);

    waits[0]!();
    expect(work.wait('one', () => undefined)).toBeDefined();
  });
});
