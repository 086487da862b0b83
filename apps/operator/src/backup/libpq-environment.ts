import { SettingsError } from '../settings';
import { rootCertificates } from './root-certificates';

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that are passed on as they are; a password may be in one of them, or in the file that one names. */
const PASSED_ON = [
  'PATH',
  'HOME',
  'PGUSER',
  'PGPASSWORD',
  'PGPASSFILE',
  'PGOPTIONS',
  'PGSSLROOTCERT',
  'PGSSLCERT',
  'PGSSLKEY',
] as const;

/** Parameters of a `LEDGER_URL` that PostgreSQL's own programs take from variables (libpq, 34.15), and that mean the same to both. */
const PARAMETERS: Readonly<Record<string, string>> = {
  host: 'PGHOST',
  port: 'PGPORT',
  user: 'PGUSER',
  password: 'PGPASSWORD',
  options: 'PGOPTIONS',
  connect_timeout: 'PGCONNECT_TIMEOUT',
  sslnegotiation: 'PGSSLNEGOTIATION',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
};

/** Parameters that a dump does without, or that say what is done anyway. */
const NOT_NEEDED = [
  'application_name',
  'fallback_application_name',
  'client_encoding',
  'target_session_attrs',
  'keepalives',
  'statement_timeout',
  'query_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
];

/**
 * Modes of the service's driver, as libpq calls them: to the driver, whatever encrypts proves the server's certificate, while libpq with `prefer`
 * goes on without encryption and with `require` believes any certificate.
 */
const MODES: Readonly<Record<string, string>> = {
  disable: 'disable',
  'no-verify': 'require',
  prefer: 'verify-full',
  require: 'verify-full',
  'verify-ca': 'verify-full',
  'verify-full': 'verify-full',
};
/** The older parameter `ssl`. */
const SSL: Readonly<Record<string, string>> = { '0': 'disable', '1': 'verify-full', true: 'verify-full' };
const ENCRYPTING = ['sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation'];

const FORM = /^postgres(?:ql)?:\/\/(?:([^@/?#]*)@)?([^@/?#]+)\/([^/?#]+)(\?[^#]*)?$/;
const LOCAL = /^(localhost|::1|127\.\d+\.\d+\.\d+|\/.*)$/;
const CONNECT_SECONDS = '10';

/**
 * What a program of PostgreSQL finds the ledger's primary by: variables of its environment alone, since everybody may read the arguments
 * of a process. It connects as the service does, and believes the servers that the service believes.
 * @param url `LEDGER_URL`, as the service takes it
 * @param roots the file with the certificates that this program believes, for where neither URL nor environment name one
 * @throws SettingsError when it cannot be read, or says what these programs cannot take; it quotes no value of it
 */
export function libpqEnvironment(
  url: string,
  env: Environment,
  roots: (env: Environment) => string = rootCertificates,
): Readonly<Record<string, string>> {
  const match = FORM.exec(url);
  if (!match) throw unreadable();
  const [, login = '', hosts = '', database = '', query = ''] = match;
  const [user = '', password] = splitOnce(login, ':');
  const places = hosts.split(',').map((host) => /^(?:\[([^\]]+)\]|([^:]*))(?::(\d+))?$/.exec(host) ?? []);
  const given = new Map(new URLSearchParams(query));
  const found = {
    PGCONNECT_TIMEOUT: env['PGCONNECT_TIMEOUT'] || CONNECT_SECONDS,
    ...Object.fromEntries(PASSED_ON.flatMap((name) => (env[name] ? [[name, env[name]]] : []))),
    LC_ALL: 'C',
    PGHOST: places.map(([, six, name]) => six ?? name ?? '').join(','),
    PGPORT: places.map(([, , , port]) => port ?? (env['PGPORT'] || '5432')).join(','),
    PGDATABASE: decoded(database),
    PGTARGETSESSIONATTRS: 'primary',
    PGAPPNAME: 'stackcheck backup',
    ...(user === '' ? {} : { PGUSER: decoded(user) }),
    ...(password === undefined ? {} : { PGPASSWORD: decoded(password) }),
    ...Object.fromEntries([...given].flatMap(([name, value]) => parameter(name, value))),
  };
  const mode = modeOf(given, env, found.PGHOST.split(','));
  const isProven = mode === 'verify-full' && !('PGSSLROOTCERT' in found);
  return { ...found, PGSSLMODE: mode, ...(isProven ? { PGSSLROOTCERT: roots(env) } : {}) };
}

function parameter(name: string, value: string): readonly (readonly [string, string])[] {
  const variable = PARAMETERS[name];
  if (variable !== undefined) return value === '' ? [] : [[variable, value]];
  if (name === 'ssl' || name === 'sslmode' || NOT_NEEDED.includes(name)) return [];
  throw new SettingsError(`LEDGER_URL has the parameter ${name.slice(0, 40)}, which pg_dump cannot take: leave it out`);
}

/** What says nothing of encryption goes in the clear for the service, which it does on this machine alone. */
function modeOf(given: ReadonlyMap<string, string>, env: Environment, hosts: readonly string[]): string {
  const [mode, ssl] = [given.get('sslmode'), given.get('ssl')];
  if (mode) return named(MODES, mode, 'sslmode of LEDGER_URL');
  if (ENCRYPTING.some((name) => given.get(name))) return 'verify-full';
  if (ssl) return named({ ...SSL, 'no-verify': 'require' }, ssl, 'ssl of LEDGER_URL');
  if (env['PGSSLMODE']) return named(MODES, env['PGSSLMODE'], 'PGSSLMODE');
  return hosts.every((host) => LOCAL.test(host)) ? 'disable' : 'verify-full';
}

function named(modes: Readonly<Record<string, string>>, mode: string, what: string): string {
  const found = Object.hasOwn(modes, mode) ? modes[mode] : undefined;
  if (found === undefined) throw new SettingsError(`${what} must be one of ${Object.keys(modes).join(', ')}`);
  return found;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw unreadable();
  }
}

function unreadable(): SettingsError {
  return new SettingsError('LEDGER_URL must be postgres://user:password@host:port/database');
}

function splitOnce(text: string, by: string): readonly [string, string?] {
  const at = text.indexOf(by);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
