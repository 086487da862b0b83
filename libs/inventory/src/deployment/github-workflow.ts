import { readPackage } from '@stackcheck/osv-core';
import type { EntryList } from '../entries/entry-list';
import type { FileText, Format } from '../entries/format';
import { addRuntime } from '../syntax/runtime-demand';
import { ScalarLines } from '../syntax/scalar-lines';
import { arrayAt, entriesAt, isFields, objectAt, stringAt, valueAt } from '../syntax/values';
import { parseYaml } from '../syntax/yaml';
import { addImage } from './image-entry';
import { addRunner } from './runner-labels';
import { versionInputsOf } from './setup-actions';
import { WorkflowContext } from './workflow-context';

const NAME = /(?:^|\/)\.(?:github|gitea|forgejo)\/workflows\/[^/]+\.ya?ml$|(?:^|\/)action\.ya?ml$/;

/** Workflows of GitHub Actions, and actions: what they run on, in and with. */
export const githubWorkflow: Format = {
  id: 'github-workflow',
  label: '.github/workflows/*.yml and action.yml: runners, containers, services, actions and the versions they set up',
  matches: (path) => NAME.test(path),
  read({ text }: FileText, list: EntryList): void {
    const reader = new Workflow(text, list);
    for (const document of parseYaml(text)) {
      const context = WorkflowContext.of(document);
      for (const [, job] of entriesAt(document, 'jobs')) reader.job(job, context.with(job));
      reader.action(objectAt(document, 'runs'), context);
    }
  },
};

class Workflow {
  private readonly lines: ScalarLines;

  constructor(
    private readonly text: string,
    private readonly list: EntryList,
  ) {
    this.lines = new ScalarLines(text);
  }

  job(job: unknown, context: WorkflowContext): void {
    this.runsOn(valueAt(job, 'runs-on'), context);
    this.image(valueAt(job, 'container'), context);
    for (const [, service] of entriesAt(job, 'services')) this.image(service, context);
    this.uses(job, context);
    for (const step of arrayAt(job, 'steps')) this.uses(step, context.with(step));
  }

  /** `runs` of an action: the Node.js it is written for, its image, or steps. */
  action(runs: unknown, context: WorkflowContext): void {
    const using = stringAt(runs, 'using') ?? '';
    if (/^node\d/.test(using)) this.runtime('node', using, 'runs.using', using);
    const image = stringAt(runs, 'image') ?? '';
    if (image.startsWith('docker://'))
      addImage(this.list, image.slice('docker://'.length), this.lines.lineOf('image', image));
    else if (image !== '') this.list.addApart(image, 'path', this.lines.lineOf('image', image));
    for (const step of arrayAt(runs, 'steps')) this.uses(step, context);
  }

  private runsOn(value: unknown, context: WorkflowContext): void {
    const labels = isFields(value) ? valueAt(value, 'labels') : value;
    for (const written of Array.isArray(labels) ? (labels as unknown[]) : [labels]) {
      if (typeof written !== 'string' || written === '') continue;
      const line = this.lines.lineOf('runs-on', written);
      for (const label of context.textsOf(written)) addRunner(this.list, label, line);
    }
  }

  /** A container or service: its image, or an object with it. */
  private image(value: unknown, context: WorkflowContext): void {
    const written = typeof value === 'string' ? value : (stringAt(value, 'image') ?? '');
    if (written === '') return;
    const line = this.lines.lineOf('image', written) ?? this.lines.lineOf('container', written);
    for (const ref of context.textsOf(written)) addImage(this.list, ref, line);
  }

  private uses(step: unknown, context: WorkflowContext): void {
    const uses = stringAt(step, 'uses') ?? '';
    if (uses === '') return;
    const line = this.lines.lineOf('uses', uses);
    if (uses.startsWith('docker://')) return addImage(this.list, uses.slice('docker://'.length), line);
    if (uses.startsWith('./') || uses.startsWith('../')) return this.list.addApart(uses, 'path', line);
    const [, owner, name, path = '', ref] = /^([\w.-]+)\/([\w.-]+)((?:\/[^@\s]+)?)@(\S+)$/.exec(uses) ?? [];
    if (owner === undefined || name === undefined || ref === undefined) {
      return this.list.addApart(uses, uses.includes('${{') ? 'variable' : 'unsupported', line);
    }
    this.used(uses, `${owner}/${name}`, ref, line);
    // Its releases are those of Rust.
    if (`${owner}/${name}` === 'dtolnay/rust-toolchain' && /^\d/.test(ref)) this.runtime('rust', ref, 'uses', uses);
    for (const { tool, input } of versionInputsOf(`${owner}/${name}${path}`)) {
      this.versions(tool, input, objectAt(step, 'with'), context);
    }
  }

  /** An action by its tag. A commit is that of the tag in the comment after it, if there is one, as update bots write it. */
  private used(uses: string, repository: string, ref: string, line: number | undefined): void {
    const isCommit = /^[0-9a-f]{40}$|^[0-9a-f]{64}$/.test(ref);
    const tag = isCommit ? this.commentTag(uses) : /\d/.test(ref) ? ref : undefined;
    const purl = tag === undefined ? undefined : readPackage(`pkg:github/${repository}@${encodeURIComponent(tag)}`);
    if (purl?.ok === true) this.list.addPackage(purl.purl, { line });
    else this.list.addApart(`${repository}@${ref}`, 'git', line);
  }

  private commentTag(uses: string): string | undefined {
    const at = this.text.indexOf(uses) + uses.length;
    return /^["']?[ \t]+#[ \t]*(?:tag=|pin@|ratchet:\S*@)?(v?\d[\w.-]*)/.exec(this.text.slice(at, at + 200))?.[1];
  }

  private versions(tool: string, input: string, inputs: unknown, context: WorkflowContext): void {
    const written = stringAt(inputs, input) ?? '';
    // A list is written as several lines; `>=3.8 <4` is one.
    for (const one of written.split('\n').map((line) => line.trim())) {
      if (one === '') continue;
      for (const version of context.textsOf(one)) {
        const vendors = tool === 'java' ? context.textsOf(stringAt(inputs, 'distribution') ?? '') : [''];
        for (const vendor of vendors) this.runtime(tool, withVendor(vendor, version), input, one);
      }
    }
  }

  private runtime(tool: string, written: string, where: string, text: string): void {
    const key = where.split('.').pop() ?? where;
    // Of versions in several lines the first one's key is found.
    const line = this.lines.lineOf(key, text) ?? this.lines.lineOfKey(key);
    addRuntime(this.list, { tool, written, where, line });
  }
}

/** As version managers write it. */
function withVendor(vendor: string, version: string): string {
  return vendor === '' || !/^\d/.test(version) ? version : `${vendor}-${version}`;
}
