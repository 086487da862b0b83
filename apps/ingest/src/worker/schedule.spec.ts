import { NO_VALIDATORS } from '@stackcheck/datasets/fetch';
import { registeredDataset } from '@stackcheck/datasets/registry';
import type { DatasetState } from '@stackcheck/datasets/store';
import { firstDelayMs, nextDelayMs } from './schedule';

const HOUR = 3_600_000;
const NOW = 1_800_000_000_000;
const { descriptor } = registeredDataset('eol');
const state = (ageHours: number): DatasetState => ({
  currentSnapshotId: 'eol-x',
  refreshedAt: NOW - ageHours * HOUR,
  attemptedAt: null,
  refusal: null,
  validators: NO_VALIDATORS,
});

describe('the schedule', () => {
  it('refreshes at once when there is no real data', () => {
    expect(firstDelayMs(descriptor, { ...state(1), currentSnapshotId: null }, false, NOW)).toBe(0);
    expect(firstDelayMs(descriptor, { ...state(1), refreshedAt: null }, false, NOW)).toBe(0);
    expect(firstDelayMs(descriptor, state(1), true, NOW)).toBe(0);
  });

  it.each([
    [0, 24],
    [23, 1],
    [24, 0],
    [500, 0],
    [-500, 24],
  ])('after a start %d hours after the last refresh it waits %d hours', (age, wait) => {
    expect(firstDelayMs(descriptor, state(age), false, NOW)).toBe(wait * HOUR);
  });

  it('waits a cadence after a success and an hour after a failure, with some jitter', () => {
    for (const random of [0, 0.999]) {
      const jitter = random * 600_000;
      for (const kind of ['published', 'unchanged'] as const) {
        expect(nextDelayMs(descriptor, kind, random)).toBe(Math.floor(24 * HOUR + jitter));
      }
      for (const kind of ['refused', 'failed'] as const) {
        expect(nextDelayMs(descriptor, kind, random)).toBe(Math.floor(HOUR + jitter));
      }
      expect(nextDelayMs(descriptor, 'busy', random)).toBe(60_000);
    }
  });

  it('asks more often where upstream changes at any hour', () => {
    const polled = { ...descriptor, pollHours: 1 };

    expect(firstDelayMs(polled, state(0.5), false, NOW)).toBe(0.5 * HOUR);
    expect(nextDelayMs(polled, 'unchanged', 0)).toBe(HOUR);
  });

  it('never lets data grow stale by its own waiting', () => {
    expect(nextDelayMs(descriptor, 'published', 0.999)).toBeLessThan((24 + descriptor.graceHours) * HOUR);
  });
});
