import { StandingNodes } from './standing-nodes';

const times = { goneMs: 20_000, replacedMs: 3_000 };
const node = (beat: number, place = 'there') => ({ boot_id: 'other', place, beat });

describe('a node whose beat stands still', () => {
  const goneAfter = (looks: readonly (readonly [beat: number, sinceMs: number])[], place?: string): number => {
    const standing = new StandingNodes('here', times);
    return looks.findIndex(([beat, sinceMs]) => standing.look([node(beat, place)], sinceMs).length > 0);
  };
  const still = (count: number, sinceMs = 1_000) => Array.from({ length: count }, () => [7, sinceMs] as const);

  it('is gone after twenty seconds of looking, from when it was seen first', () => {
    expect(goneAfter(still(20))).toBe(-1);
    expect(goneAfter(still(21))).toBe(20);
  });

  it('is gone after three seconds where this process took its place', () => {
    expect(goneAfter(still(9), 'here')).toBe(3);
  });

  it('is not gone for one missed beat, nor for a time in which nobody could look', () => {
    expect(goneAfter([...still(20), [8, 1_000], ...still(19).map(([, ms]) => [8, ms] as const)])).toBe(-1);
    expect(goneAfter(still(60, 0))).toBe(-1);
  });
});
