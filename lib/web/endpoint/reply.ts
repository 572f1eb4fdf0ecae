/** An answer with a status or headers of its own; handlers return it in place of the bare answer. */
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

/** A JSON text that is ready to be sent. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type ReplyOptions = { status?: number; headers?: Readonly<Record<string, string>> }

/** `answer` with another status than the call's, or with headers (they win over the endpoint's own). */
export function reply<A>(answer: A, options: ReplyOptions = {}): Reply<A> {
  return new Reply(answer, options.status, options.headers ?? {})
}

/** A JSON text that is kept ready in memory: sent as it is, checked against the contract outside production. */
export function replyText(text: string, options: ReplyOptions = {}): Reply<JsonText> {
  return reply(new JsonText(text), options)
}
