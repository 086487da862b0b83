import type { Finding, FindingComponent, FindingPlace } from '../outcome';
import { onOneLine } from '@stackcheck/pictures/markup';

/** A component as people name it: `node:18-alpine`, `lodash 4.17.15`. */
export function componentText({ name, version, image }: FindingComponent): string {
  return onOneLine(image ?? (version === null ? name : `${name} ${version}`));
}

/** The same where people read it: of a digest its beginning, which is enough to find it; all of it would take the room of the name. */
export function shownComponent(component: FindingComponent): string {
  return componentText(component).replace(/(@sha256:[0-9a-f]{12})[0-9a-f]{20,}$/, '$1…');
}

/** A place as editors open it: `Dockerfile:1`. */
export function placeText({ path, line }: FindingPlace): string {
  return line === undefined ? onOneLine(path) : `${onOneLine(path)}:${line}`;
}

/**
 * The sentence of a finding without the component, where that stands in front of it already, and with what to move to, unless it
 * says so itself.
 */
export function sentenceText(finding: Finding): string {
  return withMove(withoutComponent(finding), finding);
}

/** The whole sentence of a finding with what to move to. */
export function fullSentence(finding: Finding): string {
  return withMove(onOneLine(finding.text), finding);
}

function withMove(sentence: string, { moveTo }: Finding): string {
  const move = onOneLine(moveTo ?? '');
  if (move === '') return sentence;
  const at = sentence.search(/; (?:move to|safe from) /);
  if (at < 0) return `${sentence}; move to ${move}`;
  // The advice of a sentence names a cycle or a version; where that of the finding is an image, it is what to write.
  const isNamed = sentence
    .slice(at)
    .split(/[\s;,()]+/)
    .includes(move);
  return isNamed ? sentence : `${sentence}, as ${move}`;
}

function withoutComponent({ text, component }: Finding): string {
  const sentence = onOneLine(text);
  // An artifact of Maven goes by its own name in sentences, without that of its group.
  const shown = [
    componentText(component),
    componentText({ ...component, name: component.name.replace(/^.*[:/]/, '') }),
    onOneLine(component.purl ?? ''),
  ];
  for (const label of shown) {
    const length = lengthIn(sentence, label);
    if (length === 0) continue;
    const rest = sentence.slice(length);
    const [, part, said] = /^(?: \(([^()]*)\))?: (.+)$/.exec(rest) ?? [];
    if (said !== undefined) return part === undefined ? said : `${part}: ${said}`;
  }
  return sentence;
}

/** How many characters of the sentence are the label, whole or cut where it is long; none where it begins otherwise. */
function lengthIn(sentence: string, label: string): number {
  if (sentence.startsWith(label)) return label.length;
  const cut = sentence.indexOf('…');
  return cut >= CUT_MIN && label.startsWith(sentence.slice(0, cut)) ? cut + 1 : 0;
}

/** Shorter labels are never cut. */
const CUT_MIN = 60;
