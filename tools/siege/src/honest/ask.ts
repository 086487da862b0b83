import { request as send, type Agent, type IncomingHttpHeaders } from 'node:http';
import type { RequestParts } from '@stackcheck/bench/parts';

/** What came of a request: its whole answer, or why there is none. */
export type Reply =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: IncomingHttpHeaders;
      /** Of an error. */
      readonly message: string | undefined;
    }
  | { readonly kind: 'failed'; readonly reason: string };

/** A buyer who has waited this long goes elsewhere. */
const PATIENCE_MS = 10_000;

/** Sends a request and reads its answer to the end. @param agent its connections; a fresh one when absent */
export function ask(
  url: string,
  { method = 'GET', target, headers, body }: RequestParts,
  agent?: Agent,
): Promise<Reply> {
  return new Promise((resolve) => {
    const fail = (reason: string): void => {
      clearTimeout(timer);
      resolve({ kind: 'failed', reason });
    };
    const described = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length };
    const options = { method, headers: { ...headers, ...described }, agent: agent ?? false };
    const request = send(url + target, options, (response) => {
      const isError = response.statusCode !== 200;
      let text = '';
      response.on('data', (chunk: Buffer) => isError && (text += chunk.toString('utf8')));
      response.on('error', (fault) => fail(fault.message));
      response.on('end', () => {
        clearTimeout(timer);
        const { statusCode: status = 0, headers } = response;
        resolve({ kind: 'answered', status, headers, message: isError ? messageIn(text) : undefined });
      });
    });
    const timer = setTimeout(() => {
      fail('no answer in time');
      request.destroy();
    }, PATIENCE_MS);
    request.on('error', (fault: NodeJS.ErrnoException) => fail(fault.code ?? fault.message));
    request.end(body);
  });
}

/** `code: message` of an error's body (docs/errors). */
function messageIn(text: string): string | undefined {
  try {
    const { error } = JSON.parse(text) as { error: { code: string; message: string } };
    return `${error.code}: ${error.message}`;
  } catch {
    return undefined;
  }
}
