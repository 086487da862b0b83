import type { AddressInfo } from 'node:net';
import express from 'express';
import { serve } from './serve';

/** The answer to send, as JSON in the environment variable ANSWER; the body in base64. */
export interface FixedAnswer {
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

// The least that Express 5 can do for one path: no offer is built, nothing is looked at, the same bytes leave.
serve(async () => {
  const answer = JSON.parse(process.env['ANSWER'] ?? '') as FixedAnswer;
  const body = Buffer.from(answer.body, 'base64');
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.get(answer.path, (_request, response) => {
    response.writeHead(answer.status, answer.headers).end(body);
  });
  const server = app.listen(0, '127.0.0.1');
  await new Promise<void>((resolve, reject) => server.once('listening', resolve).once('error', reject));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
