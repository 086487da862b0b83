/** Parameters of a `LEDGER_URL` that PostgreSQL's own programs take from variables (libpq, 34.15). */
const PARAMETERS: Readonly<Record<string, string>> = {
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
};

/** Variables that are passed on as they are; a password may be in one of them, or in the file that one names. */
const PASSED_ON = ['PATH', 'HOME', 'PGPASSWORD', 'PGPASSFILE', 'PGSSLROOTCERT', 'PGSSLCERT', 'PGSSLKEY'] as const;

const FORM = /^postgres(?:ql)?:\/\/(?:([^@/?#]*)@)?([^@/?#]+)\/([^/?#]+)(\?[^#]*)?$/;

/**
 * What a program of PostgreSQL finds the ledger's primary by: variables of its environment alone, since everybody may read the arguments
 * of a process.
 * @param url `LEDGER_URL`, as the service takes it
 * @throws RangeError when it cannot be read; it quotes nothing of it
 */
export function libpqEnvironment(
  url: string,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const match = FORM.exec(url);
  if (!match) throw new RangeError('LEDGER_URL must be postgres://user:password@host:port/database');
  const [, login = '', hosts = '', database = '', query = ''] = match;
  const [user = '', password] = splitOnce(login, ':');
  const places = hosts.split(',').map((host) => /^(?:\[([^\]]+)\]|([^:]*))(?::(\d+))?$/.exec(host) ?? []);
  const kept = Object.fromEntries(PASSED_ON.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
  const settings = [...new URLSearchParams(query)].flatMap(([name, value]) =>
    // What the driver calls so is the server's certificate unseen.
    PARAMETERS[name] === undefined ? [] : [[PARAMETERS[name], value === 'no-verify' ? 'require' : value]],
  );
  return {
    ...kept,
    LC_ALL: 'C',
    PGHOST: places.map(([, six, name]) => six ?? name ?? '').join(','),
    PGPORT: places.map(([, , , port]) => port ?? '5432').join(','),
    PGDATABASE: decodeURIComponent(database),
    PGTARGETSESSIONATTRS: 'primary',
    PGAPPNAME: 'stackcheck backup',
    ...(user === '' ? {} : { PGUSER: decodeURIComponent(user) }),
    ...(password === undefined ? {} : { PGPASSWORD: decodeURIComponent(password) }),
    ...Object.fromEntries(settings),
  };
}

function splitOnce(text: string, by: string): readonly [string, string?] {
  const at = text.indexOf(by);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
