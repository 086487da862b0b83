import { ledgerFaultOf } from './ledger-fault';

const sqlite = (code: string): Error => Object.assign(new Error('disk'), { code });

describe('the kind of a fault', () => {
  test.each([
    ['SQLITE_IOERR_FSYNC', 'fatal'],
    ['SQLITE_IOERR_WRITE', 'fatal'],
    ['SQLITE_IOERR', 'fatal'],
    ['SQLITE_CORRUPT', 'fatal'],
    ['SQLITE_NOTADB', 'fatal'],
    ['SQLITE_CANTOPEN', 'fatal'],
    ['SQLITE_READONLY_DBMOVED', 'fatal'],
    ['LEDGER_THREAD_ENDED', 'fatal'],
    ['SQLITE_FULL', 'full'],
    ['SQLITE_BUSY', 'busy'],
    ['SQLITE_BUSY_SNAPSHOT', 'busy'],
    ['SQLITE_LOCKED', 'busy'],
  ])('%s is %s', (code, kind) => expect(ledgerFaultOf(sqlite(code))).toEqual({ kind, detail: code }));

  test.each([
    ['a broken constraint', sqlite('SQLITE_CONSTRAINT_UNIQUE')],
    ['a fault of the network', sqlite('ECONNREFUSED')],
    ['no code', new Error('x')],
    ['null', null],
    ['a text', 'SQLITE_IOERR'],
  ])('%s is none', (_name, error) => expect(ledgerFaultOf(error)).toBeUndefined());
});
