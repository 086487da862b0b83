import { KNOWN_VENDORS } from '@stackcheck/image-parser/table';
import { jdkWords, modernJdkVersion } from './jdk';

it.each(KNOWN_VENDORS.flatMap(({ product }) => product ?? []))(
  '%s, which images name as a vendor, is a JDK',
  (product) => expect(jdkWords(product)).toEqual(['jdk', 'jre', 'openjdk', 'java']),
);

it.each(['oracle-graalvm', 'oracle-jdk', 'redhat-build-of-openjdk'])('%s is one', (product) =>
  expect(jdkWords(product)).not.toEqual([]),
);

it.each(['nodejs', 'tomcat', '', 'constructor'])('%j is none', (product) => expect(jdkWords(product)).toEqual([]));

it.each([
  ['1.8.0_392', '8.0_392'],
  ['1.1', '1'],
  ['1.9', undefined],
  ['1.80', undefined],
  ['11.0.2', undefined],
])('%s is %s in the newer spelling', (version, spelled) => expect(modernJdkVersion(version)).toBe(spelled));
