import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { runCli } from '../cli';
import type { ExitCode } from '../program/exit-code';
import type { Messages } from '../terminal/streams';

/** What a command line did. */
export interface Ran {
  readonly code: ExitCode;
  readonly stdout: string;
  /** Lines. */
  readonly stderr: readonly string[];
}

/** A folder with files in which command lines are run, as if into a pipe. */
export class CommandLine {
  readonly folder = mkdtempSync(join(tmpdir(), 'stackcheck-cli-'));
  /** Noon. */
  nowMs = Date.parse('2026-11-23T12:00:00Z');
  readonly env: Record<string, string> = {};

  /** Writes a file, and the folders that it is in. */
  write(path: string, content: string | Uint8Array): this {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return this;
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  readBytes(path: string): Uint8Array {
    return readFileSync(join(this.folder, path));
  }

  async run(
    args: readonly string[],
    { input = '', columns, messages }: { input?: string; columns?: number; messages?: Messages } = {},
  ): Promise<Ran> {
    let stdout = '';
    const stderr: string[] = [];
    const code = await runCli(args, {
      write: (text) => (stdout += text),
      note: (line) => stderr.push(line),
      progress: () => undefined,
      columns,
      colors: false,
      env: { STACKCHECK_DATA: join(this.folder, '.data'), ...this.env },
      cwd: this.folder,
      now: () => this.nowMs,
      readInput: () => Buffer.from(input),
      messages: () => messages ?? { input: new PassThrough().end(), output: new PassThrough() },
    });
    return { code, stdout, stderr };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
