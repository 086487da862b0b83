/** A link that installs the tools in a client. */
export interface InstallLink {
  /** Name of the client. */
  readonly client: string;
  /** Of a scheme that the client opens. */
  readonly href: string;
}

const NAME = 'stackcheck';

/**
 * Links that add the server of the tools to clients that have such links; the client asks its person first. Cursor: its documentation of install
 * links; VS Code: its extension guide to the Model Context Protocol, "URL handler".
 * @param baseUrl without a trailing slash
 */
export function installLinks(baseUrl: string): readonly InstallLink[] {
  const url = `${baseUrl}/mcp`;
  const config = Buffer.from(JSON.stringify({ url })).toString('base64');
  const cursor = new URLSearchParams({ name: NAME, config }).toString();
  const code = encodeURIComponent(JSON.stringify({ name: NAME, type: 'http', url }));
  return [
    { client: 'Cursor', href: `cursor://anysphere.cursor-deeplink/mcp/install?${cursor}` },
    { client: 'VS Code', href: `vscode:mcp/install?${code}` },
    { client: 'VS Code Insiders', href: `vscode-insiders:mcp/install?${code}` },
  ];
}
