import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { configuredRole, ROLE_VARIABLES, roleFaults, type RoleSettings } from './role-settings';
import type { ConfigVariable } from './config-variable';

/** How buckets of the S3 protocol are reached. Holds secrets: never logged. */
export interface BucketSettings {
  readonly region: string;
  /** Origin of a server other than Amazon's; null: Amazon's of the region. */
  readonly endpoint: string | null;
  /** Whether the bucket is the first part of the path, and not of the host's name. */
  readonly isPathStyle: boolean;
  /** Credentials as they were given; null: they are found before each use. */
  readonly credentials: BucketCredentials | null;
  readonly credentialsFile: string;
  /** Whether that file was named, so that nothing but it counts. */
  readonly isFileGiven: boolean;
  readonly profile: string;
  readonly role: RoleSettings;
}

/** A key of a bucket's owner. */
export interface BucketCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | null;
}

/** The variables of buckets, named as other programs name them. */
export const BUCKET_VARIABLES: readonly ConfigVariable[] = [
  { name: 'AWS_REGION', fallback: 'AWS_DEFAULT_REGION', meaning: 'Region of the bucket of an s3:// address.' },
  {
    name: 'AWS_DEFAULT_REGION',
    fallback: 'us-east-1 with an endpoint',
    meaning: 'The same, where AWS_REGION is not set.',
  },
  {
    name: 'AWS_ENDPOINT_URL_S3',
    fallback: 'AWS_ENDPOINT_URL',
    meaning: 'Server of the S3 protocol: https, or http on loopback.',
  },
  { name: 'AWS_ENDPOINT_URL', fallback: 'that of Amazon S3', meaning: 'The same, for all of its services.' },
  {
    name: 'S3_PATH_STYLE',
    fallback: 'on with an endpoint',
    meaning: '`on`: the bucket is in the path; `off`: in the name of the host.',
  },
  { name: 'AWS_ACCESS_KEY_ID', fallback: '', meaning: 'Access key for the bucket, with AWS_SECRET_ACCESS_KEY.' },
  { name: 'AWS_SECRET_ACCESS_KEY', fallback: '', meaning: 'Secret key for the bucket.' },
  { name: 'AWS_SESSION_TOKEN', fallback: '', meaning: 'Token that belongs to a temporary access key.' },
  {
    name: 'AWS_SHARED_CREDENTIALS_FILE',
    fallback: '~/.aws/credentials',
    meaning: 'Where keys are read when no access key is set; read again for each publication.',
  },
  { name: 'AWS_PROFILE', fallback: 'default', meaning: 'Section of that file.' },
  ...ROLE_VARIABLES,
];

/** Whether a place is a bucket of the S3 protocol. */
export function isBucketAddress(place: string | undefined): place is string {
  return place !== undefined && /^s3:/i.test(place);
}

/** What is wrong with an s3:// address, as a sentence; undefined for a sound one. @param name the variable that holds it */
export function bucketAddressFault(name: string, address: string): string | undefined {
  if (BUCKET_ADDRESS.test(address) && !/\/\.{1,2}(?=\/|$)/.test(address)) return undefined;
  return `${name} must be s3://bucket or s3://bucket/prefix, of letters, digits and the characters . _ = - /`;
}

/** Splits a sound address: `s3://bucket/a/b/` has the prefix `a/b/`, one without prefix an empty one. */
export function bucketAndPrefix(address: string): { readonly bucket: string; readonly prefix: string } {
  const [, bucket = '', prefix = ''] = BUCKET_ADDRESS.exec(address) ?? [];
  return { bucket, prefix: prefix === '' ? '' : `${prefix}/` };
}

const BUCKET_ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w.=-]+(?:\/[\w.=-]+)*))?\/?$/;

type Variables = Readonly<Record<string, string | undefined>>;

/** What is wrong with the variables of buckets, a sentence each. @param addressFault what is wrong with an address by its variable's name */
export function bucketFaults(
  variables: Variables,
  addressFault: (name: string, text: string) => string | undefined,
): readonly string[] {
  const { S3_PATH_STYLE: style, AWS_ACCESS_KEY_ID: key, AWS_SECRET_ACCESS_KEY: secret } = variables;
  const endpoints = ['AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL'].flatMap((name) => {
    const text = variables[name];
    return text === undefined ? [] : (addressFault(name, text) ?? []);
  });
  const region = regionOf(variables);
  return [
    ...endpoints,
    ...(region === undefined ? ['AWS_REGION must name the region of the bucket'] : []),
    ...(region !== undefined && !/^[a-z0-9-]{1,40}$/.test(region)
      ? ['AWS_REGION must be a region such as eu-west-1']
      : []),
    ...(style === undefined || /^(on|off)$/.test(style) ? [] : ['S3_PATH_STYLE must be on or off']),
    ...((key === undefined) === (secret === undefined)
      ? []
      : ['AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set together']),
    ...roleFaults(variables, addressFault),
  ];
}

/** The settings that sound variables say. */
export function configuredBucket(variables: Variables): BucketSettings {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = variables;
  const endpoint = endpointOf(variables) ?? null;
  const file = variables['AWS_SHARED_CREDENTIALS_FILE'];
  return {
    region: regionOf(variables) ?? '',
    endpoint,
    isPathStyle: (variables['S3_PATH_STYLE'] ?? (endpoint === null ? 'off' : 'on')) === 'on',
    credentials:
      accessKeyId === undefined || secretAccessKey === undefined
        ? null
        : { accessKeyId, secretAccessKey, sessionToken: variables['AWS_SESSION_TOKEN'] ?? null },
    credentialsFile: file === undefined ? join(homedir(), '.aws', 'credentials') : resolve(file),
    isFileGiven: file !== undefined,
    profile: variables['AWS_PROFILE'] ?? 'default',
    role: configuredRole(variables, regionOf(variables) ?? '', endpoint === null),
  };
}

function endpointOf(variables: Variables): string | undefined {
  return variables['AWS_ENDPOINT_URL_S3'] ?? variables['AWS_ENDPOINT_URL'];
}

/** A server of one's own takes any; Amazon's differ by region. */
function regionOf(variables: Variables): string | undefined {
  const named = variables['AWS_REGION'] ?? variables['AWS_DEFAULT_REGION'];
  return named ?? (endpointOf(variables) === undefined ? undefined : 'us-east-1');
}
