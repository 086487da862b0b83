import * as fc from 'fast-check';
import { LEVELS, REASON_CODES, type FoundReason } from '../check/reason';
import { burdenOf, compareBurdens, isNoWorse } from './burden';

const reason = (said: string): FoundReason => {
  const [level, code, id = 'x'] = said.split(' ');
  return { level, code, id, ref: 'items/0', text: '' } as FoundReason;
};
const reasons = (...said: readonly string[]): readonly FoundReason[] => said.map(reason);

describe('a burden', () => {
  it.each<[string, readonly string[], readonly string[], number]>([
    ['nothing is as light as nothing', [], [], 0],
    ['an info is nothing', ['info security_only'], [], 0],
    ['nothing is lighter than a warning', [], ['warn unpinned'], -1],
    ['a milder level is lighter, whatever the code', ['unknown malware'], ['fail eol'], -1],
    ['a milder code of the same level is lighter', ['fail kev'], ['fail malware'], -1],
    ['one is lighter than two', ['fail kev'], ['fail kev', 'warn unpinned'], -1],
    ['the worst decides, in whatever order', ['warn eol', 'fail kev'], ['fail malware', 'warn unpinned'], -1],
    ['what is equal but for its order is as light', ['warn eol', 'fail kev'], ['fail kev', 'warn eol'], 0],
    ['two mild ones are lighter than a bad one', ['warn unpinned', 'warn eol'], ['fail eol'], -1],
  ])('of which %s', (_what, one, other, sign) => {
    const [a, b] = [burdenOf(reasons(...one)), burdenOf(reasons(...other))];

    expect([compareBurdens(a, b), compareBurdens(b, a)]).toEqual([sign, sign === 0 ? 0 : -sign]);
  });

  it('is heavier with each further reason (property)', () => {
    const any = fc.record({ level: fc.constantFrom(...LEVELS), code: fc.constantFrom(...REASON_CODES) });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 5 }), any, (some, one) => {
        const sign = compareBurdens(burdenOf([one, ...some]), burdenOf(some));

        expect(sign).toBe(one.level === 'info' ? 0 : 1);
      }),
    );
  });
});

describe('a move', () => {
  it.each<[string, readonly string[], readonly string[], boolean]>([
    ['that clears all', ['fail eol'], [], true],
    ['that brings an info', [], ['info security_only'], true],
    ['that brings an info and clears nothing', ['fail eol'], ['fail eol', 'info security_only y'], true],
    ['that brings a reason', [], ['warn unpinned'], false],
    ['that leaves a reason', ['warn eol_soon'], ['warn eol_soon'], true],
    ['that makes a reason milder', ['fail eol'], ['warn eol'], true],
    ['that makes a reason worse', ['warn eol'], ['fail eol'], false],
    ['that clears an end and brings one that is near', ['fail eol'], ['warn eol_soon'], true],
    ['that clears one that is near and brings an end', ['warn eol_soon'], ['fail eol'], false],
    ['that clears an end and brings a vulnerability', ['fail eol'], ['warn vulnerable_below'], false],
    ['that clears a vulnerability and brings a milder one', ['fail kev'], ['fail vulnerable y'], true],
    ['that clears a vulnerability and brings as bad a one', ['fail kev'], ['fail kev y'], false],
    ['that clears a vulnerability and brings an end', ['fail kev'], ['warn eol_soon'], false],
    ['that leaves what would excuse another reason', ['fail eol'], ['fail eol', 'warn eol_soon'], false],
    ['of which one of two reasons is worse', ['fail eol'], ['warn eol_soon', 'fail kev'], false],
    ['that clears an unknown image', ['unknown unknown_image'], ['warn unpinned'], true],
    ['that clears an unknown part', ['unknown unknown_image_part'], ['warn eol_soon'], true],
    ['that clears an unknown item', ['unknown unknown_item'], ['warn eol_soon'], true],
    ['that clears doubt about support', ['unknown lifecycle_unknown'], ['warn eol_soon'], true],
    ['that clears an end and is not pinned', ['fail eol'], ['warn unpinned'], true],
    ['that clears an end and is of a pre-release', ['fail eol'], ['warn unknown_release'], false],
  ])('%s: from %j to %j makes nothing worse: %s', (_what, before, after, isFine) => {
    expect(isNoWorse(reasons(...before), reasons(...after))).toBe(isFine);
  });
});
