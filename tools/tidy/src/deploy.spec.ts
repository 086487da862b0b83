import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { CONFIG_VARIABLES as API_VARIABLES, readConfig } from '@stackcheck/api';
import { CONFIG_VARIABLES as INGEST_VARIABLES } from '@stackcheck/ingest';
import { readFile } from '@stackcheck/inventory';
import { inRoot, manifestOf, textOf } from './workspace';

/** The reader of YAML that the inventory declares, with merged keys, as compose has them. */
const yaml = createRequire(inRoot('libs/inventory/package.json'))('js-yaml') as {
  readonly YAML11_SCHEMA: object;
  load(text: string, options: { schema: object }): unknown;
  loadAll(text: string, options: { schema: object }): unknown[];
};
const schema = yaml.YAML11_SCHEMA;
const load = (text: string) => yaml.load(text, { schema });
const loadAll = (text: string) => yaml.loadAll(text, { schema });

const COMPOSE = 'deploy/compose.yaml';
const KUBERNETES = 'deploy/kubernetes.yaml';
const SERVICES = ['stackcheck-api.service', 'stackcheck-ingest.service'].map((name) => `deploy/systemd/${name}`);
const UNITS = [...SERVICES, 'deploy/systemd/stackcheck-api.socket'];

interface Service {
  readonly image?: string;
  readonly environment?: Readonly<Record<string, string | null>>;
  readonly read_only?: boolean;
  readonly profiles?: readonly string[];
  readonly ports?: readonly string[];
}
interface Scraping {
  readonly scrape_configs: readonly { readonly static_configs: readonly { readonly targets: readonly string[] }[] }[];
}
interface PodOwner {
  readonly template: {
    readonly spec: {
      readonly securityContext: object;
      readonly containers: readonly { readonly ports?: readonly { readonly name: string }[] }[];
    };
  };
}
const services = (load(textOf(COMPOSE)) as { readonly services: Readonly<Record<string, Service>> }).services;
const isOurs = ({ image }: Service): boolean => image?.startsWith('stackcheck:') === true;

