import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What `npm publish` sends. */
interface Publication {
  readonly name: string;
  readonly 'dist-tags': Readonly<Record<string, string>>;
  readonly versions: Readonly<Record<string, { readonly dist: object }>>;
  readonly _attachments: Readonly<Record<string, { readonly data: string }>>;
}

/** One publication that came: of which package, which version, and under which tag it is the one to install. */
interface Arrival {
  readonly name: string;
  readonly version: string;
  readonly tag: string;
}

interface Published {
  readonly packument: object;
  readonly tarball: Buffer;
}

/**
 * A package registry on loopback that takes what `npm publish` sends and serves it to `npm install`. It knows nothing else: a
 * project names it for one scope, so that all other packages come from the registry that npm is configured with.
 */
export class LocalRegistry {
  private readonly published = new Map<string, Published>();
  private readonly arrived: Arrival[] = [];
  private readonly server: Server = createServer((request, response) => {
    void this.answer(request).then(({ status, body }) => {
      response.statusCode = status;
      response.setHeader('content-type', Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json');
      response.end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
    });
  });

  /** Every publication that came, a repeated one twice, by name. */
  get arrivals(): readonly Arrival[] {
    return [...this.arrived].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Where it is, without a slash at its end. */
  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The lines of an `.npmrc` that send a scope here. */
  npmrc(scope: string): string {
    return `${scope}:registry=${this.address}/\n${this.address.replace('http:', '')}/:_authToken=local\n`;
  }

  private async answer(request: IncomingMessage): Promise<{ status: number; body: object | Buffer }> {
    const path = decodeURIComponent((request.url ?? '/').slice(1));
    if (request.method === 'PUT') {
      this.take(JSON.parse(await textOf(request)) as Publication, `http://${request.headers.host}`);
      return { status: 201, body: { ok: true } };
    }
    const found = this.published.get(path);
    if (found !== undefined) return { status: 200, body: found.packument };
    const tarball = this.published.get(path.replace(/\/-\/.*$/, ''))?.tarball;
    return tarball === undefined ? { status: 404, body: { error: 'not found' } } : { status: 200, body: tarball };
  }

  private take({ name, versions, _attachments, 'dist-tags': tags }: Publication, address: string): void {
    const [version] = Object.keys(versions);
    const [attachment] = Object.values(_attachments);
    if (version === undefined || attachment === undefined) throw new Error(`${name} was published without a tarball`);
    const tarball = Buffer.from(attachment.data, 'base64');
    const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
    for (const [tag, tagged] of Object.entries(tags)) this.arrived.push({ name, version: tagged, tag });
    const dist = { tarball: `${address}/${name}/-/${version}.tgz`, integrity };
    this.published.set(name, {
      tarball,
      packument: { name, 'dist-tags': tags, versions: { [version]: { ...versions[version], dist } } },
    });
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
