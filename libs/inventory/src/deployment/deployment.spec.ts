import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEPLOYMENT_FORMATS } from '.';
import { formatOf } from '../read-file';
import { inOneLine, readTextCases } from '../testing/read-cases';
import { readText } from '../testing/read-text';
import { helmChart } from './helm-chart';
import { kubernetes } from './kubernetes';

const table = readFileSync(join(__dirname, 'deployment.cases.txt'), 'utf8');

describe('a file of a deployment', () => {
  it.each(readTextCases(table))('$title', ({ title, text, expected }) => {
    const path = `a/${title.split(',')[0]}`;
    const format = formatOf(path, text)!;

    expect(DEPLOYMENT_FORMATS).toContain(format);
    expect(inOneLine(readText(format, text, path))).toBe(expected);
  });

  it.each([
    ['compose.yml', 'compose'],
    ['docker-compose-dev.yaml', 'compose'],
    ['prod.compose.yaml', 'compose'],
    ['composer.yaml', undefined],
    ['.github/workflows/ci.yaml', 'github-workflow'],
    ['.github/dependabot.yml', undefined],
    ['transaction.yml', undefined],
    ['ci/build.gitlab-ci.yml', 'gitlab-ci'],
    ['values.yaml', 'helm-values'],
    ['charts/a/values.prod.yaml', 'helm-values'],
    ['myvalues.yaml', undefined],
    ['charts/a/Chart.yaml', 'helm-chart'],
    ['charts/a/Chart.lock', 'helm-chart'],
    ['requirements.yml', undefined],
  ])('%s is read as %s', (path, id) => {
    expect(DEPLOYMENT_FORMATS.find((format) => format.matches(path))?.id).toBe(id);
  });
});

describe('a manifest of Kubernetes is recognised', () => {
  it.each([
    ['by both keys, in any order', 'kind: Pod\nmetadata: {}\napiVersion: v1\n', true],
    ['after comments and marks', '# a\n---\n%YAML 1.2\n---\napiVersion: v1\nkind: Pod\n', true],
    ['in a template', '{{- if .Values.a }}\napiVersion: v1\nkind: Pod\n{{ end }}', true],
    ['in JSON', '{\n "kind": "Pod",\n "apiVersion": "v1"\n}', true],
    ['not by one of them', 'apiVersion: v2\nname: chart\n', false],
    ['not deeper in', 'a:\n  apiVersion: v1\n  kind: Pod\n', false],
    ['not in prose', '# How to\n\nWrite a manifest:\n\n```\napiVersion: v1\nkind: Pod\n```\n', false],
    ['not in a template of JSON', '{{ x }}', false],
  ])('%s', (_how, head, isOne) => {
    expect(kubernetes.recognizes!(head)).toBe(isOne);
  });

  it('and refused where no document is one', () => {
    expect(() => readText(kubernetes, 'a: 1\n')).toThrow('holds no object with apiVersion and kind');
  });
});

it('a chart of Helm that is no mapping is refused', () => {
  expect(() => readText(helmChart, '- name: app\n')).toThrow('is no chart of Helm: it holds no mapping');
});
