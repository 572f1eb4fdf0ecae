import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { HEIC_PIXELS_MAX } from './policy.ts'

// Runs in the thread that look-apart.ts starts.

const { kind, bytes } = z
  .object({ kind: z.enum(['pdf', 'heic']), bytes: z.instanceof(Uint8Array) })
  .parse(workerData)
const found = await (kind === 'pdf' ? openPdf() : convertHeic())
parentPort?.postMessage(found)

async function openPdf() {
  const { getDocument } = await import('unpdf/pdfjs')
  try {
    // Reads only the structure: draws no page and runs no script.
    const document = await getDocument({ data: new Uint8Array(bytes), enableXfa: false, verbosity: 0 })
      .promise
    if (document.numPages === 0) return { problem: 'no_pages' }
    await document.getPage(1)
    return { jpeg: null }
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException'
    return { problem: isLocked ? 'locked' : 'damaged' }
  }
}

async function convertHeic() {
  const [{ default: decode }, { default: sharp }] = await Promise.all([
    import('heic-decode'),
    import('sharp'),
  ])
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (width * height > HEIC_PIXELS_MAX) return { problem: 'too_big' }
    const { data, ...size } = await decode({ buffer: bytes })
    const jpeg = await sharp(data, { raw: { ...size, channels: 4 } })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 90 })
      .toBuffer()
    return { jpeg: new Uint8Array(jpeg) }
  } catch {
    // The libraries fail only for a broken file.
    return { problem: 'damaged' }
  }
}
