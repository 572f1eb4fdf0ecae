import { type KycDocumentType, kycDocumentTypes } from '#lib/contract/kyc/calls.ts'
import { prisma } from '#lib/core/prisma.ts'
import { headObject, putObject } from '#lib/core/storage.ts'
import { drawDocument } from './draw-documents.ts'
import { formOf, type Holder } from './forms.ts'

const FOLDER = 'kyc/demo/'
const AT_ONCE = 12

export function documentKey({ email }: Holder, type: KycDocumentType): string {
  return `${FOLDER}${email.split('@')[0]}/${type}.png`
}

export function documentFile(holder: Holder, type: KycDocumentType): Uint8Array {
  return drawDocument(type, formOf(holder))
}

export async function storeDocuments(holders: readonly Holder[]): Promise<void> {
  const named = await prisma().kycDocument.findMany({
    where: { objectKey: { startsWith: FOLDER } },
    select: { objectKey: true },
  })
  const wanted = new Set(named.map(({ objectKey }) => objectKey))
  const waiting = holders
    .flatMap((holder) => kycDocumentTypes.map((type) => ({ holder, type, key: documentKey(holder, type) })))
    .filter(({ key }) => wanted.has(key))
  const work = async () => {
    for (let one = waiting.pop(); one; one = waiting.pop()) {
      const at = { bucket: 'private', key: one.key } as const
      if (await headObject(at)) continue
      await putObject(at, { body: documentFile(one.holder, one.type), contentType: 'image/png' })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}
