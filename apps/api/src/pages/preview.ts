/** Products that the free pages show in full unless configuration says otherwise. */
export const DEMO_PRODUCTS: readonly string[] = [
  'nodejs',
  'python',
  'php',
  'ruby',
  'go',
  'debian',
  'ubuntu',
  'alpine-linux',
  'postgresql',
  'nginx',
  'kubernetes',
  'django',
];

/** Which products are previewed under a `PUBLIC_PREVIEW` setting. */
export function previewRule(setting: 'off' | 'demo' | 'all'): (product: string) => boolean {
  const demo = new Set(DEMO_PRODUCTS);
  if (setting === 'all') return () => true;
  return (product) => setting === 'demo' && demo.has(product);
}
