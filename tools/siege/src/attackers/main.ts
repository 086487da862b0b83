import { setMaxListeners } from 'node:events';
import { ATTACKS } from '../attacks/all-attacks';
import type { FromAttackers, ToAttackers } from './messages';

/** The attackers' process: makes the attack that it is told, until it is told to stop, its time is over or its parent is gone. */
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
    inPosition: () => tell({ kind: 'in-position' }),
    count: (answer) => void (got[answer] = (got[answer] ?? 0) + 1),
  });
  clearTimeout(timer);
  tell({ kind: 'over', got });
}

function tell(message: FromAttackers): void {
  process.send?.(message);
}

process.once('disconnect', () => process.exit(0));
process.once('message', (message: ToAttackers) => {
  if (message.kind !== 'attack') return;
  attack(message).catch((fault: unknown) => tell({ kind: 'fault', fault: String((fault as Error | null)?.stack) }));
});
