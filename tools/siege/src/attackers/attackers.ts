import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { endsWithUs } from '@stackcheck/bench/parts';
import { ROOT } from '@stackcheck/e2e/service';
import type { FromAttackers, ToAttackers } from './messages';

/** Attackers under way, in a process of their own: they must not slow the honest buyers down by anything but what they do to the service. */
export interface Attackers {
  /** Ends the attack. @returns what they were answered, and how often */
  stop(): Promise<Readonly<Record<string, number>>>;
  close(): Promise<void>;
}

const PROGRAM = join(ROOT, 'tools', 'siege', 'dist', 'attackers', 'main.js');
const IN_POSITION_MS = 30_000;
const STOPPED_MS = 10_000;

/** Whether the attackers' program is compiled. */
export const attackersAreBuilt = (): boolean => existsSync(PROGRAM);

/**
 * Begins an attack and waits until it is under way.
 * @param secondsMax after which it ends by itself
 * @throws Error when it cannot be made
 */
export async function startAttackers(name: string, url: string, secondsMax: number): Promise<Attackers> {
  const child = endsWithUs(
    fork(PROGRAM, { env: { PATH: process.env['PATH'] }, execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
  );
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const post = (message: ToAttackers): boolean => child.send(message);
  const hear = <Kind extends FromAttackers['kind']>(kind: Kind, ms: number) =>
    new Promise<Extract<FromAttackers, { kind: Kind }>>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`attackers of ${name}: not ${kind} in time`)), ms);
      const settle = (act: () => void): void => {
        clearTimeout(timer);
        child.off('message', onMessage).off('exit', onExit);
        act();
      };
      const onMessage = (message: FromAttackers): void => {
        if (message.kind === kind) settle(() => resolve(message as Extract<FromAttackers, { kind: Kind }>));
        else if (message.kind === 'fault') settle(() => reject(new Error(`attackers of ${name}: ${message.fault}`)));
      };
      const onExit = (): void => settle(() => reject(new Error(`the attackers of ${name} are gone`)));
      child.on('message', onMessage).once('exit', onExit);
    });
  const close = async (): Promise<void> => {
    child.kill('SIGKILL');
    await gone;
  };
  try {
    const inPosition = hear('in-position', IN_POSITION_MS);
    post({ kind: 'attack', name, url, secondsMax });
    await inPosition;
  } catch (fault) {
    await close();
    throw fault;
  }
  return {
    async stop() {
      const over = hear('over', STOPPED_MS);
      post({ kind: 'stop' });
      return (await over).got;
    },
    close,
  };
}
