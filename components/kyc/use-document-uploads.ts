import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { useReloadProfile, useTakeProfile } from '#components/profiles/use-my-profile.ts'
import { ApiError } from '#lib/client/http/api.ts'
import { UploadError } from '#lib/client/http/upload-file.ts'
import type { KycFileProblem } from '#lib/client/kyc/kyc-file.ts'
import { openDocument } from '#lib/client/kyc/open-document.ts'
import { type KycUploadAnswer, uploadKycDocument } from '#lib/client/kyc/upload-document.ts'
import type { KycDocumentType } from '#lib/contract/kyc/calls.ts'
import { kycDocumentTypes } from '#lib/contract/kyc/requirements.ts'
import type { Profile } from '#lib/contract/profiles/calls.ts'

export type DocumentUpload =
  | { kind: 'refused'; problem: KycFileProblem }
  | { kind: 'preparing'; name: string; size: number }
  /** `share` is from 0 to 1; `isWaiting` while offline. */
  | { kind: 'sending'; name: string; size: number; share: number; isWaiting: boolean }
  | { kind: 'failed'; name: string; error: string; file: File }

export type DocumentUploads = {
  /** Running and failed uploads. */
  states: Partial<Record<KycDocumentType, DocumentUpload>>
  previews: Partial<Record<KycDocumentType, string>>
  isBusy: boolean
  /**
   * Documents with a failed file, in the form's order; they block submission until the file is dropped. An
   * unreadable file counts only if a document is stored, which would be submitted instead.
   */
  failed: readonly KycDocumentType[]
  keepStored: (type: KycDocumentType) => void
  pick: (type: KycDocumentType, file: File) => void
}

/**
 * Uploads documents in parallel, also while the user is in another step.
 * @param stored types of the stored documents
 */
export function useDocumentUploads(stored: readonly KycDocumentType[]): DocumentUploads {
  const t = useTranslations('Kyc')
  const takeProfile = useTakeProfile()
  const reload = useReloadProfile()
  const [states, setStates] = useState<DocumentUploads['states']>({})
  const [previews, setPreviews] = useState<DocumentUploads['previews']>({})
  const running = useRef(new Map<KycDocumentType, AbortController>())
  const shown = useRef(new Map<KycDocumentType, string>())

  useEffect(() => {
    const [uploads, pictures] = [running.current, shown.current]
    return () => {
      for (const upload of uploads.values()) upload.abort()
      for (const picture of pictures.values()) URL.revokeObjectURL(picture)
    }
  }, [])

  const turn = (type: KycDocumentType, state: DocumentUpload | null) =>
    setStates(({ [type]: _, ...others }) => (state ? { ...others, [type]: state } : others))

  const show = (type: KycDocumentType, picture: Blob | null) => {
    const before = shown.current.get(type)
    if (before) URL.revokeObjectURL(before)
    shown.current.delete(type)
    if (picture) shown.current.set(type, URL.createObjectURL(picture))
    setPreviews(Object.fromEntries(shown.current))
  }

  const send = async (type: KycDocumentType, file: File) => {
    running.current.get(type)?.abort()
    const ended = new AbortController()
    running.current.set(type, ended)
    turn(type, { kind: 'preparing', name: file.name, size: file.size })
    try {
      const opened = await openDocument(file)
      if (ended.signal.aborted) return
      if ('problem' in opened) return turn(type, { kind: 'refused', problem: opened.problem })
      const { upload } = opened
      const { name, body } = upload
      let sent = 0
      const onProgress = (share: number, isWaiting: boolean) => {
        if (!isWaiting) sent = share
        turn(type, { kind: 'sending', name, size: body.size, share: sent, isWaiting })
      }
      const answer = await uploadKycDocument(type, upload, { onProgress, signal: ended.signal })
      if (ended.signal.aborted) return
      show(type, /^image\/(jpeg|png|webp)$/.test(upload.type) ? body : null)
      takeProfile((known) => known && withDocument(known, answer))
      turn(type, null)
    } catch (error) {
      if (ended.signal.aborted) return
      turn(type, { kind: 'failed', name: file.name, error: errorWords(error), file })
      // 409: the form may have been submitted elsewhere, so the profile is reloaded.
      if (error instanceof ApiError && error.status === 409) void reload()
    }
  }

  function errorWords(error: unknown): string {
    if (error instanceof UploadError)
      return error.status === 0 ? t('noConnection') : t('uploadFailedBecause', { why: error.why })
    if (!(error instanceof ApiError)) return t('uploadFailed')
    if (error.status === 0) return t('noConnection')
    return error.hasSentence ? error.message : t('uploadFailed')
  }

  const busy = Object.values(states).some(({ kind }) => kind === 'preparing' || kind === 'sending')
  return {
    states,
    previews,
    isBusy: busy,
    failed: kycDocumentTypes.filter((type) => {
      const kind = states[type]?.kind
      return kind === 'failed' || (kind === 'refused' && stored.includes(type))
    }),
    keepStored: (type) => turn(type, null),
    pick: (type, file) => void send(type, file),
  }
}

function withDocument(profile: Profile, { document, kyc_status }: KycUploadAnswer): Profile {
  const isOther = (type: KycDocumentType) => type !== document.document_type
  const { fields, documents } = profile.missing_requirements
  return {
    ...profile,
    kyc_status,
    documents: [...profile.documents.filter((known) => isOther(known.document_type)), document],
    missing_requirements: { fields, documents: documents.filter(isOther) },
  }
}
