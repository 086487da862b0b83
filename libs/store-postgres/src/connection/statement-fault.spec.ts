import {
  endOf,
  isToSplit,
  LedgerAwayError,
  ledgerFaultOf,
  LOST_STATEMENT,
  PoolerError,
  UnacknowledgedError,
} from './statement-fault';

const answer = (code: string): Error => Object.assign(new Error('said by PostgreSQL'), { code, severity: 'ERROR' });

describe('an error', () => {
  it.each([
    ['a deadlock', answer('40P01'), 'again', 'busy'],
    ['a serialization failure', answer('40001'), 'again', 'busy'],
    ['a lock not available', answer('55P03'), 'again', 'busy'],
    ['a cancelled statement', answer('57014'), 'again', 'busy'],
    ['a read-only server', answer('25006'), 'elsewhere', 'away'],
    ['a connection failure', answer('08006'), 'uncertain', 'away'],
    ['an administrator shutdown', answer('57P01'), 'uncertain', 'away'],
    ['a deadline', new UnacknowledgedError('late'), 'uncertain', 'away'],
    ['no connection', new LedgerAwayError('nobody there'), 'undone', 'away'],
    ['a full disk', answer('53100'), 'undone', 'full'],
    ['too many connections', answer('53300'), 'undone', 'full'],
    ['damaged data', answer('XX001'), 'undone', 'fatal'],
    ['a missing table', answer('42P01'), 'undone', 'fatal'],
    ['a pooler that loses statements', new PoolerError(), 'undone', 'fatal'],
    ['a broken rule', answer('23505'), 'undone', undefined],
    ['no error of the database', new TypeError('x'), 'undone', undefined],
  ])('that is %s', (_what, error, end, kind) => {
    expect([endOf(error), ledgerFaultOf(error)?.kind]).toEqual([end, kind]);
  });

  it.each<[string, string, string | undefined]>([
    ['08000', 'uncertain', 'away'],
    ['08P01', 'uncertain', 'away'],
    ['57P00', 'undone', undefined],
    ['57P02', 'uncertain', 'away'],
    ['57P03', 'uncertain', 'away'],
    ['57P04', 'uncertain', 'away'],
    ['57P05', 'undone', undefined],
    ['LEDGER_UNACKNOWLEDGED', 'uncertain', 'away'],
    ['LEDGER_AWAY', 'undone', 'away'],
    ['53200', 'undone', 'full'],
    ['XX000', 'undone', undefined],
    ['XX002', 'undone', 'fatal'],
    ['42703', 'undone', 'fatal'],
    ['LEDGER_TAIL_LOST', 'undone', 'fatal'],
    ['LEDGER_GONE', 'undone', 'fatal'],
    // Of another length, or in the middle of another one.
    ['0800', 'undone', undefined],
    ['080000', 'undone', undefined],
    ['108000', 'undone', undefined],
    ['140001', 'undone', undefined],
    ['400010', 'undone', undefined],
    ['5310', 'undone', undefined],
    ['531000', 'undone', undefined],
    ['153100', 'undone', undefined],
    ['1XX001', 'undone', undefined],
    ['XX0011', 'undone', undefined],
    ['', 'undone', undefined],
  ])('with the code "%s" leaves its statement %s, and is a fault of the kind %s', (code, end, kind) => {
    const fault = kind === undefined ? undefined : { kind, detail: code };

    expect([endOf(answer(code)), ledgerFaultOf(answer(code))]).toEqual([end, fault]);
  });

  it.each([null, undefined, 'x', { code: 40001 }])('that is %j says nothing of the database', (error) => {
    expect([endOf(error), ledgerFaultOf(error), isToSplit(error)]).toEqual(['undone', undefined, true]);
  });

  it.each([
    ['42P05', true],
    ['26000', true],
    ['42P051', false],
    ['126000', false],
    ['42P01', false],
  ])('with the code %s is of a statement that a pooler lost: %j', (code, isLost) => {
    expect(LOST_STATEMENT.test(code)).toBe(isLost);
  });

  it('of this program has a name, what it means, and its cause', () => {
    const cause = new Error('socket');

    expect(new UnacknowledgedError('late', { cause })).toMatchObject({
      name: 'UnacknowledgedError',
      message: 'no acknowledgement from the ledger: late',
      cause,
    });
    expect(new LedgerAwayError('closed', { cause })).toMatchObject({
      name: 'LedgerAwayError',
      message: 'the payment ledger cannot be used: closed',
      cause,
    });
    expect(ledgerFaultOf(new PoolerError({ cause }))).toEqual({
      kind: 'fatal',
      detail: expect.stringMatching(
        /^the pooler of LEDGER_URL loses prepared statements: use pgbouncer 1\.21 or later/,
      ),
    });
    expect(new PoolerError({ cause })).toMatchObject({ name: 'PoolerError', cause });
  });

  it.each([
    ['a broken rule', answer('23505'), true],
    ['a deadlock', answer('40P01'), true],
    ['a deadline', new UnacknowledgedError('late'), false],
    ['no connection, which each would wait for', new LedgerAwayError('nobody there'), false],
    ['a full disk', answer('53100'), false],
  ])('of a batch that is %s: item by item %s', (_what, error, isSplit) => expect(isToSplit(error)).toBe(isSplit));
});
