import { writeFileSync } from 'node:fs'
import path from 'node:path'

/** What everybody reads, by the name of its yardstick. */
export const publicReads = [
  {
    name: 'feed',
    title: 'Feed, first page',
    path: '/api/videos/?page=1&page_size=5&status=approved&ordering=-upload_date',
  },
  {
    name: 'second-page',
    title: 'Feed, second page',
    path: '/api/videos/?page=2&page_size=5&status=approved&ordering=-upload_date',
  },
  { name: 'leaderboard', title: 'Leaderboard', path: '/api/leaderboard/' },
  { name: 'challenge', title: 'Current challenge', path: '/api/videos/challenges/current/' },
] as const

/** Keeps what the product answers as files, for the yardsticks to answer with the very same bytes. */
export async function keepBodies(web: string, directory: string): Promise<void> {
  const pages = [
    ...publicReads.map(({ name, path: at }) => ({ file: `${name}.json`, at })),
    { file: 'home.html', at: '/' },
  ]
  for (const { file, at } of pages) {
    // The first answer after a build is rendered for the asker, and kept meanwhile.
    await fetchBody(web + at)
    writeFileSync(path.join(directory, file), await fetchBody(web + at))
  }
}

/** @throws Error unless the answer is 200 */
export async function fetchBody(url: string, headers: Record<string, string> = {}): Promise<Buffer> {
  const response = await fetch(url, { headers })
  if (!response.ok) throw new Error(`${url} answers ${response.status}: ${await response.text()}`)
  return Buffer.from(await response.arrayBuffer())
}