/** `NAME=` at the beginning of a line, or after `Environment=` of a unit. */
const assigned = (file: string): readonly string[] =>
  [...textOf(file).matchAll(/^(?:Environment=)?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name!);

/** Of Node, which the program does not read itself. */
const OF_NODE = ['NODE_ENV'];

/** What the files that are named would hold. */
const SECRETS: Readonly<Record<string, string>> = {
  FACILITATOR_TOKEN_FILE: 'a-token',
  RPC_URL_FILE: 'https://rpc.example/key',
  GAS_KEY_FILE: `0x${'5e'.repeat(32)}`,
  RECEIPT_KEY_FILE: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
};

/** Each place that sets variables, with their names. */
const SETTING: readonly (readonly [place: string, names: readonly string[]])[] = [
  [
    'deploy/Dockerfile',
    [...textOf('deploy/Dockerfile').matchAll(/(?<=^ENV .*)\b([A-Z][A-Z_]+)=/gm)].map(([, name]) => name!),
  ],
  ...Object.entries(services)
    .filter(([, service]) => isOurs(service))
    .map(([name, { environment }]) => [`${COMPOSE} ${name}`, Object.keys(environment ?? {})] as const),
  [KUBERNETES, Object.keys(configMap())],
  ...SERVICES.map((file) => [file, assigned(file)] as const),
  ...['stackcheck.env', 'ingest.env', 'facilitator.conf', 'self.conf'].map(
    (name) => [`deploy/systemd/${name}`, assigned(`deploy/systemd/${name}`)] as const,
  ),
];

/** Each place that configures the API as a whole. */
const CONFIGURED: readonly (readonly [place: string, env: Readonly<Record<string, string>>])[] = [
  ...['api', 'node1', 'node2', 'node3'].map((name) => [`${COMPOSE} ${name}`, environmentOf(name)] as const),
  [KUBERNETES, configMap()],
  ['deploy/systemd/stackcheck.env', settings('deploy/systemd/stackcheck.env')],
  ['deploy/systemd/facilitator.conf', settings('deploy/systemd/facilitator.conf')],
  ['deploy/systemd/self.conf', settings('deploy/systemd/self.conf')],
];

describe('deploy', () => {
  it.each<readonly [string, readonly string[]]>([
    ['deploy/Dockerfile', ['node:26-trixie', 'node:26-trixie-slim']],
    [COMPOSE, ['caddy:2.10-alpine', 'grafana/grafana:12.1.1', 'postgres:18', 'prom/prometheus:v3.5.0']],
    [KUBERNETES, [`stackcheck:${manifestOf('.').version}`]],
  ])('%s is read by our own inventory, which finds its images', (path, images) => {
    const found = readFile({ path, bytes: new TextEncoder().encode(textOf(path)) });

    expect(found?.problems).toEqual([]);
    expect(found?.images.map(({ ref }) => ref)).toEqual(expect.arrayContaining(images));
  });

  it.each(SETTING)('%s sets variables that the programs read', (_place, names) => {
    const secrets = API_VARIABLES.filter(({ secret }) => secret).map(({ name }) => `${name}_FILE`);
    const read = new Set([...[...API_VARIABLES, ...INGEST_VARIABLES].map(({ name }) => name), ...secrets, ...OF_NODE]);

    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !read.has(name))).toEqual([]);
  });

  it.each(CONFIGURED)('%s is a configuration without fault or warning, its secrets given', (_place, env) => {
    const given = Object.keys(env)
      .filter((name) => name.endsWith('_FILE'))
      .map((name) => [name.slice(0, -'_FILE'.length), SECRETS[name]] as const);
    const open = Object.entries(env).filter(([name]) => !name.endsWith('_FILE'));

    expect(readConfig({ ...Object.fromEntries(open), ...Object.fromEntries(given) }).warnings).toEqual([]);
  });

  it('runs our own containers without root, capabilities and a root file system that can be written', () => {
    const ours = Object.entries(services).filter(([, service]) => isOurs(service));

    expect(ours.map(([name]) => name)).toEqual(['api', 'ingest', 'node1', 'node2', 'node3']);
    for (const [, service] of ours)
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    expect(textOf('deploy/Dockerfile')).toMatch(/^USER 10001:10001$/m);
    expect(textOf(KUBERNETES).match(/&locked|\*locked/g)).toHaveLength(2);
  });

  it('bounds what containers log and take, and stops what is in front before what is behind', () => {
    for (const [name, service] of Object.entries(services))
      expect({ name, ...service }).toMatchObject({
        ...{ logging: { driver: 'local' }, restart: 'unless-stopped' },
        security_opt: ['no-new-privileges:true'],
        ...(isOurs(service) ? { mem_limit: expect.any(String), pids_limit: 512, stop_grace_period: '40s' } : {}),
      });
    expect(services['caddy']).toMatchObject({ depends_on: ['api'], stop_grace_period: '40s' });
    const published = Object.values(services).flatMap(({ ports = [] }) => ports);
    expect(published).toEqual(['80:80', '443:443', '443:443/udp', '127.0.0.1:3000:3000']);
  });

  it('scrapes the ports that compose and Kubernetes open', () => {
    const scraping = load(textOf('deploy/prometheus/prometheus.yml')) as Scraping;
    const targets = scraping.scrape_configs.flatMap((job) => job.static_configs.flatMap(({ targets: all }) => all));
    const portOf = (name: string, variable: string) => `${services[name]!.environment![variable]!}`;

    expect(targets).toEqual([
      `api:${portOf('api', 'METRICS_PORT')}`,
      ...['node1', 'node2', 'node3'].map((name) => `postgres:${portOf(name, 'METRICS_PORT')}`),
      `ingest:${portOf('ingest', 'INGEST_METRICS_PORT')}`,
    ]);
    const text = textOf(KUBERNETES);
    for (const [variable, port] of [
      ['METRICS_PORT', '9464'],
      ['INGEST_METRICS_PORT', '9465'],
    ] as const) {
      expect(text).toMatch(new RegExp(`${variable}[:\\s]+(value: )?'${port}'`));
      expect(text).toMatch(new RegExp(`containerPort: ${port}`));
    }
  });

  it('has a pod that nothing of its cluster configures or opens', () => {
    const documents = loadAll(textOf(KUBERNETES)) as readonly { kind: string; spec?: PodOwner }[];
    const { spec } = documents.find(({ kind }) => kind === 'StatefulSet')!.spec!.template;

    expect(spec).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false });
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, fsGroupChangePolicy: 'OnRootMismatch' });
    const named = spec.containers.flatMap(({ ports = [] }) => ports.map(({ name }) => name));
    const asked = JSON.stringify(documents.filter(({ kind }) => kind === 'Service' || kind === 'NetworkPolicy'));
    for (const [, port] of asked.matchAll(/"(?:targetPort|port)":"([\w-]+)"/g)) expect(named).toContain(port);
    expect(documents.map(({ kind }) => kind)).toContain('NetworkPolicy');
  });

  it.each(SERVICES)('%s is started again as long as it takes, and leaves no core', (unit) => {
    expect(textOf(unit)).toMatch(/^\[Unit\](.*\n)*?StartLimitIntervalSec=0$/m);
    expect(textOf(unit)).toMatch(/^LimitCORE=0$/m);
  });

  const security = spawnSync('systemd-analyze', ['security', '--help']).status === 0 ? it : it.skip;
  security.each(SERVICES)(
    '%s is hardened so that systemd has little to complain of (needs systemd-analyze)',
    (unit) => {
      const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', inRoot(unit)], {
        encoding: 'utf8',
      });

      const [, level] = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout) ?? [];
      expect(Number(level)).toBeLessThan(2);
    },
  );

  it('has rules, scraping and provisioning that are YAML, and dashboards that are JSON', () => {
    for (const file of ['prometheus/alerts.yml', 'prometheus/prometheus.yml']) load(textOf(`deploy/${file}`));
    for (const folder of ['datasources', 'dashboards'])
      for (const file of readdirSync(inRoot('deploy/grafana/provisioning', folder)))
        expect(load(textOf(`deploy/grafana/provisioning/${folder}/${file}`))).toMatchObject({ apiVersion: 1 });
    for (const file of readdirSync(inRoot('deploy/grafana/dashboards')))
      expect(JSON.parse(textOf(`deploy/${dashboard(file)}`))).toMatchObject({ uid: 'stackcheck' });
  });

  const verify = spawnSync('systemd-analyze', ['--version']).status === 0 && nodeIsWhereUnitsSay() ? it : it.skip;
  verify('has units that systemd-analyze accepts (needs systemd-analyze and /usr/bin/node)', () => {
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...UNITS.map((unit) => inRoot(unit))], {
      encoding: 'utf8',
    });

    expect({ status, stderr: stderr.split('\n').filter((line) => line.includes('stackcheck-')) }).toEqual({
      status: 0,
      stderr: [],
    });
  });
});

function dashboard(name: string): string {
  return `grafana/dashboards/${name}`;
}

function configMap(): Readonly<Record<string, string>> {
  const documents = loadAll(textOf(KUBERNETES)) as readonly { kind: string; data?: Record<string, string> }[];
  return documents.find(({ kind }) => kind === 'ConfigMap')!.data!;
}

/** Of a service of compose.yaml, as it is when the shell sets nothing. */
function environmentOf(service: string): Readonly<Record<string, string>> {
  const given = Object.entries(services[service]!.environment ?? {});
  return Object.fromEntries(given.map(([name, text]) => [name, (text ?? '').replace(/\$\{\w+:-([^}]*)\}/g, '$1')]));
}

function settings(file: string): Readonly<Record<string, string>> {
  const lines = [...textOf(file).matchAll(/^(?:Environment=)?([A-Z][A-Z0-9_]*)=(.*)$/gm)];
  return Object.fromEntries(lines.map(([, name, value]) => [name!, value!]));
}

function nodeIsWhereUnitsSay(): boolean {
  return spawnSync('/usr/bin/node', ['--version']).status === 0;
}
