import { sha256HexOf, sha256Steps } from './digest';

const PARTS = ['a', Buffer.from('b'), 'c'];
/** FIPS 180-2, appendix B.1: "abc". */
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

it('the digest of parts is that of the whole', () => {
  expect(sha256HexOf(PARTS)).toBe(ABC);
});

it('made in steps it is the same, with a pause after each part', () => {
  const steps = sha256Steps(PARTS);

  expect([steps.next().done, steps.next().done, steps.next().done]).toEqual([false, false, false]);
  expect(steps.next()).toEqual({ done: true, value: ABC });
});
