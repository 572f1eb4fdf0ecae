import { z } from 'zod'
import { cutText } from '#lib/contract/cut-text.ts'
import { youtubePicture, youtubeWatchAddress } from '#lib/contract/videos/youtube-address.ts'
import { env } from '#lib/core/env.ts'
import { readIsoDuration } from './policy.ts'

/** `durationSeconds` is null if oEmbed answered instead of the Data API. */
export type VideoFacts = { title: string; thumbnailUrl: string; durationSeconds: number | null }

/** `missing`: the video does not exist, is private or must not be embedded. `unanswered`: retry later. */
export type LookUp =
  | { kind: 'found'; facts: VideoFacts }
  | { kind: 'missing' }
  | { kind: 'unanswered'; reason: string }

/** Larger than either of YouTube's answers. */
const MAX_ANSWER_BYTES = 256 * 1024
const MAX_TITLE = 100

/** Asks the Data API if there is a key; else, or if that fails, oEmbed. Never throws. */
export async function lookUpVideo(id: string): Promise<LookUp> {
  if (env.YOUTUBE_API_KEY) {
    const answer = await askDataApi(id)
    if (answer.kind !== 'unanswered') return answer
  }
  return askOembed(id)
}

const oembed = z.object({ title: z.string(), thumbnail_url: z.string().optional() })

/** https://oembed.com, section 2.3. 401 and 403: the video must not be shown on other sites. */
async function askOembed(id: string): Promise<LookUp> {
  const query = new URLSearchParams({ format: 'json', url: youtubeWatchAddress(id) })
  const answer = await ask(`${env.YOUTUBE_URL}/oembed?${query}`)
  if ('reason' in answer) return { kind: 'unanswered', reason: answer.reason }
  if ([400, 401, 403, 404].includes(answer.status)) return { kind: 'missing' }
  const read = oembed.safeParse(answer.body)
  if (answer.status !== 200 || !read.success)
    return { kind: 'unanswered', reason: `oEmbed answered ${answer.status}` }
  return { kind: 'found', facts: factsOf(id, read.data.title, read.data.thumbnail_url, null) }
}

const dataApi = z.object({
  items: z.array(
    z.object({
      snippet: z.object({
        title: z.string(),
        thumbnails: z.object({ high: z.object({ url: z.string() }).optional() }).optional(),
      }),
      contentDetails: z.object({ duration: z.string() }),
      status: z.object({ embeddable: z.boolean().optional() }).optional(),
    }),
  ),
})

/** https://developers.google.com/youtube/v3/docs/videos/list */
async function askDataApi(id: string): Promise<LookUp> {
  const query = new URLSearchParams({ part: 'snippet,contentDetails,status', id })
  const answer = await ask(`${env.YOUTUBE_API_URL}/youtube/v3/videos?${query}`, {
    'x-goog-api-key': env.YOUTUBE_API_KEY,
  })
  if ('reason' in answer) return { kind: 'unanswered', reason: answer.reason }
  const read = dataApi.safeParse(answer.body)
  if (answer.status !== 200 || !read.success)
    return { kind: 'unanswered', reason: `the Data API answered ${answer.status}` }
  const [item] = read.data.items
  if (!item || item.status?.embeddable === false) return { kind: 'missing' }
  const seconds = readIsoDuration(item.contentDetails.duration)
  return {
    kind: 'found',
    facts: factsOf(id, item.snippet.title, item.snippet.thumbnails?.high?.url, seconds),
  }
}

function factsOf(
  id: string,
  title: string,
  picture: string | undefined,
  durationSeconds: number | null,
): VideoFacts {
  const clean = title.replaceAll('\0', '').toWellFormed().trim()
  return {
    title: cutText(clean, MAX_TITLE),
    thumbnailUrl: shownPicture(picture) ?? youtubePicture(id),
    durationSeconds,
  }
}

/** Only i.ytimg.com: the pages' content security policy allows no other host for YouTube's pictures. */
function shownPicture(address: string | undefined): string | undefined {
  if (!address || !URL.canParse(address)) return undefined
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' && hostname === 'i.ytimg.com' ? address : undefined
}

type Answered = { status: number; body: unknown } | { reason: string }

async function ask(address: string, headers: Record<string, string> = {}): Promise<Answered> {
  try {
    const response = await fetch(address, {
      headers: { accept: 'application/json', ...headers },
      signal: AbortSignal.timeout(env.YOUTUBE_TIMEOUT_MS),
      redirect: 'manual',
    })
    return { status: response.status, body: parseJson(await readText(response)) }
  } catch (error) {
    return { reason: error instanceof Error ? error.message : 'unknown' }
  }
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    // Leaving the loop also closes the connection.
    if (size > MAX_ANSWER_BYTES) throw new Error('the answer is too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
