import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { headObject, putObject } from '#lib/core/storage.ts'
import { loops, loopUrls } from './loops.ts'

/** The films never change in place, so browsers can cache them. */
const CACHE = 'public, max-age=604800'

export async function storeLoops(): Promise<void> {
  await Promise.all(
    loops.flatMap((loop) => {
      const urls = loopUrls(loop)
      return [
        store(`${loop.name}.webm`, urls.video, 'video/webm'),
        store(`${loop.name}.webp`, urls.poster, 'image/webp'),
      ]
    }),
  )
}

async function store(file: string, url: string, contentType: string): Promise<void> {
  const at = { bucket: 'media', key: url.replace(/^\/media\//, '') } as const
  const body = new Uint8Array(await readFile(path.join(import.meta.dirname, file)))
  const head = await headObject(at)
  if (head?.size === body.byteLength) return
  await putObject(at, { body, contentType, cacheControl: CACHE })
}
