import { hostsOf, readLedgerHosts } from './ledger-hosts';

describe('LEDGER_URL', () => {
  it('names one host or several of one database', () => {
    expect(readLedgerHosts('postgres://api:pa%40ss@db1:5432,127.0.0.1,[::1]:6432/ledger?sslmode=verify-full')).toEqual({
      hosts: [
        { url: 'postgres://api:pa%40ss@db1:5432/ledger?sslmode=verify-full', name: 'db1:5432', isLoopback: false },
        { url: 'postgres://api:pa%40ss@127.0.0.1/ledger?sslmode=verify-full', name: '127.0.0.1', isLoopback: true },
        { url: 'postgres://api:pa%40ss@[::1]:6432/ledger?sslmode=verify-full', name: '[::1]:6432', isLoopback: true },
      ],
    });
  });

  it('may name a socket of this machine', () => {
    const url = 'postgres://localhost/ledger?host=/var/run/postgresql';

    expect(readLedgerHosts(url)).toEqual({ hosts: [{ url, name: 'localhost', isLoopback: true }] });
  });

  it.each([
    'mysql://db/ledger',
    'postgres://db',
    'postgres://db/',
    'postgres://user:secret@/ledger',
    'postgres://a,,b/ledger',
    'postgres://db:port/ledger',
    'postgres://db/a/b',
    'postgres://127.0.0.1/ledger?host=10.0.0.5',
    'postgres://127.0.0.1/ledger?sslmode=disable&hostaddr=10.0.0.5',
    'postgres://db/ledger?port=1',
  ])('is no %s, and the fault repeats nothing of it', (text) => {
    expect(readLedgerHosts(text)).toEqual({ fault: expect.not.stringMatching(/secret|ledger|db:port/) });
  });

  it.each([
    ['postgres://db/ledger', 'db', false],
    ['postgresql://db/ledger', 'db', false],
    ['postgres://localhost/ledger', 'localhost', true],
    ['postgres://localhost.example/ledger', 'localhost.example', false],
    ['postgres://127.255.0.1:1/ledger', '127.255.0.1:1', true],
    ['postgres://127.example.com/ledger', '127.example.com', false],
    ['postgres://x127.0.0.1/ledger', 'x127.0.0.1', false],
    ['postgres://[::1]/ledger', '[::1]', true],
    ['postgres://[::2]/ledger', '[::2]', false],
  ])('%s leads to %s, on this machine: %j', (url, name, isLoopback) => {
    const expected = [{ url: url.replace('postgresql:', 'postgres:'), name, isLoopback }];

    expect(readLedgerHosts(url)).toEqual({ hosts: expected });
    expect(hostsOf(url)).toEqual(expected);
  });

  it.each([
    [
      'xpostgres://db/ledger',
      'must be postgres://user:password@host:port/database, with more hosts separated by commas',
    ],
    [
      'postgres://db/ledger#x',
      'must be postgres://user:password@host:port/database, with more hosts separated by commas',
    ],
    ['postgres://db/ledger?port=1', 'must name hosts and ports before the database, and not in its query'],
    ['postgres://db/ledger?host=/run&host=x', 'must name hosts and ports before the database, and not in its query'],
    ['postgres://a,,b/ledger', 'names a host that cannot be read'],
    ['postgres://db:port/ledger', 'names a host that cannot be read'],
  ])('%s is refused: it %s', (url, fault) => {
    expect(readLedgerHosts(url)).toEqual({ fault });
    expect(() => hostsOf(url)).toThrow(new RangeError(`LEDGER_URL ${fault}`));
  });
});
