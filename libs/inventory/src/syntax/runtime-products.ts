/**
 * What tools are called by version managers (asdf, mise, SDKMAN, nodenv), in `engines` of package.json and in names of setup actions,
 * with the product that they are; lower-cased. Java is not here: its product is its vendor's.
 */
const PRODUCTS: ReadonlyMap<string, string> = new Map([
  ...same('nodejs', 'node', 'nodejs', 'core:node'),
  ...same('python', 'python', 'core:python', 'cpython'),
  ...same('ruby', 'ruby', 'core:ruby'),
  ...same('jruby', 'jruby'),
  ...same('go', 'go', 'golang', 'core:go'),
  ...same('php', 'php'),
  ...same('perl', 'perl'),
  ...same('rust', 'rust', 'core:rust'),
  ...same('dotnet', 'dotnet', 'dotnet-core', 'dotnetcore', 'dotnet-sdk'),
  ...same('erlang', 'erlang', 'otp', 'core:erlang'),
  ...same('elixir', 'elixir', 'core:elixir'),
  ...same('gleam', 'gleam'),
  ...same('deno', 'deno', 'core:deno'),
  ...same('bun', 'bun', 'core:bun'),
  ...same('yarn', 'yarn'),
  ...same('pnpm', 'pnpm'),
  ...same('composer', 'composer'),
  ...same('kotlin', 'kotlin'),
  ...same('scala', 'scala'),
  ...same('apache-groovy', 'groovy'),
  ...same('gradle', 'gradle'),
  ...same('apache-maven', 'maven', 'mvn'),
  ...same('ant', 'ant'),
  ...same('bazel', 'bazel'),
  ...same('grails', 'grails'),
  ...same('micronaut', 'micronaut'),
  ...same('quarkus-framework', 'quarkus'),
  ...same('spring-boot', 'springboot', 'spring-boot'),
  ...same('apache-spark', 'spark'),
  ...same('apache-flink', 'flink'),
  ...same('tomcat', 'tomcat'),
  ...same('julia', 'julia'),
  ...same('lua', 'lua'),
  ...same('ghc', 'ghc'),
  ...same('terraform', 'terraform'),
  ...same('opentofu', 'opentofu', 'tofu'),
  ...same('hashicorp-packer', 'packer'),
  ...same('hashicorp-vault', 'vault'),
  ...same('consul', 'consul'),
  ...same('nomad', 'nomad'),
  ...same('boundary', 'boundary'),
  ...same('kubernetes', 'kubectl', 'kubernetes'),
  ...same('istio', 'istioctl'),
  ...same('argo-cd', 'argocd', 'argo-cd'),
  ...same('argo-workflows', 'argo'),
  ...same('powershell', 'powershell', 'powershell-core'),
  ...same('postgresql', 'postgres', 'postgresql'),
  ...same('mysql', 'mysql'),
  ...same('mariadb', 'mariadb'),
  ...same('mongodb', 'mongodb'),
  ...same('redis', 'redis'),
  ...same('valkey', 'valkey'),
  ...same('sqlite', 'sqlite'),
  ...same('etcd', 'etcd'),
  ...same('nginx', 'nginx'),
  ...same('caddy', 'caddy'),
  ...same('traefik', 'traefik'),
  ...same('ansible-core', 'ansible-core'),
]);

function same(product: string, ...names: readonly string[]): (readonly [string, string])[] {
  return names.map((name) => [name, product]);
}

/** The product that a tool is; undefined where it is none, or not known. */
export function productOfTool(name: string): string | undefined {
  return PRODUCTS.get(name.trim().toLowerCase());
}

/** Ids of all products named here. */
export const TOOL_PRODUCTS: ReadonlySet<string> = new Set(PRODUCTS.values());
