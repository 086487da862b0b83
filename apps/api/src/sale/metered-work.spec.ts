import { FixedClock } from '@stackcheck/contract/testing';
import { MeteredWork, proofWanted } from './metered-work';

describe('the proof of a payment before work is done for it', () => {
  it.each([
    ['none for what is cheap', 0, 0, null],
    ['none for what is cheap, up to a tenth of the budget', 0.99, 99, null],
    ['a signature for what is costly', 1, 0, 'signed'],
    ['a signature from a tenth of the budget on', 0, 100, 'signed'],
    ['a signature for both', 19.99, 499, 'signed'],
    ['a purse for what is dear', 20, 0, 'verified'],
    ['a purse from half of the budget on', 0, 500, 'verified'],
  ])('is %s', (_what, costMs, spentMs, proof) => {
    expect(proofWanted(costMs, spentMs)).toBe(proof);
  });
});

describe('the work on a request', () => {
  function metered() {
    const clock = new FixedClock();
    const calls: (string | number)[] = [];
    const work = new MeteredWork(
      {
        spend: (ms) => void calls.push(ms),
        underWay: () => void calls.push('under way'),
        giveBack: () => void calls.push('give back'),
        end: () => void calls.push('end'),
      },
      clock,
    );
    return { clock, calls, work };
  }

  it('costs a quarter of a millisecond from the start, and as much for proof', () => {
    const { calls, work } = metered();
    work.proving();
    work.spend(3);

    expect(calls).toEqual([0.25, 0.25, 3]);
  });

  it('costs what it takes, also where it fails', () => {
    const { calls, clock, work } = metered();

    expect(work.run(() => (clock.advance(7), 'done'))).toBe('done');
    const fail = (): never => {
      clock.advance(2);
      throw new Error('no');
    };
    expect(() => work.run(fail)).toThrow('no');
    expect(calls).toEqual([0.25, 7, 2]);
  });

  it.each([
    ['is read', (): Promise<string> => Promise.resolve('read')],
    ['cannot be read', (): Promise<string> => Promise.reject(new Error('no'))],
  ])('of an input that %s is its beginning and the parsing, not the wait for its bytes', async (_how, end) => {
    const { calls, clock, work } = metered();
    let parsedMs = 4;
    const read = (): Promise<string> => {
      clock.advance(1);
      return Promise.resolve().then(() => {
        clock.advance(1_000);
        parsedMs += 5;
        return end();
      });
    };

    await work.reading({ parsingMs: () => parsedMs }, read).catch(() => undefined);
    expect(calls).toEqual([0.25, 1, 5]);
  });

  it('of an input whose parsing is not measured is its beginning', async () => {
    const { calls, clock, work } = metered();
    const read = (): Promise<string> => {
      clock.advance(1);
      return Promise.resolve('read');
    };

    expect(await work.reading({}, read)).toBe('read');
    expect(calls).toEqual([0.25, 1, 0]);
  });

  it('reports where it stands', () => {
    const { calls, work } = metered();
    work.underWay();
    work.giveBack();
    work.end();

    expect(calls).toEqual([0.25, 'under way', 'give back', 'end']);
  });
});
