const texts = new WeakMap<Response, string>()

/** Makes a response of a text. Whoever has the text by `readyText` does not pay for its stream. */
export function respondText(text: string, init: ResponseInit): Response {
  const response = new Response(streamOf(text), init)
  texts.set(response, text)
  return response
}

/** Returns the whole body of a response that `respondText` has made, as long as nobody has read its stream. */
export function readyText(response: Response): string | undefined {
  return texts.get(response)
}

/**
 * Makes a stream that encodes the text only when it is read. Each encoded text is memory outside of V8's heap, and so much of it
 * for answers that are sent once has V8 mark its whole heap again and again.
 */
function streamOf(text: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream(
    {
      pull(controller) {
        controller.enqueue(new TextEncoder().encode(text))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}
