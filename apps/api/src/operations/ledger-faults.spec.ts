import type { LedgerFault } from '@stackcheck/payment-x402/store';
import { LedgerFaults } from './ledger-faults';
import { Pause } from './pause';

function watched(hasStore = true) {
  const pause = new Pause();
  const fatal: string[] = [];
  const room = { made: 0 };
  let tell: (fault: LedgerFault) => void = () => undefined;
  const store = {
    onFault: (listener: (fault: LedgerFault) => void) => void (tell = listener),
    distrust: (why: string) => tell({ kind: 'fatal', detail: why }),
  };
  const faults = new LedgerFaults({
    store: hasStore ? store : undefined,
    pause,
    makeRoom: () => void room.made++,
    onFatal: (why) => fatal.push(why),
  });
  return { faults, pause, fatal, room, tell: (fault: LedgerFault) => tell(fault) };
}

describe('faults of the payment store', () => {
  test('a fatal one ends payments, once, and no later write takes that back', () => {
    const { faults, pause, fatal, tell } = watched();

    tell({ kind: 'fatal', detail: 'SQLITE_IOERR_FSYNC' });
    tell({ kind: 'fatal', detail: 'SQLITE_IOERR_WRITE' });
    faults.wrote();

    expect([fatal, pause.isPaused(), faults.isBroken]).toEqual([['SQLITE_IOERR_FSYNC'], true, true]);
  });

  test.each([true, false])('a reason of its own ends them as well, with a store: %s', (hasStore) => {
    const { faults, pause, fatal } = watched(hasStore);

    faults.fail('another host took the ledger over');
    faults.fail('again');

    expect([fatal, pause.isPaused(), faults.isBroken]).toEqual([['another host took the ledger over'], true, true]);
  });

  test.each([
    ['full', 1],
    ['busy', 0],
    ['away', 0],
  ] as const)('%s: paused until the next write; room is made %i times', (kind, made) => {
    const { faults, pause, fatal, room, tell } = watched();

    tell({ kind, detail: 'SQLITE_X' });
    expect([pause.isPaused(), room.made, fatal, faults.isBroken]).toEqual([true, made, [], false]);
    expect(JSON.stringify(pause.state())).toContain('ledger');

    faults.wrote();
    expect(pause.isPaused()).toBe(false);
  });
});
