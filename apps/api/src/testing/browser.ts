import { existsSync } from 'node:fs';

/** Where Debian and others install Chromium; `CHROMIUM` names another one. */
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Path of a Chromium that tests may start; undefined where there is none. */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM'];
  if (named !== undefined) return existsSync(named) ? named : undefined;
  return PLACES.find((place) => existsSync(place));
}
