import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compileFunction } from 'node:vm';

const FOLDER = resolve(__dirname, '../../../..', process.env['CORPORA_DIR'] ?? '../shared/corpora', 'x402-mcp/src');

/** What the tests do with x402's own client of its MCP transport. */
export interface ReferenceClient {
  callTool(name: string, args: object): Promise<ReferenceResult>;
  callToolWithPayment(name: string, args: object, payment: unknown): Promise<ReferenceResult>;
  onAfterPayment(hook: (context: { readonly paymentPayload: unknown }) => void): unknown;
}

/** What it makes of a result. */
export interface ReferenceResult {
  readonly content: readonly { readonly text: string }[];
  readonly isError?: boolean;
  readonly paymentMade: boolean;
  readonly paymentResponse?: { readonly success: boolean; readonly transaction: string };
}

/** The class, given a client of the protocol and one of x402. */
export type ReferenceClass = new (mcp: unknown, x402: unknown) => ReferenceClient;

/** For the name of a test that is skipped: that its source is missing. */
export const referenceNote = existsSync(FOLDER) ? '' : ' (x402-mcp is missing)';

/**
 * Its published source, compiled in memory; undefined where it is absent.
 * @param load what it imports, of the packages that are installed here
 * @param compile TypeScript as a CommonJS module
 */
export function referenceClientClass(
  load: (name: string) => unknown,
  compile: (source: string, file: string) => string,
): ReferenceClass | undefined {
  if (referenceNote !== '') return undefined;
  const loaded = new Map<string, { exports: object }>();
  const required = (from: string, name: string): unknown => {
    if (!name.startsWith('.')) return load(name);
    const path = join(from, name);
    return moduleAt(existsSync(`${path}.ts`) ? `${path}.ts` : join(path, 'index.ts'));
  };
  const moduleAt = (file: string): object => {
    const known = loaded.get(file);
    if (known) return known.exports;
    const module = { exports: {} };
    loaded.set(file, module);
    const code = compile(readFileSync(file, 'utf8'), file);
    const run = compileFunction(code, ['module', 'exports', 'require'], { filename: file }) as (
      ...parts: unknown[]
    ) => void;
    run(module, module.exports, (name: string) => required(join(file, '..'), name));
    return module.exports;
  };
  const { x402MCPClient } = moduleAt(join(FOLDER, 'client/index.ts')) as { x402MCPClient: ReferenceClass };
  return x402MCPClient;
}
