import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FixedAnswer } from './plain-express';
import { serve } from './serve';

// The least that Node can do: every request gets the same bytes and is not looked at.
serve(async () => {
  const answer = JSON.parse(process.env['ANSWER'] ?? '') as FixedAnswer;
  const body = Buffer.from(answer.body, 'base64');
  const server = createServer((_request, response) => {
    response.writeHead(answer.status, answer.headers).end(body);
  });
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
