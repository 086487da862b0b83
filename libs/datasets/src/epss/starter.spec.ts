import { finish } from '../tasks/cooperative-task';
import { epssDataset } from './dataset';
import { guardEpss } from './guards';
import { epssStarter } from './starter';

const { asOf, snapshot } = epssStarter();

describe('the starter scores', () => {
  it('say that they are no published ones, of a fixed instant', () => {
    expect(asOf).toBe('2026-11-20T00:00:00Z');
    expect(snapshot.meta.model_version).toBe('starter-1');
    expect(epssDataset.descriptor.starterNotice).toMatch(/for illustration, which nobody published/);
    expect(snapshot.scores.map(({ rows }) => rows).join('\n')).not.toMatch(/\.\d{4}/);
  });

  it('pass every guard', () => {
    expect(guardEpss(snapshot, undefined)).toEqual([]);
  });

  it('are a selection: what is not in it is not known', () => {
    const index = finish(epssDataset.index(snapshot, false));

    expect(index.complete).toBe(false);
    expect(finish(epssDataset.selfTest(index, snapshot))).toBeUndefined();
  });
});
