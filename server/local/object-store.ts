import path from 'node:path'
import { type Part, startPart } from './part.ts'
import { answersHttp, waitUntilReady } from './wait-until.ts'

export interface ObjectStoreOptions {
  /** `s3/`, `logs/` and `pids/` are kept below it. */
  dataDir: string
  port: number
  buckets: string[]
}

export interface RunningObjectStore {
  part: Part
  endpoint: string
}

/**
 * Starts s3rver, which serves a directory by the S3 protocol. As in a real store it answers only signed calls, for both
 * buckets (docs/decisions/0040): public files are served at /media.
 */
export async function startObjectStore(options: ObjectStoreOptions): Promise<RunningObjectStore> {
  const part = await startPart({
    name: 's3',
    command: process.execPath,
    args: [path.join(import.meta.dirname, 'object-store-process.ts')],
    env: {
      S3_PORT: String(options.port),
      S3_DIRECTORY: path.join(options.dataDir, 's3'),
      S3_BUCKETS: options.buckets.join(','),
    },
    dataDir: options.dataDir,
  })
  const endpoint = `http://127.0.0.1:${options.port}`
  try {
    await waitUntilReady(part, () => answersHttp(endpoint))
  } catch (error) {
    part.kill()
    throw error
  }
  return { part, endpoint }
}
