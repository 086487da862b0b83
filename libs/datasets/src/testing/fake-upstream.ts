import type { Upstream, UpstreamReply, Validators } from '../upstream/upstream';

/** An upstream that serves what it is asked to, with an ETag that follows the body. */
export class FakeUpstream implements Upstream {
  /** Validators that each fetch was made with. */
  readonly asked: Validators[] = [];
  private reply: () => UpstreamReply | Promise<UpstreamReply> = () => {
    throw new Error('nothing is served yet');
  };

  /** From now on, this body; "not modified" to anyone who knows its ETag. */
  serve(body: Uint8Array, etag: string): void {
    const validators: Validators = { url: 'https://upstream.test/full', etag, lastModified: null };
    this.reply = () => {
      const known = this.asked.at(-1)?.etag;
      return known === etag ? { kind: 'unchanged', validators } : { kind: 'body', body, validators };
    };
  }

  /** From now on, whatever this gives or throws. */
  answer(reply: () => UpstreamReply | Promise<UpstreamReply>): void {
    this.reply = reply;
  }

  async fetch(_url: string, known: Validators): Promise<UpstreamReply> {
    this.asked.push(known);
    return this.reply();
  }
}
