import { UnreadableFileError, type Format } from '../entries/format';
import { LineNumbers } from '../syntax/line-numbers';
import { readXml } from '../syntax/xml';

/** Modules whose artifacts Gradle verifies, each with its version. Source: docs.gradle.org, "Verifying dependencies". */
export const GRADLE_VERIFICATION: Format = {
  id: 'gradle-verification',
  label: 'gradle/verification-metadata.xml',
  matches: (path) => /(?:^|\/)verification-metadata\.xml$/.test(path),
  read({ text }, list) {
    const lines = new LineNumbers(text);
    readXml(text, {
      open(path, attributes, offset) {
        if (path[0] !== 'verification-metadata') {
          throw new UnreadableFileError(`is no verification metadata of Gradle: its root is <${path[0]}>`);
        }
        if (path.length !== 3 || path[1] !== 'components' || path[2] !== 'component') return;
        const own = attributes();
        const name = `${own.get('group') ?? ''}:${own.get('name') ?? ''}`;
        list.addRegistryPackage('maven', name, own.get('version') ?? '', { line: lines.at(offset) });
      },
    });
  },
};
