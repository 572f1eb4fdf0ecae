import { findFreePort } from '#server/local/free-port.ts'
import { type Part, startPart } from '#server/local/part.ts'
import { answersHttp, waitUntilReady } from '#server/local/wait-until.ts'
import type { Stage } from './stage.ts'

/** Starts the list of videos on Fastify, in a process of its own. */
export async function startFastify({ config, dataDir }: Stage): Promise<Part & { port: number }> {
  const port = await findFreePort()
  const part = await startPart({
    name: 'fastify',
    command: process.execPath,
    args: [`${import.meta.dirname}/fastify-videos.ts`, String(port)],
    env: { ...config.settings, NODE_ENV: 'production' },
    dataDir,
  })
  await waitUntilReady(part, () => answersHttp(`http://127.0.0.1:${port}/api/videos/?page=1&page_size=12`))
  return { ...part, port }
}
