import { readFileSync } from 'node:fs';
import { UpstreamError } from '@stackcheck/datasets/fetch';
import type { BucketCredentials, BucketSettings } from '../config/bucket-settings';

/**
 * The credentials that the shared file holds now, so that a replaced file needs no restart.
 * @throws UpstreamError naming what is missing, never a value
 */
export function readCredentials(settings: BucketSettings): BucketCredentials {
  const filed = filedCredentials(settings);
  if (filed === undefined) throw noCredentials(settings);
  return filed;
}

/**
 * The same, undefined where there is no file, or its section of the profile lacks a key.
 * @throws UpstreamError where the file is there and cannot be read
 */
export function filedCredentials({ credentialsFile, profile }: BucketSettings): BucketCredentials | undefined {
  const section = readSections(credentialsFile).get(profile);
  const accessKeyId = section?.get('aws_access_key_id');
  const secretAccessKey = section?.get('aws_secret_access_key');
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return { accessKeyId, secretAccessKey, sessionToken: section?.get('aws_session_token') ?? null };
}

/** What to say where nobody gives any. */
export function noCredentials({ credentialsFile, profile, role }: BucketSettings): UpstreamError {
  const ways = [
    'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    `write them into section [${profile}] of ${credentialsFile}`,
    ...(role.metadata === null ? [] : ['give this machine a role']),
  ];
  return new UpstreamError(`no credentials for the bucket: ${ways.join(', or ')}`);
}

/** The sections of a shared credentials file: `[name]`, `key = value`, comments from `#` or `;` at the start of a line. */
function readSections(file: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const sections = new Map<string, Map<string, string>>();
  let open = new Map<string, string>();
  for (const line of readText(file).split(/\r?\n/)) {
    const head = /^\s*\[\s*(.*?)\s*\]\s*$/.exec(line);
    const [, key, value] = /^\s*([A-Za-z_]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (head !== null) sections.set(head[1]!, (open = sections.get(head[1]!) ?? new Map<string, string>()));
    else if (key !== undefined && value !== undefined && value !== '') open.set(key.toLowerCase(), value);
  }
  return sections;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return '';
    throw new UpstreamError(`${file} with the credentials of the bucket cannot be read: ${code}`, { cause: error });
  }
}
