/** An answer with its own status or headers. Handlers return it in place of the answer alone. */
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

/** Gives an answer another status than the call's, or headers, which override those of the endpoint. */
export function reply<A>(answer: A, options: ReplyOptions = {}): Reply<A> {
  return new Reply(answer, options.status, options.headers ?? {})
}

/** Answers with a JSON text that is sent as it is. Outside production it is checked against the contract. */
export function replyText(text: string, options: ReplyOptions = {}): Reply<JsonText> {
  return reply(new JsonText(text), options)
}
