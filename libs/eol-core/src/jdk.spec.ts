import { jdkWords, modernJdkVersion } from './jdk';

it.each([
  'alibaba-dragonwell',
  'amazon-corretto',
  'azul-zulu',
  'bellsoft-liberica',
  'eclipse-temurin',
  'graalvm-ce',
  'ibm-semeru-runtime',
  'microsoft-build-of-openjdk',
  'openjdk-builds-from-oracle',
  'oracle-graalvm',
  'oracle-jdk',
  'redhat-build-of-openjdk',
  'sapmachine',
])('%s is a JDK', (product) => expect(jdkWords(product)).toEqual(['jdk', 'jre', 'openjdk', 'java']));

it.each(['nodejs', 'tomcat', '', 'constructor'])('%j is none', (product) => expect(jdkWords(product)).toEqual([]));

it.each([
  ['1.8.0_392', '8.0_392'],
  ['1.1', '1'],
  ['1.9', undefined],
  ['1.80', undefined],
  ['11.0.2', undefined],
])('%s is %s in the newer spelling', (version, spelled) => expect(modernJdkVersion(version)).toBe(spelled));
