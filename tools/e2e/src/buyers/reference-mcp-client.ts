import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compileFunction } from 'node:vm';
import { build } from 'esbuild';
import { ROOT } from '../service/repository';

const SOURCE = join(resolve(ROOT, process.env['CORPORA_DIR'] ?? '../shared/corpora'), 'x402-mcp/src/client/index.ts');

/** x402's own client of its MCP transport, as far as it is used here. */
export interface ReferenceMcpClient {
  callTool(name: string, args: object): Promise<ReferenceAnswer>;
  callToolWithPayment(name: string, args: object, payment: unknown): Promise<ReferenceAnswer>;
  onAfterPayment(hook: (context: { readonly paymentPayload: unknown }) => void): unknown;
}

/** What it makes of the result of a call. */
export interface ReferenceAnswer {
  readonly content: readonly { readonly text: string }[];
  readonly isError?: boolean;
  readonly paymentMade: boolean;
  readonly paymentResponse?: { readonly success: boolean; readonly transaction: string };
}

/** Made of a client of the protocol and one of x402. */
export type ReferenceMcpClientClass = new (mcp: unknown, x402: unknown) => ReferenceMcpClient;

/** Whether its published source is there. */
export const hasReferenceMcpClient = existsSync(SOURCE);

/** The class, of its published source. @param installed the packages that it imports, by name */
export async function referenceMcpClientClass(
  installed: Readonly<Record<string, unknown>>,
): Promise<ReferenceMcpClientClass> {
  const options = { bundle: true, format: 'cjs', platform: 'node', packages: 'external', write: false } as const;
  const { outputFiles } = await build({ entryPoints: [SOURCE], ...options });
  const module = { exports: {} as { readonly x402MCPClient: ReferenceMcpClientClass } };
  const run = compileFunction(outputFiles[0]!.text, ['module', 'exports', 'require']) as (...parts: unknown[]) => void;
  run(module, module.exports, (name: string) => installed[name]);
  return module.exports.x402MCPClient;
}
