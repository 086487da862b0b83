import { youngGeneration } from './young-generation';

describe('the young generation', () => {
  it('is left to itself where the process may not collect', () => {
    const collect = globalThis.gc;
    globalThis.gc = undefined;
    try {
      expect(youngGeneration()).toBeUndefined();
    } finally {
      globalThis.gc = collect;
    }
  });

  it('is measured in bytes, and only it is collected', () => {
    const collect = globalThis.gc;
    const asked: unknown[] = [];
    globalThis.gc = ((options: unknown) => void asked.push(options)) as NodeJS.GCFunction;
    try {
      const young = youngGeneration()!;
      young.collect();

      expect(young.usedBytes()).toBeGreaterThan(0);
      expect(asked).toEqual([{ type: 'minor' }]);
    } finally {
      globalThis.gc = collect;
    }
  });
});
