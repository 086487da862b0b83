import type { CalledTool, Caller } from './tool-calls';

/** One message of a client, parsed and within the limits. */
export interface Message {
  readonly body: Readonly<Record<string, unknown>>;
  /** Headers of its request, names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly caller: Caller;
}

/** What a message is answered with. */
export interface Reply {
  readonly status: number;
  /** JSON; empty where there is nothing to say. */
  readonly body: string | Uint8Array;
  /** Called once the last byte is out, and not where the client is gone before: the bytes are written over then. */
  release?(): void;
  /** Of a call of a tool. */
  readonly called?: CalledTool;
}

/** What the server says of itself. */
export interface ServerCard {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly websiteUrl: string;
  readonly instructions: string;
}
