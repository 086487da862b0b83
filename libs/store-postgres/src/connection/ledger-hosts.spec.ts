import { readLedgerHosts } from './ledger-hosts';

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
});
