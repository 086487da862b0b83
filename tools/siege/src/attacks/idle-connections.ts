import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { hold } from '../attackers/connection';
import { address, pause } from '../attackers/field';
import type { Attack } from './attack';

/** As many as the service takes in all. */
const CONNECTIONS = 10_000;
/** What this process needs for itself. */
const OTHER_FILES = 64;
/** A listener's queue holds about so many. */
const AT_ONCE = 500;
const OPENING_MS_MAX = 20_000;
/** A service that closes what is opened never has all of them. */
const NO_MORE_MS = 2_000;

const FREE = 'GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** Connections that say nothing, and connections that said something once; those that are closed are opened again. */
export const idleConnections: Attack = {
  name: 'idle-connections',
  what: `${CONNECTIONS} idle connections from two addresses, or as many as files may be open`,
  shopping: 'answers',
  async run(field) {
    const open = new Set<Socket>();
    const wanted = Math.min(CONNECTIONS, openFilesMax() - OTHER_FILES);
    let number = 0;
    const one = async (): Promise<void> => {
      const mine = number++;
      const bytes = mine % 8 < 2 ? '' : FREE;
      const socket = await hold({
        url: field.url,
        from: address(mine % 2),
        bytes,
        onAnswer: (answer) => field.count(answer),
      });
      if (field.signal.aborted || socket.destroyed) return void socket.destroy();
      open.add(socket);
      socket.once('close', () => open.delete(socket));
    };
    const fill = async (): Promise<void> => {
      const missing = wanted - open.size;
      await Promise.race([
        Promise.all(Array.from({ length: Math.min(AT_ONCE, missing) }, one)),
        pause(1_000, field.signal),
      ]);
    };
    const beganMs = performance.now();
    let [most, grewMs] = [0, beganMs];
    while (open.size < wanted && performance.now() - beganMs < OPENING_MS_MAX && !field.signal.aborted) {
      await fill();
      if (open.size > most) [most, grewMs] = [open.size, performance.now()];
      if (performance.now() - grewMs > NO_MORE_MS) break;
    }
    field.inPosition();
    while (!field.signal.aborted) {
      await pause(100, field.signal);
      if (!field.signal.aborted) await fill();
    }
    for (const socket of open) socket.destroy();
  },
};

/** Node raises the soft limit to the hard one by itself. */
function openFilesMax(): number {
  const limits = readFileSync('/proc/self/limits', 'utf8');
  const soft = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
  return soft === undefined ? CONNECTIONS : Number(soft);
}
