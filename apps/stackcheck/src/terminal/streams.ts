import type { Readable, Writable } from 'node:stream';

/** Where messages of a protocol come from and go to. */
export interface Messages {
  readonly input: Readable;
  readonly output: Writable;
}

/** What a command writes to and reads from, and what it may know of the process. */
export interface Streams {
  /** Data: what was asked for. */
  readonly write: (text: string) => void;
  /** Everything else, a line at a time: notices and faults. */
  readonly note: (line: string) => void;
  /** A line that the next one replaces; nothing in a pipe. */
  readonly progress: (line: string) => void;
  /** Of the terminal that `write` goes to; undefined in a pipe. */
  readonly columns: number | undefined;
  /** Whether `write` may use colours. */
  readonly colors: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that paths are relative to. */
  readonly cwd: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** All of standard input. */
  readonly readInput: () => Uint8Array;
  /** Standard input and output as streams, for a command that answers messages and writes nothing else. */
  readonly messages: () => Messages;
}
