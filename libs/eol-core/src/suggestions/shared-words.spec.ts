import { sharedWord } from './shared-words';

const JDKS = ['eclipse-temurin', 'openjdk-builds-from-oracle', 'amazon-corretto', 'azul-zulu', 'oracle-jdk'];
const WINDOWS = ['windows', 'windows-server', 'windows-server-core', 'windows-nano-server', 'windows-embedded'];
const AMAZON = ['amazon-linux', 'amazon-corretto', 'amazon-eks', 'aws-lambda', 'amazon-rds-postgresql'];

it.each<[string, readonly string[]]>([
  ...['java', 'javase', 'jdk', 'jre', 'openjdk', 'openjre'].map((word) => [word, JDKS] as [string, string[]]),
  ...['windows', 'microsoftwindows', 'win'].map((word) => [word, WINDOWS] as [string, string[]]),
  ...['amazon', 'aws'].map((word) => [word, AMAZON] as [string, string[]]),
  ['linux', ['linux', 'ubuntu', 'debian', 'alpine-linux', 'rhel']],
  ['net', ['dotnet', 'dotnetfx']],
  ['python', []],
  ['', []],
])('%s is said of %j', (word, products) => {
  expect(sharedWord(word)).toEqual(products);
});
