import fc from 'fast-check';

import { readImageInput } from './from-line';
import { formatReference, parseReference } from './reference';
import { anyReference } from './testing/any-reference';

describe('what a caller sends as an image', () => {
  it.each([
    ['node:20', 'node:20'],
    ['  node:20\t', 'node:20'],
    ['FROM node:20', 'node:20'],
    ['from node:20 as build', 'node:20'],
    ['From\tnode:20\tAS\tBuild_1', 'node:20'],
    ['FROM --platform=linux/amd64 node:20 AS build', 'node:20'],
    ['FROM --platform=$BUILDPLATFORM --x= golang:1.22', 'golang:1.22'],
    ['FROM node', 'node'],
    ['from', 'from'],
  ])('%j means %s', (text, reference) => {
    expect(readImageInput(text)).toEqual(parseReference(reference));
  });

  it.each([
    ['', /is empty/],
    [' \t ', /is empty/],
    ['node:20\n', /control character/],
    ['FROM node:20\r\nRUN x', /control character/],
    ['node:20\u0000', /control character/],
    ['node:20\u0085', /control character/],
    ['$BASE', /variable BASE/],
    ['node:${NODE_VERSION}', /variable NODE_VERSION/],
    ['FROM ${BASE:-node:20} AS x', /variable BASE/],
    ['node:$1', /a variable/],
    ['RUN npm ci', /RUN names no base image/],
    ['copy --from=build /a /b', /COPY names no base image/],
    ['node:20 AS x', /holds blanks/],
    ['FROM', /names no image/],
    ['FROM --platform=linux/amd64', /names no image/],
    ['FROM --platform linux/amd64 node', /needs a value/],
    ['FROM node:20 AS', /only AS and a stage name/],
    ['FROM node:20 build', /only AS and a stage name/],
    ['FROM node:20 AS a b', /only AS and a stage name/],
    ['FROM node:20 # comment', /only AS and a stage name/],
  ])('%j is a fault: %s', (text, message) => {
    expect(readImageInput(text)).toEqual({ fault: expect.stringMatching(message) });
  });

  it('is the same reference alone and in a FROM line', () => {
    const platform = fc.constantFrom('', '--platform=linux/amd64 ', '--platform=$TARGETPLATFORM  --a=b ');
    const stage = fc.constantFrom('', ' AS build', '\tas  Stage ', '  ');
    fc.assert(
      fc.property(anyReference(), fc.constantFrom('FROM ', 'from\t'), platform, stage, (reference, from, flags, as) => {
        const text = formatReference(reference);

        expect(readImageInput(from + flags + text + as)).toEqual(readImageInput(text));
        expect(readImageInput(text)).toEqual(reference);
      }),
    );
  });

  it('is never thrown over', () => {
    const pieces = fc.constantFrom(
      'FROM',
      'as',
      ' ',
      '\t',
      '--a=b',
      '--',
      '$',
      '${A}',
      'node',
      ':',
      '20',
      '@',
      '\n',
      'RUN',
    );
    const almost = fc.array(pieces, { maxLength: 12 }).map((words) => words.join(''));
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), almost), (text) => {
        expect(() => readImageInput(text)).not.toThrow();
      }),
      { numRuns: 1000 },
    );
  });
});
