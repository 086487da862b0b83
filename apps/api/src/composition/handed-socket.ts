/** What a process knows about sockets that it was started with. */
export interface HandedBy {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly pid: number;
  /** Process id of the launcher, where there is one: it passes the socket on. */
  readonly ppid: number;
  /** Whether this is one of several processes, which get the socket from the first one. */
  readonly isWorker: boolean;
}

/** The first descriptor that is handed over (sd_listen_fds(3)). */
const FIRST_FD = 3;

/**
 * The descriptor of the listening socket that a supervisor holds open and hands over, as systemd does with a socket unit
 * (`LISTEN_FDS`, `LISTEN_PID`); undefined where there is none, or it is meant for another process.
 * @throws Error where there are several: nothing says what each is for
 */
export function handedSocket({ env, pid, ppid, isWorker }: HandedBy): number | undefined {
  const { LISTEN_FDS: count, LISTEN_PID: meant } = env;
  const isOurs = isWorker || meant === String(pid) || meant === String(ppid);
  if (count === undefined || count === '0' || !isOurs) return undefined;
  if (count !== '1') throw new Error(`LISTEN_FDS is ${count}; one listening socket can be handed over`);
  return FIRST_FD;
}
