import { FaultWatch } from './fault-watch';
import { LedgerBrokenError, type LedgerFault } from './payment-store';

const sqlite = (code: string): Error => Object.assign(new Error('disk'), { code });

const FAULTS: Readonly<Record<string, LedgerFault['kind']>> = {
  SQLITE_IOERR_FSYNC: 'fatal',
  SQLITE_CORRUPT: 'fatal',
  SQLITE_FULL: 'full',
};

function faultOf(error: unknown): LedgerFault | undefined {
  const { code = '' } = error as { readonly code?: string };
  return FAULTS[code] && { kind: FAULTS[code], detail: code };
}

function watching() {
  const order: unknown[] = [];
  const faults = new FaultWatch(faultOf, (cause) => order.push(cause));
  faults.onFault((fault) => order.push(fault));
  return { faults, order };
}
const fatal = (detail: string): LedgerFault => ({ kind: 'fatal', detail });

test.each(['rejects', 'throws'])(
  'a sync error that %s ends everything at once, and is never tried again',
  async (how) => {
    const { faults, order } = watching();
    let calls = 0;
    const ledger = faults.watch({
      write: (): Promise<void> => {
        calls++;
        if (how === 'throws') throw sqlite('SQLITE_IOERR_FSYNC');
        return Promise.reject(sqlite('SQLITE_IOERR_FSYNC'));
      },
    });

    await expect(async () => ledger.write()).rejects.toMatchObject({ code: 'SQLITE_IOERR_FSYNC' });
    await expect(ledger.write()).rejects.toThrow(LedgerBrokenError);

    expect(calls).toBe(1);
    expect(faults.isBroken).toBe(true);
    expect(order).toEqual([expect.any(LedgerBrokenError), fatal('SQLITE_IOERR_FSYNC')]);
  },
);

test.each([
  ['met elsewhere', (faults: FaultWatch) => faults.met(sqlite('SQLITE_CORRUPT')), 'SQLITE_CORRUPT'],
  ['of its user', (faults: FaultWatch) => faults.end('another host took it over'), 'another host took it over'],
])(
  'a reason %s drops what waits before anybody is informed, once, and late listeners hear of it',
  (_, fail, detail) => {
    const { faults, order } = watching();

    fail(faults);
    fail(faults);
    faults.met(sqlite('SQLITE_FULL'));
    const late: LedgerFault[] = [];
    faults.onFault((fault) => late.push(fault));

    expect(order).toEqual([expect.any(LedgerBrokenError), fatal(detail)]);
    expect(late).toEqual([fatal(detail)]);
  },
);

test('a fault that passes is reported each time, and the next call is made', async () => {
  const { faults, order } = watching();
  const ledger = faults.watch({ write: async () => Promise.reject(sqlite('SQLITE_FULL')) });

  for (let tries = 0; tries < 2; tries++) await expect(ledger.write()).rejects.toMatchObject({ code: 'SQLITE_FULL' });

  expect(order).toEqual([
    { kind: 'full', detail: 'SQLITE_FULL' },
    { kind: 'full', detail: 'SQLITE_FULL' },
  ]);
});

test('other errors and results pass through', async () => {
  const { faults, order } = watching();
  class Ledger {
    readonly bootId = 'b';
    #count = 0;
    async next(): Promise<number> {
      return ++this.#count;
    }
    async fail(): Promise<void> {
      throw sqlite('SQLITE_CONSTRAINT_UNIQUE');
    }
  }
  const ledger = faults.watch(new Ledger());

  await expect(ledger.fail()).rejects.toThrow('disk');
  expect([await ledger.next(), await ledger.next(), ledger.bootId]).toEqual([1, 2, 'b']);
  expect(order).toEqual([]);
});

test('what is broken can still be closed', () => {
  const { faults } = watching();
  let closed = 0;
  const nonces = faults.watch({ close: () => void closed++ });
  faults.end('a test');

  expect(nonces.close()).toBeUndefined();
  expect(closed).toBe(1);
});
