import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Clock } from '@stackcheck/contract';
import { SITE_STYLE_SOURCE } from '../layout/style/site-style';
import { loginPage } from './frame';
import { operatorPage, type OperatorView } from './operator-page';
import { OperatorSessions } from './session';

/** What the operator's page needs. */
export interface OperatorSiteDeps {
  /** OPERATOR_TOKEN. */
  readonly token: string;
  readonly clock: Pick<Clock, 'now'>;
  /** What is shown, as of now. */
  view(): Promise<OperatorView>;
}

/** A login is a token of 200 characters at most. */
const FORM_BYTES_MAX = 1_024;

const HTML_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src ${SITE_STYLE_SOURCE}; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const;

/**
 * The operator's page at `/` of the metrics port: with the token as Bearer, or after a login by a form. It changes nothing but the login.
 * Nothing of a request is logged.
 */
export function operatorSite({ token, clock, view }: OperatorSiteDeps): RequestListener {
  const sessions = new OperatorSessions(token, clock);
  const show = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { authorization, cookie } = request.headers;
    if (sessions.isOpen({ authorization, cookie })) return send(response, 200, operatorPage(await view()));
    response.setHeader('WWW-Authenticate', 'Bearer realm="operator"');
    send(response, 401, loginPage(authorization !== undefined));
  };
  const login = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const form = await formOf(request);
    if (form === undefined) return send(response, 413, loginPage(true));
    if (!sessions.isToken((form.get('token') ?? '').trim())) return send(response, 401, loginPage(true));
    goHome(response, sessions.begin());
  };
  const answers: Readonly<
    Record<string, (request: IncomingMessage, response: ServerResponse) => Promise<void> | void>
  > = {
    'GET /': show,
    'POST /login': login,
    'POST /logout': (request, response) => {
      request.resume();
      goHome(response, sessions.end());
    },
  };
  return (request, response) => {
    const answer = answers[`${request.method ?? ''} ${request.url ?? ''}`];
    if (!answer) return void response.writeHead(404).end();
    Promise.resolve(answer(request, response)).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  };
}

function send(response: ServerResponse, status: number, page: string): void {
  response.writeHead(status, HTML_HEADERS).end(page);
}

function goHome(response: ServerResponse, cookie: string): void {
  response.writeHead(303, { Location: '/', 'Set-Cookie': cookie, 'Cache-Control': 'no-store' }).end();
}

/** Undefined where it is too large to be a login. */
async function formOf(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    // The rest is read and dropped: a connection that closes over unread bytes loses the answer.
    if (length <= FORM_BYTES_MAX) chunks.push(chunk);
  }
  if (length > FORM_BYTES_MAX) return undefined;
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
