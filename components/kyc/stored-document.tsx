import { FileCheck2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { api } from '#lib/client/http/api.ts'
import { closePages, type DocumentPage, loadDocument } from '#lib/client/kyc/document-pages.ts'
import type { Profile } from '#lib/contract/profiles/calls.ts'

type StoredDocumentProps = {
  document: Profile['documents'][number]
  /** Address of the picture chosen on this visit; if undefined, the stored one is fetched. */
  preview: string | undefined
}

export function StoredDocument({ document, preview }: StoredDocumentProps) {
  const t = useTranslations('Kyc')
  const isPicture = document.mime_type.startsWith('image/')
  const stored = useStoredPicture(document, isPicture && preview === undefined)
  const picture = preview ?? stored
  const mark = <FileCheck2 aria-hidden="true" className="size-5 shrink-0 text-leaf" />
  return (
    <>
      {isPicture ? (
        <span className="grid h-18 w-24 shrink-0 place-items-center overflow-hidden rounded-xl bg-sunken">
          {picture ? (
            // biome-ignore lint/performance/noImgElement: a picture in this device's memory
            <img
              src={picture}
              alt={t(`documents.${document.document_type}`)}
              className="size-full object-contain"
            />
          ) : (
            mark
          )}
        </span>
      ) : (
        mark
      )}
      <span className="truncate">{document.file_name}</span>
    </>
  )
}

/**
 * Address of the stored picture; undefined until loaded or if loading failed, when the file's name is shown.
 */
function useStoredPicture(document: Profile['documents'][number], isWanted: boolean): string | undefined {
  const { document_type, uploaded_at } = document
  const [picture, setPicture] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a replaced document has another time
  useEffect(() => {
    if (!isWanted) return
    const ended = new AbortController()
    const { signal } = ended
    let pages: DocumentPage[] = []
    const show = async () => {
      const { url } = await api('GET /users/kyc-documents/{document_type}/', {
        path: { document_type },
        signal,
      })
      const loaded = await loadDocument(url, signal)
      if (signal.aborted) return closePages(loaded)
      pages = loaded
      setPicture(pages[0]?.url)
    }
    show().catch(() => undefined)
    return () => {
      ended.abort()
      closePages(pages)
      setPicture(undefined)
    }
  }, [document_type, uploaded_at, isWanted])
  return picture
}
