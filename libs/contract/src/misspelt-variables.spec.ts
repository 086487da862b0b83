import { misspeltVariables } from './misspelt-variables';

const KNOWN = ['HOST', 'PORT', 'PAY_TO', 'DATA_DIR', 'LOG_LEVEL', 'PAYMENTS_MODE', 'L402_SECRET', 'L402_SECRET_FILE'];

test('a name that is nearly one of ours is reported with the one that was meant, and without its value', () => {
  const faults = misspeltVariables(
    { PAYMENT_MODE: 'facilitator', payto: '0x', DATADIR: '/', L402_SECRET_FIEL: '/', L402_SECRT: 's3cr3t' },
    KNOWN,
  );

  expect(faults).toEqual([
    expect.stringContaining('PAYMENT_MODE is no variable of this program: did you mean PAYMENTS_MODE?'),
    expect.stringContaining('payto is no variable of this program: did you mean PAY_TO?'),
    expect.stringContaining('DATADIR is no variable of this program: did you mean DATA_DIR?'),
    expect.stringContaining('L402_SECRET_FIEL is no variable of this program: did you mean L402_SECRET_FILE?'),
    expect.stringContaining('L402_SECRT is no variable of this program: did you mean L402_SECRET?'),
  ]);
  expect(faults.join()).not.toContain('s3cr3t');
});

test('what others have in an environment is left alone', () => {
  const names = [
    ...[
      'HOME',
      'HOSTNAME',
      'HOSTS',
      'PORTS',
      'POST',
      'PATH',
      'port',
      'host',
      'PWD',
      'OLDPWD',
      'SHELL',
      'SHLVL',
      'TERM',
    ],
    ...[
      'LANG',
      'LC_ALL',
      'LOGNAME',
      'USER',
      'EDITOR',
      'DISPLAY',
      'TMPDIR',
      'XDG_DATA_DIRS',
      'XDG_DATA_HOME',
      'DATABASE_URL',
    ],
    ...['NODE_ENV', 'NODE_OPTIONS', 'NO_COLOR', 'DEBUG', 'CI', 'INVOCATION_ID', 'JOURNAL_STREAM', 'KUBERNETES_PORT'],
    ...[
      'npm_config_loglevel',
      'npm_lifecycle_event',
      'npm_package_name',
      'http_proxy',
      'HTTPS_PROXY',
      'PAYMENT_PROVIDER',
    ],
    ...[
      'AWS_REGION',
      'PGHOST',
      'PGPORT',
      'REDIS_URL',
      'SSH_AUTH_SOCK',
      'LOG_FORMAT',
      'LOG_FILE',
      'constructor',
      '__proto__',
    ],
  ];

  expect(misspeltVariables(Object.fromEntries(names.map((name) => [name, '1'])), KNOWN)).toEqual([]);
});

test.each([
  ['is set to nothing', { LOG_LEVELS: ' ' }],
  ['stands next to the right one', { LOG_LEVELS: 'debug', LOG_LEVEL: 'info' }],
  ['is right', { LOG_LEVEL: 'info', L402_SECRET_FILE: '/' }],
])('a near name that %s is no fault', (_name, env) => expect(misspeltVariables(env, KNOWN)).toEqual([]));

test('a name of ours is not taken for another one of ours that is not set', () => {
  expect(misspeltVariables({ WATCH_KEY: 'x', PAY_TO: '0x' }, ['WATCH_KEY', 'WATCH_KEYS', 'PAY_TO', 'PAYS_TO'])).toEqual(
    [],
  );
});
