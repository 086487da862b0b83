import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { S3 } from './s3-server';
import { listen } from './listen';

/** What gives keys to programs without any, on loopback: a token service, a container's platform and a machine's metadata in one. */
export interface RoleServer {
  readonly url: string;
  /** Requests in order: method, path, and of a form its action. */
  readonly asked: string[];
  /** The keys that it gives; the secret of another bucket's owner makes them wrong. */
  secret: string;
  /** How long they hold, from the machine's clock. */
  lastMs: number;
  /** In place of its own answer. */
  before: (request: string) => { readonly status: number; readonly text: string } | undefined;
  /** It takes requests and answers none. */
  silent: boolean;
  close(): Promise<void>;
}

/** What it wants to see before it gives any. */
export const ROLE = {
  arn: 'arn:aws:iam::123456789012:role/publisher',
  name: 'publisher',
  identity: 'header.payload.signature',
  authorization: 'Bearer container',
  session: 'session-of-metadata',
  token: 'temporary/token==',
};

/** Starts one. @param nowMs its clock */
export async function startRoleServer(nowMs: () => number = Date.now): Promise<RoleServer> {
  const server = createServer((request, response) => void answer(own, nowMs(), request, response));
  const own: RoleServer & { url: string } = {
    url: '',
    asked: [],
    secret: S3.secret,
    lastMs: 3_600_000,
    before: () => undefined,
    silent: false,
    close: () => listening.close(),
  };
  const listening = await listen(server);
  own.url = listening.url;
  return own;
}

async function answer(server: RoleServer, nowMs: number, request: IncomingMessage, response: ServerResponse) {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
  const name = [request.method, request.url, form.get('Action') ?? ''].join(' ').trim();
  server.asked.push(name);
  if (server.silent) return;
  const { status, text } = server.before(name) ?? given(server, nowMs, name, request, form);
  response.writeHead(status).end(text);
}

function given(
  { secret, lastMs }: RoleServer,
  nowMs: number,
  name: string,
  { headers }: IncomingMessage,
  form: URLSearchParams,
): { readonly status: number; readonly text: string } {
  const expires = new Date(nowMs + lastMs).toISOString();
  const document = JSON.stringify({
    Code: 'Success',
    AccessKeyId: S3.accessKeyId,
    SecretAccessKey: secret,
    Token: ROLE.token,
    Expiration: expires,
  });
  const hasSession = headers['x-aws-ec2-metadata-token'] === ROLE.session;
  switch (name) {
    case 'POST / AssumeRoleWithWebIdentity': {
      const isKnown = form.get('WebIdentityToken') === ROLE.identity && form.get('RoleArn') === ROLE.arn;
      if (!isKnown)
        return { status: 403, text: '<ErrorResponse><Error><Code>AccessDenied</Code></Error></ErrorResponse>' };
      const keys = `<AccessKeyId>${S3.accessKeyId}</AccessKeyId><SecretAccessKey>${secret}</SecretAccessKey>`;
      return {
        status: 200,
        text: `<R><Credentials>${keys}<SessionToken>${ROLE.token}</SessionToken><Expiration>${expires}</Expiration></Credentials></R>`,
      };
    }
    case 'GET /container':
      return headers.authorization === ROLE.authorization ? { status: 200, text: document } : { status: 401, text: '' };
    case 'PUT /latest/api/token':
      return headers['x-aws-ec2-metadata-token-ttl-seconds'] === undefined
        ? { status: 400, text: '' }
        : { status: 200, text: ROLE.session };
    case 'GET /latest/meta-data/iam/security-credentials/':
      return hasSession ? { status: 200, text: ROLE.name } : { status: 401, text: '' };
    case `GET /latest/meta-data/iam/security-credentials/${ROLE.name}`:
      return hasSession ? { status: 200, text: document } : { status: 401, text: '' };
    default:
      return { status: 404, text: '' };
  }
}
