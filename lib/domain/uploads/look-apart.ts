import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { tooManyAtOnce } from './errors.ts'

/** Ten times a normal document's time. */
const TIMEOUT_MS = { pdf: 20_000, heic: 120_000 }
/**
 * Bytes by which the process may grow: a small file may unpack to gigabytes. Web, which opens PDFs, has 1 GB;
 * the worker needs 0.9 GB for a HEIC of 50 megapixels.
 */
const GROWTH_MAX = { pdf: 400_000_000, heic: 1_200_000_000 }
const LOOK_MS = 50

const looked = z.union([
  z.object({ problem: z.enum(['damaged', 'locked', 'no_pages', 'too_big']) }),
  z.object({ jpeg: z.instanceof(Uint8Array).nullable() }),
])
export type Looked = z.infer<typeof looked>

/**
 * Opens a document in a thread that is terminated when it exceeds its time or memory. Call it once at a time
 * per process: web uses `inTurn`, the worker a queue.
 * @throws RuleError `busy` if the process grew too much in both attempts, perhaps by other work
 */
export async function lookApart(kind: 'pdf' | 'heic', bytes: Uint8Array): Promise<Looked> {
  const found = (await look(kind, bytes)) ?? (await look(kind, bytes))
  if (found) return found
  // The user may retry a PDF; the worker would retry a HEIC picture forever.
  if (kind === 'pdf') throw tooManyAtOnce()
  return { problem: 'too_big' }
}

/** @returns null if the process grew too much */
function look(kind: 'pdf' | 'heic', bytes: Uint8Array): Promise<Looked | null> {
  return new Promise((resolve, reject) => {
    // A path instead of an import: a bundler would move the file.
    const script = path.resolve('lib/domain/uploads/open-document.ts')
    const thread = new Worker(/* turbopackIgnore: true */ script, {
      workerData: { kind, bytes },
      // Keeps the libraries' warnings out of our output.
      stdout: true,
      stderr: true,
    })
    const before = process.memoryUsage.rss()
    const began = performance.now()
    const watch = setInterval(() => {
      if (process.memoryUsage.rss() - before > GROWTH_MAX[kind]) end(null)
      else if (performance.now() - began > TIMEOUT_MS[kind]) end({ problem: 'too_big' })
    }, LOOK_MS)
    const end = (found: Looked | null) => {
      clearInterval(watch)
      void thread.terminate()
      resolve(found)
    }
    thread.once('message', (message) => end(looked.parse(message)))
    thread.once('error', (error) => {
      clearInterval(watch)
      // The thread catches errors of the file itself, so other errors are our own.
      if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
        resolve({ problem: 'too_big' })
      else reject(error)
    })
  })
}
