import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Song } from '../songs.ts'

const MOST_THREADS = 4

/**
 * Renders songs to MP3 on as many threads as there are processors, and hands each file over as soon as it is made.
 * @throws whatever `take` throws, or a thread's own error; then all threads are ended
 */
export async function renderSongs(
  songs: readonly Song[],
  take: (song: Song, file: Uint8Array) => Promise<void>,
): Promise<void> {
  const waiting = [...songs]
  const threads = Math.min(songs.length, availableParallelism(), MOST_THREADS)
  await Promise.all(
    Array.from({ length: threads }, async () => {
      const thread = new Worker(new URL('./render-thread.ts', import.meta.url))
      try {
        for (let song = waiting.shift(); song; song = waiting.shift()) {
          await take(song, await renderOn(thread, song))
        }
      } finally {
        await thread.terminate()
      }
    }),
  )
}

function renderOn(thread: Worker, { title, genre }: Song): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const done = (file: Uint8Array) => {
      thread.off('error', reject)
      resolve(file)
    }
    thread.once('message', done)
    thread.once('error', reject)
    thread.postMessage({ title, genre })
  })
}
