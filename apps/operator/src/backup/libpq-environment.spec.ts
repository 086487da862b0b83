import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { libpqEnvironment } from './libpq-environment';
import { rootCertificates } from './root-certificates';

const ALWAYS = {
  LC_ALL: 'C',
  PGTARGETSESSIONATTRS: 'primary',
  PGAPPNAME: 'stackcheck backup',
  PGCONNECT_TIMEOUT: '10',
};
const roots = () => '/roots.pem';
const PROVEN = { PGSSLMODE: 'verify-full', PGSSLROOTCERT: '/roots.pem' };
const of = (url: string, env: Readonly<Record<string, string>> = {}) => libpqEnvironment(url, env, roots);

it.each([
  ['postgres://db/ledger', {}, { PGHOST: 'db', PGPORT: '5432', PGDATABASE: 'ledger', ...PROVEN }],
  [
    'postgresql://api:p%40ss:w@db1:5433,db2/ledger?sslmode=verify-full&application_name=x',
    { PGPASSWORD: 'another', PATH: '/bin', SECRET: 'kept' },
    {
      PATH: '/bin',
      PGHOST: 'db1,db2',
      PGPORT: '5433,5432',
      PGDATABASE: 'ledger',
      PGUSER: 'api',
      PGPASSWORD: 'p@ss:w',
      ...PROVEN,
    },
  ],
  [
    'postgres://api@[::1]:5432/ledger?sslmode=no-verify&sslrootcert=/ca.pem',
    { PGPASSFILE: '/run/pgpass', HOME: '/root' },
    {
      HOME: '/root',
      PGHOST: '::1',
      PGPORT: '5432',
      PGDATABASE: 'ledger',
      PGUSER: 'api',
      PGPASSFILE: '/run/pgpass',
      PGSSLMODE: 'require',
      PGSSLROOTCERT: '/ca.pem',
    },
  ],
  [
    'postgres://a:b@db/ledger?user=c&password=d&host=/run/pg&port=5433&connect_timeout=3',
    { PGPORT: '5434' },
    {
      PGHOST: '/run/pg',
      PGPORT: '5433',
      PGDATABASE: 'ledger',
      PGUSER: 'c',
      PGPASSWORD: 'd',
      PGCONNECT_TIMEOUT: '3',
      PGSSLMODE: 'disable',
    },
  ],
])('%s', (url, env, wanted) => {
  expect(of(url, env)).toEqual({ ...ALWAYS, ...wanted });
});

describe('how a server is proven: as the service does', () => {
  it.each([
    ['', 'verify-full'],
    ['?sslmode=disable', 'disable'],
    ['?sslmode=no-verify', 'require'],
    ['?sslmode=prefer', 'verify-full'],
    ['?sslmode=require', 'verify-full'],
    ['?sslmode=verify-ca', 'verify-full'],
    ['?ssl=true', 'verify-full'],
    ['?ssl=0', 'disable'],
    ['?sslnegotiation=direct', 'verify-full'],
  ])('of postgres://db/ledger%s', (query, mode) => {
    expect(of(`postgres://db/ledger${query}`)).toMatchObject({ PGSSLMODE: mode });
  });

  it('on this machine, and by PGSSLMODE where the URL says nothing', () => {
    expect(of('postgres://127.0.0.1,localhost/ledger')).toMatchObject({ PGSSLMODE: 'disable' });
    expect(of('postgres://127.0.0.1,db/ledger')).toMatchObject(PROVEN);
    expect(of('postgres://127.0.0.1/ledger', { PGSSLMODE: 'require' })).toMatchObject(PROVEN);
    expect(of('postgres://db/ledger?sslmode=disable', { PGSSLMODE: 'require' })).toMatchObject({
      PGSSLMODE: 'disable',
    });
  });

  it('by the certificates that the URL, or PGSSLROOTCERT, names', () => {
    expect(of('postgres://db/ledger?sslrootcert=/ca.pem')).toMatchObject({ ...PROVEN, PGSSLROOTCERT: '/ca.pem' });
    expect(of('postgres://db/ledger', { PGSSLROOTCERT: '/own.pem' })).toMatchObject({ PGSSLROOTCERT: '/own.pem' });
  });

  it('else by those that Node believes, in a file of its own', () => {
    const folder = mkdtempSync(join(tmpdir(), 'stackcheck-more-roots-'));
    const env = { NODE_EXTRA_CA_CERTS: join(folder, 'more.pem') };
    writeFileSync(env.NODE_EXTRA_CA_CERTS, '# one more\n');
    const file = rootCertificates(env);
    try {
      const text = readFileSync(file, 'utf8');
      expect(text.match(/-----BEGIN CERTIFICATE-----/g)!.length).toBeGreaterThan(50);
      expect(text).toContain('# one more');
      expect(new X509Certificate(text).ca).toBe(true);
      expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
      expect(rootCertificates(env)).toBe(file);
    } finally {
      for (const made of [folder, dirname(file)]) rmSync(made, { recursive: true });
    }
  });
});

it.each([
  ['postgres:api:secret@db', /^LEDGER_URL must be postgres:/],
  ['postgres://api:secret%zz@db/ledger', /^LEDGER_URL must be postgres:/],
  ['postgres://db/ledger?sslmode=secret', /^sslmode of LEDGER_URL must be one of disable, no-verify, /],
  ['postgres://db/ledger?ssl=secret', /^ssl of LEDGER_URL must be one of /],
  ['postgres://db/ledger?uselibpqcompat=secret', /^LEDGER_URL has the parameter uselibpqcompat, .* leave it out$/],
])('says what is wrong with %s, and quotes no value of it', (url, sentence) => {
  expect(() => of(url)).toThrow(sentence);
  expect(() => of(url)).not.toThrow(/secret/);
});
