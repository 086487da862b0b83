import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One call that came to a door. */
export interface DoorCall {
  readonly route: string;
  readonly authorization: string | undefined;
  readonly x402Version: number | undefined;
}

/** A facilitator's address of its own, behind which another one does the work. */
export interface FacilitatorDoor {
  readonly url: string;
  readonly calls: DoorCall[];
  /** Base URL of the one behind it. */
  behind: string;
  /** Lists and takes version 2 alone. */
  speaksOnlyV2: boolean;
  /** From now on connections to the address are refused. */
  shut(): Promise<void>;
  /** The same address again. */
  open(): Promise<void>;
}

/** Opens a door on loopback. */
export async function openFacilitatorDoor(): Promise<FacilitatorDoor> {
  let server: Server | undefined;
  let port = 0;
  const door: FacilitatorDoor = {
    get url() {
      return `http://127.0.0.1:${port}`;
    },
    calls: [],
    behind: '',
    speaksOnlyV2: false,
    async open() {
      server = createServer((request, response) => {
        pass(door, request)
          .then(({ status, text }) => response.writeHead(status, { 'content-type': 'application/json' }).end(text))
          // What the one behind cut off is cut off here.
          .catch(() => response.destroy());
      });
      await new Promise<void>((resolve) => server!.listen(port, '127.0.0.1', resolve));
      port = (server.address() as AddressInfo).port;
    },
    shut: () =>
      new Promise<void>((resolve) => {
        if (!server?.listening) return resolve();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  await door.open();
  return door;
}

async function pass(door: FacilitatorDoor, request: IncomingMessage): Promise<{ status: number; text: string }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString();
  const x402Version = body ? (JSON.parse(body) as { x402Version: number }).x402Version : undefined;
  const { authorization } = request.headers;
  door.calls.push({ route: `${request.method} ${request.url}`, authorization, x402Version });
  if (door.speaksOnlyV2 && x402Version === 1)
    return {
      status: 400,
      text: JSON.stringify({ isValid: false, success: false, invalidReason: 'invalid_x402_version' }),
    };
  const answer = await fetch(`${door.behind}${request.url}`, {
    method: request.method ?? 'GET',
    headers: { 'content-type': 'application/json' },
    ...(body ? { body } : {}),
  });
  const text = await answer.text();
  return { status: answer.status, text: door.speaksOnlyV2 && !body ? withoutV1(text) : text };
}

function withoutV1(text: string): string {
  const supported = JSON.parse(text) as { readonly kinds: readonly { readonly x402Version: number }[] };
  return JSON.stringify({ ...supported, kinds: supported.kinds.filter((kind) => kind.x402Version === 2) });
}
