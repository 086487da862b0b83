import { FixedClock } from '@stackcheck/contract/testing';
import type { ChainClock } from './chain-clock';
import type { HealthComponents } from './health-components';
import { startOperations, type Operations, type OperationsDeps } from './operations';
import { Pause } from './pause';

let running: Operations | undefined;
afterEach(() => running?.stop());

/** What a start of the watchers reports of the clock. */
async function reported(aheadMs: number | undefined, chain?: ChainClock) {
  const details: string[] = [];
  const measured: number[] = [];
  const pause = new Pause(({ reason, detail }) => reason === 'clock' && details.push(detail));
  const parts: Partial<HealthComponents> = {
    ...{ pause, chain, ledgerClock: () => aheadMs, pausedBy: undefined, lease: undefined },
    disk: { look: () => undefined } as HealthComponents['disk'],
    loop: { look: () => 0, stop: () => undefined } as HealthComponents['loop'],
  };
  running = await startOperations({
    ...(parts as HealthComponents),
    ...{ dataDir: '/nowhere', paused: false, clock: new FixedClock('2026-11-20T12:00:00.000Z') },
    measured: { lag: () => undefined, skew: (seconds) => measured.push(seconds) },
    onError: () => undefined,
  } satisfies OperationsDeps);
  return { isPaused: pause.isPaused(), warnings: pause.state().warnings, details, measured };
}

describe('the clock of a ledger that has one', () => {
  it.each([
    [undefined, false, [], [], []],
    [0, false, [], [], [0]],
    [-2_000, false, [], [], [-2]],
    [2_100, false, ['clock'], ['the clock is 2.1 s ahead of the database'], [2.1]],
    [-5_100, true, [], ['the clock is 5.1 s behind the database'], [-5.1]],
  ])('pauses payments of a machine that is %j ms ahead: %j', async (aheadMs, isPaused, warnings, details, measured) => {
    expect(await reported(aheadMs)).toEqual({ isPaused, warnings, details, measured });
  });

  it('is not looked at where a chain says what time it is', async () => {
    const chain = { headSeconds: async () => Date.parse('2026-11-20T12:00:00.000Z') / 1_000 };

    expect(await reported(3_600_000, chain)).toEqual({ isPaused: false, warnings: [], details: [], measured: [0] });
  });
});
