import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VERSION } from './version';

test('the version is that of the package', () => {
  const manifest = JSON.parse(readFileSync(join(__dirname, '..', '..', 'package.json'), 'utf8')) as { version: string };

  expect(VERSION).toBe(manifest.version);
});
