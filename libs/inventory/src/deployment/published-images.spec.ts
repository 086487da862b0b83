import { formatReference, parseReference, readImageInput } from '@stackcheck/image-parser';
import * as fc from 'fast-check';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readText } from '../testing/read-text';
import { compose } from './compose';
import { dockerfile } from './dockerfile';
import { kubernetes } from './kubernetes';

const corpora = resolve(__dirname, '../../../..', process.env['CORPORA_DIR'] ?? '../shared/corpora');
const deploy = join(corpora, 'inputs', 'deploy');
const suite = existsSync(deploy) ? describe : describe.skip;
const note = existsSync(deploy) ? '' : ' (skipped: no inputs/deploy)';

suite(`images of published files${note}`, () => {
  it.each([
    ['dockerfile', dockerfile, 31],
    ['compose', compose, 23],
    ['kubernetes', kubernetes, 25],
  ])('of %s are references to image-parser', (folder, format, least) => {
    const refs = readdirSync(join(deploy, folder)).flatMap((name) => {
      const { images } = readText(format, readFileSync(join(deploy, folder, name), 'utf8'));
      return images.map(({ ref }) => ref);
    });

    expect(refs.filter((ref) => 'fault' in readImageInput(ref))).toEqual([]);
    expect(refs.length).toBeGreaterThanOrEqual(least);
  });

  it('of FROM lines are those that image-parser reads in the same lines', () => {
    const differing = readdirSync(join(deploy, 'dockerfile')).filter((name) => {
      const text = readFileSync(join(deploy, 'dockerfile', name), 'utf8');
      const lines = text.split('\n');
      return readText(dockerfile, text).images.some(({ ref, line }) => {
        const read = readImageInput(lines[line! - 1]!.trim());
        const own = parseReference(ref);
        return 'fault' in read || 'fault' in own || formatReference(read) !== formatReference(own);
      });
    });

    expect(differing).toEqual([]);
  });
});

describe('a Dockerfile of any text', () => {
  const word = fc.stringMatching(/^[a-zA-Z0-9$\{}:@\/"'\\.-]{1,14}$/);
  const line = fc.oneof(
    word.map((text) => `FROM ${text}`),
    fc.tuple(word, word).map(([name, value]) => `ARG ${name}=${value}`),
    word.map((text) => `COPY --from=${text} / /`),
    fc.constantFrom('RUN <<EOF', 'EOF', '\\', '# escape=`', 'ONBUILD FROM a', ''),
  );

  it('names images that image-parser can read, and no others', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const { images } = readText(dockerfile, lines.join('\n'));

        expect(images.filter(({ ref }) => 'fault' in parseReference(ref))).toEqual([]);
        expect(images.every((image) => image.line !== undefined && image.line <= lines.length)).toBe(true);
      }),
    );
  });
});
