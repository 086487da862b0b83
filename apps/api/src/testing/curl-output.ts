/** A response as `curl -i` prints it. */
export async function curlOutput(response: Response): Promise<string> {
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `HTTP/1.1 ${response.status} ${response.statusText}\r\n${headers}\r\n${await response.text()}`;
}
