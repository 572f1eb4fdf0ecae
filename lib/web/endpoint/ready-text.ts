/** Creates its stream only on demand: V8 retained each stream's text in old space. */
class TextResponse extends Response {
  readonly readyText: string
  #stream: Response['body'] | undefined

  constructor(text: string, init: ResponseInit) {
    super(null, init)
    this.readyText = text
  }

  override get body(): Response['body'] {
    this.#stream ??= new Response(this.readyText).body
    return this.#stream
  }

  override get bodyUsed(): boolean {
    return this.#stream?.locked ?? false
  }

  override async text(): Promise<string> {
    return this.#read().text()
  }

  override async json(): Promise<unknown> {
    return this.#read().json()
  }

  override async bytes(): ReturnType<Response['bytes']> {
    return this.#read().bytes()
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#read().arrayBuffer()
  }

  override async blob(): Promise<Blob> {
    return this.#read().blob()
  }

  override clone(): Response {
    const { status, statusText, headers } = this
    return new TextResponse(this.readyText, { status, statusText, headers })
  }

  #read(): Response {
    return new Response(this.body)
  }
}

export function respondText(text: string, init: ResponseInit): Response {
  return new TextResponse(text, init)
}

/** The text of `respondText`; undefined for other responses. */
export function readyText(response: Response): string | undefined {
  return response instanceof TextResponse ? response.readyText : undefined
}
