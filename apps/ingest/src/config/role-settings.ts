import { resolve } from 'node:path';
import type { ConfigVariable } from './config-variable';

/** Where a program finds temporary keys that nobody wrote down, named as other programs name it. */
export interface RoleSettings {
  /** A token of this program that a role is given for (AssumeRoleWithWebIdentity), as in Kubernetes; null: there is none. */
  readonly webIdentity: {
    readonly tokenFile: string;
    readonly role: string;
    readonly session: string;
    /** Address of the server that gives keys for it (STS). */
    readonly server: string;
  } | null;
  /** The container's own address for keys, as of ECS, Fargate and EKS; null: it has none. */
  readonly container: {
    readonly url: string;
    /** Sent as `authorization`; null: nothing is, unless the file says so. */
    readonly token: string | null;
    readonly tokenFile: string | null;
  } | null;
  /** Address of the machine's metadata service; null: not asked. */
  readonly metadata: string | null;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** The variables of roles. */
export const ROLE_VARIABLES: readonly ConfigVariable[] = [
  {
    name: 'AWS_WEB_IDENTITY_TOKEN_FILE',
    fallback: '',
    meaning: 'Token for AWS_ROLE_ARN, as in Kubernetes; read again for each use.',
  },
  { name: 'AWS_ROLE_ARN', fallback: '', meaning: 'Role whose keys the bucket is used with.' },
  { name: 'AWS_ROLE_SESSION_NAME', fallback: 'stackcheck-ingest', meaning: 'Name of its sessions in logs of Amazon.' },
  {
    name: 'AWS_ENDPOINT_URL_STS',
    fallback: 'AWS_ENDPOINT_URL, or Amazon of the region',
    meaning: 'Server that gives keys for that token.',
  },
  {
    name: 'AWS_CONTAINER_CREDENTIALS_RELATIVE_URI',
    fallback: '',
    meaning: 'Path of the keys of a container; set by ECS.',
  },
  { name: 'AWS_CONTAINER_CREDENTIALS_FULL_URI', fallback: '', meaning: 'Address of the same; set by EKS.' },
  { name: 'AWS_CONTAINER_AUTHORIZATION_TOKEN', fallback: '', meaning: 'Sent to that address.' },
  {
    name: 'AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE',
    fallback: '',
    meaning: 'The same in a file, which is read again for each use.',
  },
  {
    name: 'AWS_EC2_METADATA_DISABLED',
    fallback: 'false',
    meaning: '`true`: no machine is asked for the keys of its role.',
  },
  {
    name: 'AWS_EC2_METADATA_SERVICE_ENDPOINT',
    fallback: 'http://169.254.169.254',
    meaning: 'Where the machine is asked (IMDSv2).',
  },
];

/** Addresses of Amazon's that only the machine itself answers at, so that plain http does not leave it. */
const OF_THE_MACHINE: ReadonlySet<string> = new Set([
  '169.254.169.254',
  '[fd00:ec2::254]',
  '169.254.170.2',
  '169.254.170.23',
  '[fd00:ec2::23]',
]);
const CONTAINER_HOST = 'http://169.254.170.2';
const METADATA = 'http://169.254.169.254';

/** What is wrong with the variables of roles, a sentence each. @param addressFault what is wrong with an address by its variable's name */
export function roleFaults(
  variables: Variables,
  addressFault: (name: string, text: string) => string | undefined,
): readonly string[] {
  const { AWS_WEB_IDENTITY_TOKEN_FILE: file, AWS_ROLE_ARN: role, AWS_EC2_METADATA_DISABLED: disabled } = variables;
  const relative = variables['AWS_CONTAINER_CREDENTIALS_RELATIVE_URI'];
  const addresses = [
    'AWS_ENDPOINT_URL_STS',
    'AWS_CONTAINER_CREDENTIALS_FULL_URI',
    'AWS_EC2_METADATA_SERVICE_ENDPOINT',
  ].flatMap((name) => {
    const text = variables[name];
    return text === undefined || isOfTheMachine(text) ? [] : (addressFault(name, text) ?? []);
  });
  return [
    ...addresses,
    ...(file !== undefined && role === undefined
      ? ['AWS_ROLE_ARN must name the role of AWS_WEB_IDENTITY_TOKEN_FILE']
      : []),
    ...(relative === undefined || relative.startsWith('/')
      ? []
      : ['AWS_CONTAINER_CREDENTIALS_RELATIVE_URI must be a path that begins with /']),
    ...(disabled === undefined || /^(true|false)$/i.test(disabled)
      ? []
      : ['AWS_EC2_METADATA_DISABLED must be true or false']),
  ];
}

/** The settings that sound variables say. @param isAmazon whether the bucket is Amazon's, whose machines alone have roles */
export function configuredRole(variables: Variables, region: string, isAmazon: boolean): RoleSettings {
  const { AWS_WEB_IDENTITY_TOKEN_FILE: tokenFile, AWS_ROLE_ARN: role } = variables;
  const relative = variables['AWS_CONTAINER_CREDENTIALS_RELATIVE_URI'];
  const url = relative === undefined ? variables['AWS_CONTAINER_CREDENTIALS_FULL_URI'] : `${CONTAINER_HOST}${relative}`;
  const isDisabled = /^true$/i.test(variables['AWS_EC2_METADATA_DISABLED'] ?? '');
  const given = variables['AWS_EC2_METADATA_SERVICE_ENDPOINT'];
  const file = variables['AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE'];
  const amazon = `https://sts.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  return {
    webIdentity:
      tokenFile === undefined || role === undefined
        ? null
        : {
            tokenFile: resolve(tokenFile),
            role,
            session: variables['AWS_ROLE_SESSION_NAME'] ?? 'stackcheck-ingest',
            server: variables['AWS_ENDPOINT_URL_STS'] ?? variables['AWS_ENDPOINT_URL'] ?? amazon,
          },
    container:
      url === undefined
        ? null
        : {
            url,
            token: variables['AWS_CONTAINER_AUTHORIZATION_TOKEN'] ?? null,
            tokenFile: file === undefined ? null : resolve(file),
          },
    metadata: isDisabled || !(isAmazon || given !== undefined) ? null : (given ?? METADATA).replace(/\/*$/, ''),
  };
}

function isOfTheMachine(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === 'http:' && OF_THE_MACHINE.has(new URL(text).hostname);
}
