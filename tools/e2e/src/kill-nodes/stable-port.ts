import { createServer } from 'node:net';
import type { Choice } from '../kill/choice';

/** Below what systems give to connections that go out, which could take the port while nobody listens there. */
const [FROM, TO] = [20_000, 31_999];

/** A port of loopback that is free, and stays so while what listens there is started again and again. */
export async function stablePort(choice: Choice): Promise<number> {
  for (;;) {
    const port = choice.between(FROM, TO);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
