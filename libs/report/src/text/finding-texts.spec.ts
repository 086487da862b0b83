import type { Finding } from '../outcome';
import { SAMPLE_OUTCOME } from '../testing/sample-outcome';
import { componentText, sentenceText, shownComponent } from './finding-texts';

const REPOSITORY = 'gcr.io/distroless/nodejs18-debian11';
const IMAGE = `${REPOSITORY}@sha256:${'0123456789abcdef'.repeat(4)}`;
const [sample] = SAMPLE_OUTCOME.findings;

function ofImage(image: string, text: string): Finding {
  return {
    ...(sample as Finding),
    component: { kind: 'image', name: image, version: null, image },
    text,
    moveTo: null,
  };
}

test('of a digest its beginning is shown, in names of machines all of it', () => {
  const { component } = ofImage(IMAGE, '');

  expect(shownComponent(component)).toBe(`${REPOSITORY}@sha256:0123456789ab…`);
  expect(componentText(component)).toBe(IMAGE);
});

test.each([
  ['whole', IMAGE, `${IMAGE} (Debian 11): past its end of life`, 'Debian 11: past its end of life'],
  ['cut', IMAGE, `${IMAGE.slice(0, 99)}… (Debian 11): past its end of life`, 'Debian 11: past its end of life'],
  ['cut, of another one', `${IMAGE}0`, `x${IMAGE.slice(0, 98)}…: past`, `x${IMAGE.slice(0, 98)}…: past`],
  ['short', 'node:18', 'node…: past', 'node…: past'],
])('a component that the sentence begins with is not said twice: %s', (_how, image, text, expected) => {
  expect(sentenceText(ofImage(image, text))).toBe(expected);
});
