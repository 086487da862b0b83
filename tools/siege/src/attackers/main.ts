import { setMaxListeners } from 'node:events';
import { ATTACKS } from '../attacks/all-attacks';
import type { FromAttackers, ToAttackers } from './messages';

/** The attackers' process: runs the attack that it receives, until a message stops it, its time is over or its parent is gone. */
async function attack({ name, url, secondsMax }: Extract<ToAttackers, { kind: 'attack' }>): Promise<void> {
  const got: Record<string, number> = {};
  const over = new AbortController();
  // Each of ten thousand connections may listen.
  setMaxListeners(0, over.signal);
  const timer = setTimeout(() => over.abort(), secondsMax * 1_000);
  process.on('message', (message: ToAttackers) => message.kind === 'stop' && over.abort());
  const made = ATTACKS.find((each) => each.name === name);
  if (!made) throw new Error(`there is no attack ${name}`);
  await made.run({
    url,
    signal: over.signal,
    inPosition: () => send({ kind: 'in-position' }),
    count: (answer) => void (got[answer] = (got[answer] ?? 0) + 1),
  });
  clearTimeout(timer);
  send({ kind: 'over', got });
}

function send(message: FromAttackers): void {
  process.send?.(message);
}

process.once('disconnect', () => process.exit(0));
process.once('message', (message: ToAttackers) => {
  if (message.kind !== 'attack') return;
  attack(message).catch((fault: unknown) => send({ kind: 'fault', fault: String((fault as Error | null)?.stack) }));
});
