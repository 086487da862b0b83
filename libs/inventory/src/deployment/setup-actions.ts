/** An input of an action that says the version of a tool. */
export interface VersionInput {
  readonly tool: string;
  readonly input: string;
}

const setup = (tool: string, input = `${tool}-version`): VersionInput => ({ tool, input });

/** Actions that install runtimes, with the inputs that say which version, by their documentation. */
const ACTIONS: ReadonlyMap<string, readonly VersionInput[]> = new Map([
  ['actions/setup-node', [setup('node')]],
  ['actions/setup-python', [setup('python')]],
  ['actions/setup-java', [setup('java')]],
  ['actions/setup-go', [setup('go')]],
  ['actions/setup-dotnet', [setup('dotnet')]],
  ['actions/setup-ruby', [setup('ruby')]],
  ['ruby/setup-ruby', [setup('ruby')]],
  ['shivammathur/setup-php', [setup('php')]],
  ['graalvm/setup-graalvm', [setup('java')]],
  ['denoland/setup-deno', [setup('deno')]],
  ['oven-sh/setup-bun', [setup('bun')]],
  ['pnpm/action-setup', [setup('pnpm', 'version')]],
  ['erlef/setup-beam', [setup('otp'), setup('elixir'), setup('gleam')]],
  ['erlef/setup-elixir', [setup('otp'), setup('elixir')]],
  ['hashicorp/setup-terraform', [setup('terraform', 'terraform_version')]],
  ['hashicorp/setup-packer', [setup('packer', 'version')]],
  ['opentofu/setup-opentofu', [setup('opentofu', 'tofu_version')]],
  ['gradle/actions/setup-gradle', [setup('gradle')]],
  ['gradle/gradle-build-action', [setup('gradle')]],
  ['stcarolas/setup-maven', [setup('maven')]],
  ['julia-actions/setup-julia', [setup('julia', 'version')]],
  ['haskell-actions/setup', [setup('ghc')]],
  ['azure/setup-kubectl', [setup('kubectl', 'version')]],
  ['actions-rs/toolchain', [setup('rust', 'toolchain')]],
  ['dtolnay/rust-toolchain', [setup('rust', 'toolchain')]],
  ['actions-rust-lang/setup-rust-toolchain', [setup('rust', 'toolchain')]],
  ['astral-sh/setup-uv', [setup('python')]],
  ['shogo82148/actions-setup-perl', [setup('perl')]],
]);

/** The inputs of an action that say versions. @param action `owner/name`, in any case, perhaps with a path in its repository */
export function versionInputsOf(action: string): readonly VersionInput[] {
  return ACTIONS.get(action.toLowerCase()) ?? [];
}
