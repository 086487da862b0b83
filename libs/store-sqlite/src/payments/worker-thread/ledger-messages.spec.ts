import { fromFaultMessage, isDamage, toFaultMessage } from './ledger-messages';

const sqlite = (code: unknown): Error => Object.assign(new TypeError('disk'), { code });

describe('a fault that passes between threads', () => {
  test.each([
    ['with a code', sqlite('SQLITE_FULL'), { name: 'TypeError', message: 'disk', code: 'SQLITE_FULL' }],
    ['without one', new RangeError('range'), { name: 'RangeError', message: 'range', code: undefined }],
    ['with one that is no text', sqlite(5), { name: 'TypeError', message: 'disk', code: undefined }],
    ['that is a text', 'no error', { name: 'Error', message: 'no error', code: undefined }],
    ['that is nothing', null, { name: 'Error', message: 'null', code: undefined }],
    ['that is undefined', undefined, { name: 'Error', message: 'undefined', code: undefined }],
  ])('%s is an error of the same name, message and code', (_what, error, message) => {
    expect(toFaultMessage(error)).toEqual(message);
    const again = fromFaultMessage(structuredClone(toFaultMessage(error)));

    expect(again).toBeInstanceOf(Error);
    expect(toFaultMessage(again)).toEqual(message);
    expect('code' in again).toBe(message.code !== undefined);
  });

  test.each([
    ['SQLITE_IOERR', true],
    ['SQLITE_IOERR_FSYNC', true],
    ['SQLITE_CORRUPT', true],
    ['SQLITE_NOTADB', true],
    ['SQLITE_CANTOPEN', false],
    ['SQLITE_BUSY', false],
    ['NO_SQLITE_IOERR', false],
    [undefined, false],
  ])('on opening, with the code %j, is damage: %j', (code, expected) => {
    expect(isDamage(sqlite(code))).toBe(expected);
  });
});
