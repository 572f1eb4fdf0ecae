import { createHash } from 'node:crypto'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { isPdf } from '#lib/contract/kyc/is-pdf.ts'
import { PICTURE_PIXELS_MAX } from '#lib/contract/kyc/requirements.ts'
import { MP3_TYPE } from '#lib/contract/tracks/rules.ts'
import { RuleError } from '#lib/core/errors.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'
import { type Sentence, say } from '#lib/core/sentence.ts'
import {
  copyObject,
  deleteObject,
  headObject,
  joinObjects,
  putObject,
  readObject,
  readObjectStart,
  type StoredAt,
} from '#lib/core/storage.ts'
import { findDocumentProblem } from './document-problem.ts'
import { notArrived, tooManyAtOnce } from './errors.ts'
import { LEAD_MAX, secondsOfFrames } from './mp3-frames.ts'
import { foundType, uploadRules } from './policy.ts'
import type { UploadKind } from './schema.ts'

/** The library file-type needs this many bytes to detect any type. */
const FIRST_BYTES = 4_100
/** Room for bytes before the first frame and several frames, each of at most 1,441 bytes. */
const MP3_FIRST_BYTES = LEAD_MAX + 8 * 1024

export type Announced = {
  kind: UploadKind
  fileSize: number
  mimeType: string
  checksum?: string | undefined
}

/**
 * Copies an uploaded file to a key that the signed link cannot write, and checks the copy.
 * @param parts the file's parts in order, used if there is no file at `from`
 * @throws RuleError `upload_missing`; `upload_refused`, after which the copy is deleted; `busy` (503)
 * @returns the type that the file's bytes show
 */
export async function copyAndCheck(
  from: StoredAt,
  parts: readonly StoredAt[],
  to: StoredAt,
  announced: Announced,
): Promise<string> {
  const { cacheControl } = uploadRules[announced.kind]
  const came = await copyObject(from, to, {
    contentType: announced.mimeType,
    ...(cacheControl ? { cacheControl } : {}),
  })
  if (!came && !(await joinParts(parts, to, announced))) throw notArrived()
  const found = await inspect(to, announced)
  if ('type' in found) return found.type
  await deleteObject(to)
  throw new RuleError(found.problem)
}

async function joinParts(
  parts: readonly StoredAt[],
  to: StoredAt,
  { kind, mimeType }: Announced,
): Promise<boolean> {
  const heads = await Promise.all(parts.map(headObject))
  if (heads.includes(null)) return false
  await joinObjects(parts, to, mimeType, uploadRules[kind].cacheControl)
  return true
}

async function inspect(
  at: StoredAt,
  { kind, fileSize, mimeType, checksum }: Announced,
): Promise<{ type: string } | { problem: Sentence }> {
  const head = await headObject(at)
  if (head?.size !== fileSize) return { problem: say('upload_refused.other_file') }
  const type = await sniff(at, kind)
  // Documents may differ from the declared type: phones and chat apps misname them.
  if (type === null || (type !== mimeType && kind !== 'kyc_document'))
    return {
      problem: say('upload_refused.wrong_type', { what: say(`invalid_file_type.${uploadRules[kind].what}`) }),
    }
  const look = () => lookInto(at, type, { kind, mimeType, checksum })
  return kind === 'kyc_document' ? inTurn(look) : look()
}

async function lookInto(
  at: StoredAt,
  type: string,
  { kind, mimeType, checksum }: Omit<Announced, 'fileSize'>,
): Promise<{ type: string } | { problem: Sentence }> {
  if (checksum && sha256Hex(await readObject(at)) !== checksum.toLowerCase())
    return { problem: say('upload_refused.damaged_on_way') }
  const problem = kind === 'kyc_document' ? await openDocument(at, type, mimeType) : await redraw(at, kind)
  return problem === null ? { type } : { problem }
}

/** Also corrects the type of the stored file. @returns the problem, or null */
async function openDocument(at: StoredAt, type: string, announced: string): Promise<Sentence | null> {
  const problem = await findDocumentProblem(await readObject(at), type)
  if (problem !== null) return say(`upload_refused.${problem}`)
  if (type !== announced) await copyObject(at, at, { contentType: type })
  return null
}

/** @returns null if the type is not accepted */
export async function sniffDocument(start: Uint8Array): Promise<string | null> {
  const sniffed = await fileTypeFromBuffer(start.subarray(0, FIRST_BYTES))
  return foundType('kyc_document', sniffed?.mime) ?? (isPdf(start) ? 'application/pdf' : null)
}

/** @returns null if the kind does not accept the type */
async function sniff(at: StoredAt, kind: UploadKind): Promise<string | null> {
  const start = await readObjectStart(at, kind === 'track' ? MP3_FIRST_BYTES : FIRST_BYTES)
  if (kind === 'kyc_document') return sniffDocument(start)
  const known = foundType(kind, (await fileTypeFromBuffer(start.subarray(0, FIRST_BYTES)))?.mime)
  return known ?? (kind === 'track' && secondsOfFrames(start) !== null ? MP3_TYPE : null)
}

/** Redraws a picture if its kind requires that. @returns the problem, or null */
async function redraw(at: StoredAt, kind: UploadKind): Promise<Sentence | null> {
  const { redrawnTo, cacheControl } = uploadRules[kind]
  if (redrawnTo === undefined) return null
  const body = await redrawPicture(await readObject(at), redrawnTo)
  if (body === null) return say('upload_refused.unreadable_picture')
  await putObject(at, { body, contentType: 'image/webp', ...(cacheControl ? { cacheControl } : {}) })
  return null
}

function sha256Hex(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/**
 * Redraws a picture as upright WebP without metadata, which may contain a location.
 * @param side pixels of the longer side, at most
 * @returns null if the bytes are no whole picture
 */
export async function redrawPicture(bytes: Uint8Array, side: number): Promise<Uint8Array | null> {
  try {
    const drawn = await sharp(bytes, { limitInputPixels: PICTURE_PIXELS_MAX })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer()
    return new Uint8Array(drawn)
  } catch {
    // sharp fails only for a broken file.
    return null
  }
}

const WAITING_MAX = 5

const turns = processSingleton('document-turns', () => ({ last: Promise.resolve<unknown>(null), taken: 0 }))

/**
 * Runs one check at a time per process, because each document fills memory or a CPU. `work` reads its file
 * itself, so that waiting checks hold no file in memory.
 * @throws RuleError `busy` (503) if too many checks wait
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = turns.get()
  if (turn.taken > WAITING_MAX) throw tooManyAtOnce()
  turn.taken += 1
  const done = turn.last.then(work).finally(() => {
    turn.taken -= 1
  })
  turn.last = done.catch(() => undefined)
  return done
}
