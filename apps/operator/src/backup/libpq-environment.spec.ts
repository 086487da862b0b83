import { libpqEnvironment } from './libpq-environment';

const NOTHING = { LC_ALL: 'C', PGTARGETSESSIONATTRS: 'primary', PGAPPNAME: 'stackcheck backup' };

it.each([
  ['postgres://db/ledger', {}, { PGHOST: 'db', PGPORT: '5432', PGDATABASE: 'ledger' }],
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
      PGSSLMODE: 'verify-full',
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
])('%s', (url, env, wanted) => {
  expect(libpqEnvironment(url, env)).toEqual({ ...NOTHING, ...wanted });
});

it('quotes nothing of a URL that cannot be read', () => {
  expect(() => libpqEnvironment('postgres:api:secret@db', {})).toThrow(/^LEDGER_URL must be postgres:/);
});
