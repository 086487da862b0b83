import { UnreadableFileError, type Format } from '../entries/format';

/** The lockfile of bun before 1.2, an image of its memory in a form that is documented nowhere. A `bun.lock` next to it says the same. */
export const BUN_LOCKB: Format = {
  id: 'bun-lockb',
  label: 'bun.lockb of bun 1.0 and 1.1: what to run so that it can be read',
  matches: (path) => /(?:^|\/)bun\.lockb$/.test(path),
  isBinary: true,
  unless: { sibling: 'bun.lock', saysAll: () => true },
  read() {
    throw new UnreadableFileError(
      'is the binary lockfile of bun, which is not read; bun install --save-text-lockfile --frozen-lockfile --lockfile-only writes bun.lock',
    );
  },
};
