import type { Lane, Statement } from '../connection/lane';
import { EventChain } from '../events/event-chain';
import { EventWriter } from '../events/event-writer';
import { NodesDisagreeError, Pulse } from './pulse';

const TIMES = { beatMs: 1, goneMs: 800, replacedMs: 120, claimLeftMs: 560, settleLeftMs: 480 };

/** A database in which another node, with another key, joins in the moment in which this one does. */
function joinedTogether(said: string[], isAlive: boolean): Lane {
  let [beat, others] = [0, 7];
  const answers: Readonly<Record<string, () => readonly object[]>> = {
    differing: () => {
      const isThere = said.includes('join');
      const differs = { terms: false, keys: true, watch: false };
      return isThere ? [{ boot_id: 'other', beat: isAlive ? others++ : others, ...differs }] : [];
    },
    beat: () => {
      const switches = { others: null, stopped: null, paused: null, tail_kept: true, server_ms: null };
      return [{ own: ++beat, before: beat - 1, ...switches }];
    },
  };
  const run = async ({ name }: Statement): Promise<readonly object[]> => {
    said.push(name);
    return answers[name]?.() ?? [];
  };
  return { run } as unknown as Lane;
}

function pulseOver(lane: Lane): Pulse {
  const events = new EventWriter('boot', new EventChain(), lane);
  const now = () => ({ monotonicMs: performance.now(), wallMs: 1 });
  const identity = { bootId: 'boot', place: 'here', agreed: { terms: 'a', keys: 'k', watchKeys: [] } };
  const onFault = (): void => undefined;
  return new Pulse(identity, { lane, events, times: TIMES, now, onFatal: onFault, onError: onFault });
}

describe('a node that joins in one moment with one that is configured otherwise', () => {
  it('beats meanwhile, so that the other one sees it, too, and then leaves', async () => {
    const said: string[] = [];

    await expect(pulseOver(joinedTogether(said, true)).start()).rejects.toThrow(NodesDisagreeError);

    const [first, last] = [said.indexOf('differing', said.indexOf('join')), said.lastIndexOf('differing')];
    expect(said.slice(first, last)).toContain('beat');
    expect(said.at(-1)).toBe('leave');
  });

  it('stays where that one is gone already', async () => {
    const said: string[] = [];
    const pulse = pulseOver(joinedTogether(said, false));

    await pulse.start();

    expect(said).not.toContain('leave');
    await pulse.leave();
  });
});
