import { type DocumentProblem, HEIC_TYPE, KYC_DOCUMENT_MAX } from '#lib/contract/kyc/requirements.ts'
import type { Profile } from '#lib/contract/profiles/calls.ts'

export type KycFileProblem = 'too_large' | 'wrong_type' | DocumentProblem
type PickedFile = { name: string; size: number; type: string }

const typesByExtension: Record<string, string> = {
  heic: 'image/heic',
  heif: 'image/heif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
  png: 'image/png',
  webp: 'image/webp',
}

/** Returns the type of a picked file. Browsers that do not know HEIC give none, so its name tells. */
export function fileTypeOf({ name, type }: PickedFile): string {
  return type || (typesByExtension[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? '')
}

/** Whether a stored picture is being converted, because few browsers show its type. */
export function isConverted({ mime_type, problem }: Profile['documents'][number]): boolean {
  return mime_type === HEIC_TYPE && !problem
}

/** Tells, before anything is sent, why a file can be no KYC document. @returns null where it may be one */
export function kycFileProblem(file: PickedFile): KycFileProblem | null {
  const type = fileTypeOf(file)
  if (!type.startsWith('image/') && type !== 'application/pdf') return 'wrong_type'
  return file.size > KYC_DOCUMENT_MAX ? 'too_large' : null
}
