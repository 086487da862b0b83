import type { PublishedFolder } from './folder';

/** Files that name versions of runtimes. */
export const RUNTIMES_FOLDERS: readonly PublishedFolder[] = [
  { folder: 'peers/asdf', format: 'tool-versions', areProducts: true },
  { folder: 'peers/nvm', format: 'nvmrc', areProducts: true },
  {
    folder: 'peers/mise',
    format: 'mise',
    areProducts: true,
    deviations: {
      'not-valid-toml.toml': { why: 'the peer passes over what is no TOML; here that is said', fault: 'here' },
    },
  },
];
