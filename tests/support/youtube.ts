// A fake YouTube: oEmbed, Data API and pictures, with a record of requests.
import { randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'

/** An answer. `status` 0 sends none; a string is sent as it is, bytes as a picture. */
export type YoutubeAnswer = { status: number; body: unknown }

export type Youtube = {
  readonly url: string
  /** Requested paths with queries, oldest first. */
  readonly asked: string[]
  readonly headers: () => http.IncomingHttpHeaders
  /** Sets the answer of a path ('/oembed' or '/youtube/v3/videos'). */
  answer(path: string, answer: YoutubeAnswer | (() => Promise<YoutubeAnswer>)): void
  close(): Promise<void>
}

/** Returns an unused video id. @param start its prefix */
export function newYoutubeId(start = ''): string {
  return (start + randomBytes(9).toString('base64url')).slice(0, 11)
}

/**
 * Starts the fake YouTube, by default on a free port. It knows every video whose id does not start with
 * `private`.
 */
export async function startYoutube(port = 0): Promise<Youtube> {
  const answers = new Map<string, YoutubeAnswer | (() => Promise<YoutubeAnswer>)>()
  const asked: string[] = []
  let headers: http.IncomingHttpHeaders = {}
  const server = http.createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://youtube.test')
    asked.push(url.pathname + url.search)
    headers = request.headers
    const said = answers.get(url.pathname) ?? (() => known(url))
    const { status, body } = typeof said === 'function' ? await said() : said
    if (status === 0) return
    const isPicture = body instanceof Uint8Array
    response.writeHead(status, { 'content-type': isPicture ? 'image/jpeg' : 'application/json' })
    response.end(isPicture || typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    headers: () => headers,
    answer: (path, answer) => void answers.set(path, answer),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function known(url: URL): Promise<YoutubeAnswer> {
  if (!url.pathname.startsWith('/vi/')) return knownVideo(url)
  const background = { r: 160, g: 48, b: 32 }
  const picture = sharp({ create: { width: 480, height: 360, channels: 3, background } })
  return { status: 200, body: await picture.jpeg().toBuffer() }
}

function knownVideo(url: URL): YoutubeAnswer {
  const id = new URL(url.searchParams.get('url') ?? 'https://youtube.test/').searchParams.get('v') ?? ''
  if (id.startsWith('private')) return { status: 403, body: 'Forbidden' }
  const body = {
    title: `A dance on YouTube ${id}`,
    thumbnail_url: `https://i.ytimg.com/vi/${id}/hqdefault.jpg`,
    type: 'video',
  }
  return { status: 200, body }
}
