import { readFileSync } from 'node:fs';
import { UpstreamError } from '@stackcheck/datasets/fetch';
import { request } from 'undici';
import { broken } from '../adapters/http-get';
import { TransientError } from '../adapters/retry';
import type { BucketCredentials } from '../config/bucket-settings';
import type { RoleSettings } from '../config/role-settings';
import { elementOf } from './listed-objects';
import { readAll } from './signed-request';

/** Keys that somebody gave for a time. */
export interface TemporaryCredentials extends BucketCredentials {
  /** In epoch milliseconds; Infinity where nothing is said. */
  readonly expiresMs: number;
}

const TIMEOUT_MS = 5_000;
/** Only a machine that has such a service answers; on others nobody does. */
const METADATA_TIMEOUT_MS = 1_000;
/** Codes of a connection that nobody took. */
const NOBODY = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN'];
const NO_ROLE = 'where this machine has none, set AWS_EC2_METADATA_DISABLED=true';
const BYTES_MAX = 65_536;
const ROLES = '/latest/meta-data/iam/security-credentials/';

/**
 * Keys of a role for a token of this program: AssumeRoleWithWebIdentity of the Security Token Service, version 2011-06-15.
 * @throws UpstreamError with what the server said against it; TransientError where another try may do
 */
export async function webIdentityCredentials({
  tokenFile,
  role,
  session,
  server,
}: NonNullable<RoleSettings['webIdentity']>): Promise<TemporaryCredentials> {
  const form = new URLSearchParams({
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleArn: role,
    RoleSessionName: session,
    WebIdentityToken: readToken(tokenFile),
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const what = `the keys of ${role}`;
  const xml = await asked(what, `${server.replace(/\/*$/, '')}/`, { method: 'POST', headers, body: form.toString() });
  return credentialsOf(what, (name) => elementOf(xml, name === 'Token' ? 'SessionToken' : name));
}

/** Keys of a container, from the address that its platform gave it. @throws as `webIdentityCredentials` */
export async function containerCredentials({
  url,
  token,
  tokenFile,
}: NonNullable<RoleSettings['container']>): Promise<TemporaryCredentials> {
  const authorization = tokenFile === null ? token : readToken(tokenFile);
  const what = "the container's keys";
  return readDocument(what, await asked(what, url, { headers: authorization === null ? {} : { authorization } }));
}

/**
 * Keys of the role of this machine, from its metadata service (IMDSv2).
 * @returns undefined where nobody is there to ask, or the machine has no role: not where an answer is missing
 * @throws as `webIdentityCredentials`
 */
export async function machineCredentials(metadata: string): Promise<TemporaryCredentials | undefined> {
  const headers = await metadataSession(metadata);
  if (!headers) return undefined;
  const what = "the keys of this machine's role";
  const [role = ''] = (await asked(what, `${metadata}${ROLES}`, { headers }, [404])).split(/\s/);
  if (role === '') return undefined;
  if (!/^[\w+=,.@-]{1,128}$/.test(role)) throw new UpstreamError(`${what} cannot be read: what came is no role's name`);
  return readDocument(what, await asked(what, `${metadata}${ROLES}${role}`, { headers }));
}

/** The header field that every question to the metadata service bears; undefined where nobody is there. */
async function metadataSession(metadata: string): Promise<Readonly<Record<string, string>> | undefined> {
  const headers = { 'x-aws-ec2-metadata-token-ttl-seconds': '300' };
  const what = "the keys of this machine's role";
  const url = `${metadata}/latest/api/token`;
  try {
    const session = await asked(what, url, { method: 'PUT', headers }, [404], METADATA_TIMEOUT_MS);
    return session === '' ? undefined : { 'x-aws-ec2-metadata-token': session };
  } catch (error) {
    if (!(error instanceof TransientError)) throw error;
    const { code } = (error.cause ?? {}) as { code?: unknown };
    if (NOBODY.includes(String(code))) return undefined;
    // Also what a machine elsewhere looks like, and a container too many hops away.
    throw new TransientError(`${what}: ${error.message}; ${NO_ROLE}`, error.retryAfterMs, { cause: error });
  }
}

function readDocument(what: string, text: string): TemporaryCredentials {
  let members: Readonly<Record<string, unknown>>;
  try {
    members = JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch (cause) {
    throw new UpstreamError(`${what} cannot be read: what came is no JSON`, { cause });
  }
  return credentialsOf(what, (name) => {
    const member = members[name];
    return typeof member === 'string' && member !== '' ? member : undefined;
  });
}

function credentialsOf(what: string, member: (name: string) => string | undefined): TemporaryCredentials {
  const [accessKeyId, secretAccessKey, token] = ['AccessKeyId', 'SecretAccessKey', 'Token'].map(member);
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new UpstreamError(`${what} cannot be read: there is no AccessKeyId with a SecretAccessKey`);
  const expiresMs = Date.parse(member('Expiration') ?? '');
  return {
    accessKeyId,
    secretAccessKey,
    sessionToken: token ?? null,
    expiresMs: Number.isNaN(expiresMs) ? Infinity : expiresMs,
  };
}

interface Sent {
  readonly method?: 'POST' | 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly text: string,
  ) {
    super(`${status}`);
  }
}

/** @param empty statuses that stand for nothing */
async function asked(
  what: string,
  url: string,
  sent: Sent,
  empty: readonly number[] = [],
  timeoutMs = TIMEOUT_MS,
): Promise<string> {
  try {
    return await answered(url, sent, timeoutMs);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (empty.includes(error.status)) return '';
    const code = /^[\w.]{1,64}$/.exec(elementOf(error.text, 'Code') ?? '')?.[0];
    const said = `${what} are refused: ${error.status}${code === undefined ? '' : ` ${code}`}`;
    throw error.status >= 500 || [408, 429].includes(error.status) ? new TransientError(said) : new UpstreamError(said);
  }
}

async function answered(url: string, sent: Sent, timeoutMs: number): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs);
  const { headers, method = 'GET', body = null } = sent;
  const response = await request(url, { method, headers, body, signal }).catch((error: unknown) => {
    throw broken(error, signal);
  });
  const text = Buffer.from((await readAll(response, BYTES_MAX, signal)) ?? '').toString('utf8');
  if (response.statusCode !== 200) throw new Refusal(response.statusCode, text);
  return text;
}

/** @throws UpstreamError naming the file */
function readToken(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw new UpstreamError(`the token in ${file} cannot be read: ${(cause as NodeJS.ErrnoException).code}`, { cause });
  }
}
