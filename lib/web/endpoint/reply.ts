export class Reply<A> {
  readonly answer: A
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(answer: A, status: number | undefined, headers: Readonly<Record<string, string>>) {
    this.answer = answer
    this.status = status
    this.headers = headers
  }
}

export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type ReplyOptions = { status?: number; headers?: Readonly<Record<string, string>> }

/** Headers in `options` override the endpoint's. */
export function reply<A>(answer: A, options: ReplyOptions = {}): Reply<A> {
  return new Reply(answer, options.status, options.headers ?? {})
}

/** Outside production `endpoint` checks the text against the contract. */
export function replyText(text: string, options: ReplyOptions = {}): Reply<JsonText> {
  return reply(new JsonText(text), options)
}
