import { readFileSync } from 'node:fs';
import { inRoot } from './workspace';

describe('package-lock.json', () => {
  it('holds no download addresses: npm ci works without them, and they would name one registry', () => {
    const lock = readFileSync(inRoot('package-lock.json'), 'utf8');

    expect(lock).not.toMatch(/"resolved": "https?:/);
  });
});
