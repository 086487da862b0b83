import { endOf, isToSplit, LedgerAwayError, ledgerFaultOf, PoolerError, UnacknowledgedError } from './statement-fault';

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

  it.each([
    ['a broken rule', answer('23505'), true],
    ['a deadlock', answer('40P01'), true],
    ['a deadline', new UnacknowledgedError('late'), false],
    ['no connection, which each would wait for', new LedgerAwayError('nobody there'), false],
    ['a full disk', answer('53100'), false],
  ])('of a batch that is %s: item by item %s', (_what, error, isSplit) => expect(isToSplit(error)).toBe(isSplit));
});
