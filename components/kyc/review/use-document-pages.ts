import { useEffect, useState } from 'react'
import { api } from '#lib/client/http/api.ts'
import {
  closePages,
  type DocumentPage,
  loadDocument,
  UnshownDocument,
} from '#lib/client/kyc/document-pages.ts'
import type { KycSubmissionDetail } from '#lib/contract/kyc/review.ts'

export type SubmittedDocument = KycSubmissionDetail['documents'][number]

export type DocumentState =
  | { kind: 'loading' }
  | { kind: 'shown'; pages: readonly DocumentPage[] }
  /** This browser cannot show the file; `link` opens it. */
  | { kind: 'unshown'; link: string }
  | { kind: 'failed' }

const loading: DocumentState = { kind: 'loading' }

/** Loads a document's pages while it is open. An expired link is renewed first. */
export function useDocumentPages(userId: string, document: SubmittedDocument) {
  const [known, setKnown] = useState<{ of: string; state: DocumentState }>({ of: '', state: loading })
  const [attempt, setAttempt] = useState(0)
  const of = `${userId} ${document.url} ${attempt}`
  const { document_type, url, expires_at } = document

  useEffect(() => {
    const ended = new AbortController()
    let pages: DocumentPage[] = []
    const show = async (): Promise<DocumentState> => {
      // A retry renews the link too, because the device's clock may be wrong.
      const isOld = attempt > 0 || Date.parse(expires_at) < Date.now()
      const fresh = () =>
        api('GET /users/compliance/kyc-submissions/{id}/documents/{document_type}/', {
          path: { id: userId, document_type },
          signal: ended.signal,
        })
      const link = isOld ? (await fresh()).url : url
      try {
        pages = await loadDocument(link, ended.signal)
        return { kind: 'shown', pages }
      } catch (error) {
        if (error instanceof UnshownDocument) return { kind: 'unshown', link }
        throw error
      }
    }
    show().then(
      (state) => (ended.signal.aborted ? closePages(pages) : setKnown({ of, state })),
      () => ended.signal.aborted || setKnown({ of, state: { kind: 'failed' } }),
    )
    return () => {
      ended.abort()
      closePages(pages)
    }
  }, [userId, document_type, url, expires_at, attempt, of])

  return {
    state: known.of === of ? known.state : loading,
    retry: () => setAttempt((count) => count + 1),
  }
}
