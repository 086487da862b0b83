import { spawn, type ChildProcess } from 'node:child_process';

/** A listening socket that outlives the processes which accept on it, as systemd keeps one for a socket unit. */
export interface KeptSocket {
  readonly url: string;
  /** Starts a program with the socket as descriptor 3, by `LISTEN_FDS` and `LISTEN_PID`. */
  start(command: readonly string[], env: Readonly<Record<string, string>>): ChildProcess;
  close(): void;
}

interface BoundHandle {
  close(): void;
  readonly fd: number;
  bind(host: string, port: number): number;
  getsockname(out: { port?: number }): number;
}

/** Binds a socket at a free port of loopback without accepting on it: Node's own servers would take connections from those it is kept for. */
export function keepSocket(): KeptSocket {
  const { TCP, constants } = (
    process as unknown as {
      binding(name: 'tcp_wrap'): {
        readonly TCP: new (kind: number) => BoundHandle;
        readonly constants: { readonly SERVER: number };
      };
    }
  ).binding('tcp_wrap');
  const handle = new TCP(constants.SERVER);
  const name: { port?: number } = {};
  if (handle.bind('127.0.0.1', 0) !== 0 || handle.getsockname(name) !== 0) throw new Error('no port can be bound');
  const { fd } = handle;
  return {
    url: `http://127.0.0.1:${name.port!}`,
    start: ([program = '', ...args], env) =>
      spawn(program, args, {
        env: { PATH: process.env['PATH'], ...env, LISTEN_FDS: '1', LISTEN_PID: String(process.pid) },
        stdio: ['ignore', 'pipe', 'pipe', fd],
      }),
    close: () => handle.close(),
  };
}
