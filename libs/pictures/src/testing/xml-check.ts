/** What is used of xmllint-wasm, which is not installed where this folder is only compiled. */
interface XmlLint {
  validateXML(options: {
    readonly xml: readonly { readonly fileName: string; readonly contents: string }[];
    readonly schema: string;
  }): Promise<{ readonly errors: readonly { readonly rawMessage: string }[] }>;
}

/** Any element and attribute, whatever they hold. */
const ANY_XML = `<?xml version="1.0"?><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
${['svg', 'feed'].map((name) => `<xs:element name="${name}"><xs:complexType mixed="true"><xs:sequence><xs:any minOccurs="0" maxOccurs="unbounded" processContents="skip"/></xs:sequence><xs:anyAttribute processContents="skip"/></xs:complexType></xs:element>`).join('\n')}
</xs:schema>`;

/** What libxml2 finds wrong with the form of documents; their namespaces are left aside. */
export async function xmlFaults(documents: readonly string[]): Promise<readonly string[]> {
  const xml = documents.map((document, at) => ({
    fileName: `document-${at}.xml`,
    contents: document.replace(/ xmlns="[^"]*"/, ''),
  }));
  // eslint-disable-next-line @typescript-eslint/no-require-imports, no-restricted-globals -- an import would need its types where nothing is tested
  const { validateXML } = require('xmllint-wasm') as XmlLint;
  const { errors } = await validateXML({ xml, schema: ANY_XML });
  return errors.map(({ rawMessage }) => rawMessage);
}
