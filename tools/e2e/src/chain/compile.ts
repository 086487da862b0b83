import type { Abi, Hex } from 'viem';
import { SOLIDITY } from './contracts';

/** A compiled contract: `runtime` is what stands at an address, `creation` what a deployment sends. */
export interface CompiledContract {
  readonly abi: Abi;
  readonly creation: Hex;
  readonly runtime: Hex;
}

type ContractName = 'TestUsdc' | 'TestMulticall' | 'TestWallet';

interface SolcOutput {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts?: Record<string, Record<string, SolcContract>>;
}

interface SolcContract {
  readonly abi: Abi;
  readonly evm: {
    readonly bytecode: { readonly object: string };
    readonly deployedBytecode: { readonly object: string };
  };
}

/** Compiles the contracts of the local chain with solc (standard JSON). Throws with the compiler's own text on an error. */
export async function compileContracts(): Promise<Record<ContractName, CompiledContract>> {
  const input = {
    language: 'Solidity',
    sources: { 'test.sol': { content: SOLIDITY } },
    settings: {
      evmVersion: 'paris',
      optimizer: { enabled: true, runs: 200 },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
    },
  };
  const output = JSON.parse((await loadSolc()).compile(JSON.stringify(input))) as SolcOutput;
  const errors = (output.errors ?? []).filter((error) => error.severity === 'error');
  if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join('\n'));

  const pick = (name: string): CompiledContract => {
    const found = output.contracts?.['test.sol']?.[name];
    if (!found) throw new Error(`solc gave no contract ${name}`);
    return {
      abi: found.abi,
      creation: `0x${found.evm.bytecode.object}`,
      runtime: `0x${found.evm.deployedBytecode.object}`,
    };
  };
  return { TestUsdc: pick('TestUsdc'), TestMulticall: pick('TestMulticall'), TestWallet: pick('TestWallet') };
}

/**
 * Loads solc (9 MB of compiled C++, hence only when asked for) and takes away the process listeners that it installs: one of
 * them would turn any unhandled rejection of the host process into a crash with a misleading stack.
 */
async function loadSolc(): Promise<{ compile(input: string): string }> {
  const events = ['unhandledRejection', 'uncaughtException'] as const;
  const before = new Map(events.map((event) => [event, new Set(process.rawListeners(event))]));
  const { default: solc } = await import('solc');
  for (const event of events) {
    for (const listener of process.rawListeners(event)) {
      if (!before.get(event)?.has(listener)) process.removeListener(event, listener as (...args: unknown[]) => void);
    }
  }
  return solc;
}
