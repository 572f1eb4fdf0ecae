import WebSocket from 'ws'
import { until } from '../../support/until.ts'
import { moment } from './moments.ts'

type Seen = { count: number; at: number }

/** One socket for each video, opened after all others, which are told before it: what it sees, and when. */
export interface Watchers {
  /** The newest count of each video. */
  counts(): Map<string, number>
  /** When this count or a higher one of the video was seen; undefined where it was not. */
  seenAt(video: string, count: number): number | undefined
  /** Forgets what was seen, but for the newest. */
  forget(): void
  close(): void
}

/** @param readCount what a message says of the votes; undefined for one that says nothing of them */
export async function openWatchers(
  urls: ReadonlyMap<string, string>,
  greeting: string,
  readCount: (text: string) => number | undefined,
): Promise<Watchers> {
  const seen = new Map<string, Seen[]>()
  const sockets: WebSocket[] = []
  for (const [video, url] of urls) {
    const of: Seen[] = []
    seen.set(video, of)
    const socket = new WebSocket(url)
    sockets.push(socket)
    socket.on('open', () => greeting !== '' && socket.send(greeting))
    socket.on('message', (data) => {
      const count = readCount(String(data))
      if (count !== undefined) of.push({ count, at: moment() })
    })
    await until('the first count', () => of.length > 0)
  }
  return {
    counts: () => new Map([...seen].map(([video, of]) => [video, of.at(-1)?.count ?? 0])),
    seenAt: (video, count) => firstWith(seen.get(video) ?? [], count)?.at,
    forget: () => {
      for (const of of seen.values()) of.splice(0, of.length - 1)
    },
    close: () => {
      for (const socket of sockets) socket.terminate()
    },
  }
}

/** Counts only grow. */
function firstWith(seen: readonly Seen[], count: number): Seen | undefined {
  let [low, high] = [0, seen.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((seen[middle]?.count ?? 0) >= count) high = middle
    else low = middle + 1
  }
  return seen[low]
}
