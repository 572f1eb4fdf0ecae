import { createHash } from 'node:crypto'
import { fileTypeFromBuffer } from 'file-type'
import { MP3_TYPE } from '#lib/contract/tracks/rules.ts'
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
import { notArrived, refusedFile } from './errors.ts'
import { LEAD_MAX, secondsOfFrames } from './mp3-frames.ts'
import { foundType, uploadRules } from './policy.ts'
import { redrawPicture } from './redraw-picture.ts'
import type { UploadKind } from './schema.ts'

/** As many bytes as the library file-type needs to know any type. */
const FIRST_BYTES = 4_100
/** The first frames of an MP3 are within these: none is longer than 1,441 bytes. */
const MP3_FIRST_BYTES = LEAD_MAX + 8 * 1024

/** A file as it was announced. */
export type Announced = {
  kind: UploadKind
  fileSize: number
  mimeType: string
  checksum?: string | undefined
}

/**
 * Copies an uploaded file to where the signed link does not reach, and checks the copy, so that whoever still has the link
 * can not change what was checked. A file that was put in parts is joined there.
 * @param parts where its parts are put, in their order
 * @throws RuleError `upload_missing` where nothing was uploaded, `upload_refused` where the file is not as announced; the
 * copy is deleted then
 */
export async function copyAndCheck(
  from: StoredAt,
  parts: readonly StoredAt[],
  to: StoredAt,
  announced: Announced,
): Promise<void> {
  const { cacheControl } = uploadRules[announced.kind]
  const came = await copyObject(from, to, {
    contentType: announced.mimeType,
    ...(cacheControl ? { cacheControl } : {}),
  })
  if (!came && !(await joinParts(parts, to, announced))) throw notArrived()
  const problem = (await findProblem(to, announced)) ?? (await redraw(to, announced.kind))
  if (problem === null) return
  await deleteObject(to)
  throw refusedFile(problem)
}

/** @returns false where a part is missing */
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

async function findProblem(at: StoredAt, { kind, fileSize, mimeType, checksum }: Announced) {
  const head = await headObject(at)
  if (head?.size !== fileSize) return 'The file is not the one that was announced.'
  if ((await sniff(at, kind)) !== mimeType) return uploadRules[kind].wrongType
  if (checksum && sha256Hex(await readObject(at)) !== checksum.toLowerCase())
    return 'The file was damaged on its way. Please upload it again.'
  return null
}

/** Returns the type that a file's first bytes show; null for one that its kind does not take. */
async function sniff(at: StoredAt, kind: UploadKind): Promise<string | null> {
  const start = await readObjectStart(at, kind === 'track' ? MP3_FIRST_BYTES : FIRST_BYTES)
  const known = foundType(kind, (await fileTypeFromBuffer(start.subarray(0, FIRST_BYTES)))?.mime)
  return known ?? (kind === 'track' && secondsOfFrames(start) !== null ? MP3_TYPE : null)
}

/** Draws a public picture again. @returns why that is not possible; null where it was, or where the kind is not drawn */
async function redraw(at: StoredAt, kind: UploadKind): Promise<string | null> {
  const { redrawnTo, cacheControl } = uploadRules[kind]
  if (redrawnTo === undefined) return null
  const body = await redrawPicture(await readObject(at), redrawnTo)
  if (body === null) return 'This picture cannot be opened. Please select another one.'
  await putObject(at, { body, contentType: 'image/webp', ...(cacheControl ? { cacheControl } : {}) })
  return null
}

function sha256Hex(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
