import { readStack } from './read-stack';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const pasted = (text: string, format?: string) => readStack([{ name: '', bytes: bytesOf(text) }], format);

describe('text that was pasted', () => {
  it.each([
    ['dockerfile', '# syntax=docker/dockerfile:1\nARG V=18\nFROM node:$V\n'],
    ['npm-lockfile', '{ "name": "a", "lockfileVersion": 3, "packages": {} }'],
    ['pnpm-lockfile', "lockfileVersion: '9.0'\n"],
    ['yarn-lockfile', '# yarn lockfile v1\n\na@^1:\n  version "1.0.0"\n'],
    ['compose', 'services:\n  db:\n    image: postgres:16\n'],
    ['gemfile-lock', 'GEM\n  remote: https://rubygems.org/\n  specs:\n    rack (3.0.0)\n'],
    ['go-mod', 'module example.com/a\n\ngo 1.22\n'],
    ['cargo-lock', '[[package]]\nname = "a"\nversion = "1.0.0"\n'],
    ['requirements', 'django==3.2.25\nrequests[socks]==2.31.0\n'],
    ['cyclonedx', '{"bomFormat": "CycloneDX", "specVersion": "1.6", "components": []}'],
  ])('is recognised: %s', (format, text) => {
    const { files, unknown } = pasted(text);

    expect([files.map((file) => [file.format, file.readable]), unknown]).toEqual([[[format, true]], []]);
  });

  it('of no kind is reported, and may be given one', () => {
    expect(pasted('hello')).toEqual({ files: [], unknown: ['the pasted text'] });
    expect(pasted('FROM node:18', 'dockerfile').files[0]?.images).toEqual([{ ref: 'node:18', line: 1 }]);
  });
});

it('files are read by their names; what is of no kind is reported by name', () => {
  const { files, unknown } = readStack([
    { name: 'Dockerfile', bytes: bytesOf('FROM node:18') },
    { name: 'notes.txt', bytes: bytesOf('FROM node:18') },
  ]);

  expect([files.map(({ path }) => path), unknown]).toEqual([['Dockerfile'], ['notes.txt']]);
});

it('a text of comments alone is of no kind, and is not looked at twice', () => {
  for (const unit of ['# ', 'ARG ', '#\n', ' \n', 'ARG a\n']) {
    const text = unit.repeat(Math.floor(65_536 / unit.length));
    expect(pasted(text).files).toEqual([]);
  }
});
