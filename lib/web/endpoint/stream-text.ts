export function streamOf<Part>(
  head: string,
  parts: AsyncIterable<Part>,
  write: (part: Part) => string,
): ReadableStream<Uint8Array> {
  const reading = parts[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(head)),
    pull: async (controller) => {
      const { done, value } = await reading.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(write(value)))
    },
    cancel: async () => {
      await reading.return?.()
    },
  })
}
