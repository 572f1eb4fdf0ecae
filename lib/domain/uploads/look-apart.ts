import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { tooManyAtOnce } from './errors.ts'

/** Milliseconds after which a document is given up. An honest one takes a tenth of it. Somebody waits for the answer about a PDF. */
const PATIENCE_MS = { pdf: 20_000, heic: 120_000 }
/**
 * Bytes by which the process may grow meanwhile: a small file may unpack to gigabytes. Web, which opens PDFs, may have 1 GB; a HEIC
 * picture of 50 megapixels needs 0.9 GB in the worker.
 */
const GROWTH_MAX = { pdf: 400_000_000, heic: 1_200_000_000 }
const LOOK_MS = 50

const looked = z.union([
  z.object({ problem: z.enum(['damaged', 'locked', 'no_pages', 'too_big']) }),
  z.object({ jpeg: z.instanceof(Uint8Array).nullable() }),
])
/** Why a document cannot be opened, or the JPEG of a picture that browsers cannot show; null of one that they can. */
export type Looked = z.infer<typeof looked>

/**
 * Opens a PDF or a HEIC picture in a thread of its own, which is ended if it takes too long or too much memory. One document at a
 * time in each process: web has inTurn for it, and the worker takes one job of pictures at a time.
 * @throws RuleError `busy` where the process grew too much twice while a PDF was open, also by other work than this
 */
export async function lookApart(kind: 'pdf' | 'heic', bytes: Uint8Array): Promise<Looked> {
  const found = (await look(kind, bytes)) ?? (await look(kind, bytes))
  if (found) return found
  // Somebody waits for the answer about a PDF and may send it again. A HEIC picture would be tried each minute for good.
  if (kind === 'pdf') throw tooManyAtOnce()
  return { problem: 'too_big' }
}

/** @returns null where the process grew too much meanwhile */
function look(kind: 'pdf' | 'heic', bytes: Uint8Array): Promise<Looked | null> {
  return new Promise((resolve, reject) => {
    // By its path, because a bundler would look for it beside its own files.
    const script = path.resolve('lib/domain/uploads/open-document.ts')
    const thread = new Worker(/* turbopackIgnore: true */ script, {
      workerData: { kind, bytes },
      // Libraries print what they think of a file.
      stdout: true,
      stderr: true,
    })
    const before = process.memoryUsage.rss()
    const began = performance.now()
    const watch = setInterval(() => {
      if (process.memoryUsage.rss() - before > GROWTH_MAX[kind]) end(null)
      else if (performance.now() - began > PATIENCE_MS[kind]) end({ problem: 'too_big' })
    }, LOOK_MS)
    const end = (found: Looked | null) => {
      clearInterval(watch)
      void thread.terminate()
      resolve(found)
    }
    thread.once('message', (message) => end(looked.parse(message)))
    thread.once('error', (error) => {
      clearInterval(watch)
      // The thread catches what the file causes.
      if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
        resolve({ problem: 'too_big' })
      else reject(error)
    })
  })
}
