import { LedgerBrokenError, LedgerFaults, ledgerFaultOf } from './ledger-faults';
import { Pause } from './pause';

const sqlite = (code: string): Error => Object.assign(new Error('disk'), { code });

function watched(): { faults: LedgerFaults; pause: Pause; fatal: string[]; room: { made: number } } {
  const pause = new Pause();
  const fatal: string[] = [];
  const room = { made: 0 };
  const faults = new LedgerFaults({ pause, makeRoom: () => void room.made++, onFatal: (code) => fatal.push(code) });
  return { faults, pause, fatal, room };
}

describe('faults of the ledger', () => {
  test.each([
    ['SQLITE_IOERR_FSYNC', 'fatal'],
    ['SQLITE_IOERR_WRITE', 'fatal'],
    ['SQLITE_IOERR', 'fatal'],
    ['SQLITE_CORRUPT', 'fatal'],
    ['SQLITE_NOTADB', 'fatal'],
    ['SQLITE_READONLY_DBMOVED', 'fatal'],
    ['SQLITE_FULL', 'full'],
    ['SQLITE_BUSY', 'busy'],
    ['SQLITE_BUSY_SNAPSHOT', 'busy'],
    ['SQLITE_CONSTRAINT_UNIQUE', 'none'],
    ['ECONNREFUSED', 'none'],
  ])('%s is %s', (code, fault) => expect(ledgerFaultOf(sqlite(code))).toBe(fault));

  test.each([
    ['no code', new Error('x')],
    ['null', null],
    ['a text', 'SQLITE_IOERR'],
  ])('%s is none', (_name, error) => expect(ledgerFaultOf(error)).toBe('none'));

  test.each(['rejects', 'throws'])(
    'an fsync error that %s ends everything at once, and is never tried again',
    async (how) => {
      const { faults, pause, fatal } = watched();
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
      faults.wrote();

      expect([calls, fatal, pause.isPaused(), faults.isBroken]).toEqual([1, ['SQLITE_IOERR_FSYNC'], true, true]);
    },
  );

  test.each([
    ['a fault that was met elsewhere', (faults: LedgerFaults) => faults.report(sqlite('SQLITE_IOERR_FSYNC'))],
    ['a reason of its own', (faults: LedgerFaults) => faults.fail('another host took the ledger over')],
  ])('%s makes the ledger drop what waits, once and before anybody else is told', (_, fail) => {
    const { faults, fatal } = watched();
    const told: unknown[] = [];
    faults.whenBroken((cause) => told.push(cause, ...fatal));

    fail(faults);
    fail(faults);

    expect(told).toEqual([expect.any(LedgerBrokenError)]);
    expect(fatal).toHaveLength(1);
  });

  test('no room: paused, room is made, and payments are taken again after the next write', async () => {
    const { faults, pause, fatal, room } = watched();
    const ledger = faults.watch({ write: async () => Promise.reject(sqlite('SQLITE_FULL')) });

    await expect(ledger.write()).rejects.toMatchObject({ code: 'SQLITE_FULL' });
    expect([pause.isPaused(), room.made, fatal]).toEqual([true, 1, []]);

    faults.wrote();
    expect(pause.isPaused()).toBe(false);
  });

  test('other errors and results pass through', async () => {
    const { faults, pause } = watched();
    class Ledger {
      readonly bootId = 'b';
      #count = 0;
      async next(): Promise<number> {
        return ++this.#count;
      }
      async fail(): Promise<void> {
        throw sqlite('SQLITE_CONSTRAINT_UNIQUE');
      }
      close(): string {
        return 'closed';
      }
    }
    const ledger = faults.watch(new Ledger());

    await expect(ledger.fail()).rejects.toThrow('disk');
    expect([await ledger.next(), await ledger.next(), ledger.bootId, ledger.close()]).toEqual([1, 2, 'b', 'closed']);
    expect(pause.isPaused()).toBe(false);
  });
});
