import { FixedClock } from '@stackcheck/contract/testing';
import { FacilitatorBreaker } from './facilitator-breaker';

describe('the breaker', () => {
  let clock: FixedClock;
  let random: number;
  let breaker: FacilitatorBreaker;
  beforeEach(() => {
    clock = new FixedClock();
    random = 0.5;
    breaker = new FacilitatorBreaker({ clock, random: () => random });
  });
  const fail = (times: number): void => {
    for (let time = 0; time < times; time++) {
      breaker.mayCall();
      breaker.failed();
    }
  };

  it('opens after three failures in a row, and not after three in all', () => {
    fail(2);
    breaker.succeeded();
    fail(2);
    expect(breaker.state()).toBe('closed');

    fail(1);

    expect([breaker.state(), breaker.mayCall()]).toEqual(['open', false]);
  });

  it('lets one call probe after a while, and no second one meanwhile', () => {
    fail(3);
    clock.advance(4_999);
    expect(breaker.mayCall()).toBe(false);
    clock.advance(1);

    expect(breaker.state()).toBe('half_open');
    expect([breaker.mayCall(), breaker.mayCall()]).toEqual([true, false]);
    breaker.succeeded();
    expect([breaker.state(), breaker.mayCall(), breaker.mayCall()]).toEqual(['closed', true, true]);
  });

  it('waits twice as long after each failed probe, up to two minutes', () => {
    fail(3);
    const waits: number[] = [];
    for (let probe = 0; probe < 7; probe++) {
      let waitedMs = 0;
      for (; !breaker.mayCall(); waitedMs += 1_000) clock.advance(1_000);
      waits.push(waitedMs);
      breaker.failed();
    }

    expect(waits).toEqual([5_000, 10_000, 20_000, 40_000, 80_000, 120_000, 120_000]);
  });

  it.each([
    [0, 3_750],
    [0.999_999, 6_250],
  ])('waits a quarter less or more by chance: %d', (drawn, waitMs) => {
    random = drawn;
    fail(3);

    clock.advance(waitMs - 1);
    expect(breaker.state()).toBe('open');
    clock.advance(2);
    expect(breaker.state()).toBe('half_open');
  });

  it('waits as short as at first where it opens again after a success', () => {
    fail(3);
    clock.advance(5_000);
    fail(1);
    clock.advance(10_000);
    breaker.mayCall();
    breaker.succeeded();
    fail(3);

    clock.advance(4_999);
    expect(breaker.state()).toBe('open');
    clock.advance(1);
    expect(breaker.state()).toBe('half_open');
  });

  it('is not kept open by calls that were under way when it opened', () => {
    fail(3);
    clock.advance(4_000);
    breaker.failed();
    clock.advance(1_000);

    expect(breaker.mayCall()).toBe(true);
  });
});
