import { FORMATS } from '../formats';
import { readText } from '../testing/read-text';

describe('a file that people write by hand', () => {
  it.each([
    ...['dockerfile', 'compose', 'github-workflow', 'package-json', 'mise'].map((id) => [id, 1_048_576] as const),
    ...['nvmrc', 'python-version', 'tool-versions', 'sdkmanrc'].map((id) => [id, 65_536] as const),
  ])('is refused as %s where it is longer than %d characters', (id, most) => {
    const format = FORMATS.find((one) => one.id === id)!;

    expect(() => readText(format, ' '.repeat(most))).not.toThrow('characters');
    expect(() => readText(format, ' '.repeat(most + 1))).toThrow(`has more than ${most} characters`);
  });
});
