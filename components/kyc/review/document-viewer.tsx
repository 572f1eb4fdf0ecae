import { ExternalLink } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { useDeskKeys } from '#components/review/use-desk-keys.ts'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import type { DocumentPage } from '#lib/client/kyc/document-pages.ts'
import { isConverted } from '#lib/client/kyc/kyc-file.ts'
import { kycDocumentTypes } from '#lib/contract/kyc/requirements.ts'
import { StageTools } from './stage-tools.tsx'
import { type SubmittedDocument, useDocumentPages } from './use-document-pages.ts'
import { placeOf, useStage } from './use-stage.ts'

type DocumentViewerProps = {
  userId: string
  documents: readonly SubmittedDocument[]
  onShown?: () => void
  /** Called if this browser cannot show the document. */
  onUnshown?: () => void
}

export function DocumentViewer({ userId, documents: given, onShown, onUnshown }: DocumentViewerProps) {
  const t = useTranslations('Review.documents')
  const [wanted, setWanted] = useState(0)
  // In the order of the form.
  const documents = kycDocumentTypes.flatMap((type) =>
    given.filter(({ document_type }) => document_type === type),
  )
  const at = Math.min(wanted, documents.length - 1)
  const document = documents[at]
  useDeskKeys({ d: () => setWanted((at + 1) % Math.max(1, documents.length)) }, 'dialog')
  if (!document) return <p className="grid h-full place-items-center p-6 text-soft">{t('none')}</p>
  return (
    <section aria-label={t('label')} className="flex h-full flex-col">
      <ShownDocument
        key={document.document_type}
        userId={userId}
        document={document}
        onShown={onShown}
        onUnshown={onUnshown}
      >
        <DocumentTabs documents={documents} at={at} onPick={setWanted} />
      </ShownDocument>
    </section>
  )
}

function DocumentTabs({
  documents,
  at,
  onPick,
}: {
  documents: readonly SubmittedDocument[]
  at: number
  onPick: (at: number) => void
}) {
  const t = useTranslations('Kyc.documents')
  return (
    <div className="flex min-w-0 flex-wrap gap-1">
      {documents.map(({ document_type }, index) => (
        <button
          key={document_type}
          type="button"
          aria-pressed={index === at}
          aria-keyshortcuts="d"
          onClick={() => onPick(index)}
          className="tap shrink-0 rounded-full px-3 text-sm font-semibold whitespace-nowrap text-soft hover:bg-sunken aria-pressed:bg-ink aria-pressed:text-paper"
        >
          {t(document_type)}
        </button>
      ))}
    </div>
  )
}

type ShownDocumentProps = {
  userId: string
  document: SubmittedDocument
  onShown: (() => void) | undefined
  onUnshown: (() => void) | undefined
  children: React.ReactNode
}

function ShownDocument({ userId, document, onShown, onUnshown, children }: ShownDocumentProps) {
  const t = useTranslations('Review.documents')
  const names = useTranslations('Kyc.documents')
  const { state, retry } = useDocumentPages(userId, document)
  useEffect(() => {
    if (state.kind === 'shown') onShown?.()
    if (state.kind === 'unshown') onUnshown?.()
  }, [state.kind, onShown, onUnshown])
  const stage = useStage()
  const [wantedPage, setPage] = useState(0)
  const name = names(document.document_type)
  const pages = state.kind === 'shown' ? state.pages : []
  const page = pages[Math.min(wantedPage, pages.length - 1)]
  return (
    <>
      <div className="relative min-h-0 flex-1">
        {page ? <PictureStage name={name} page={page} stage={stage} /> : null}
        {state.kind === 'loading' ? (
          <p role="status" className="skeleton absolute inset-0 grid place-items-center rounded-none">
            {t('loading', { name })}
          </p>
        ) : null}
        {state.kind === 'failed' ? (
          <div className="grid h-full place-items-center p-4">
            <LoadFailed words={t('failed', { name })} onRetry={retry} />
          </div>
        ) : null}
        {state.kind === 'unshown' ? (
          <div className="grid h-full place-content-center gap-3 p-6 text-center">
            <p>
              {t(
                document.problem
                  ? `problems.${document.problem}`
                  : isConverted(document)
                    ? 'converting'
                    : 'unshown',
              )}
            </p>
            <a
              href={state.link}
              target="_blank"
              rel="noopener noreferrer"
              className="tap inline-flex items-center justify-center gap-2 font-semibold underline underline-offset-4"
            >
              <ExternalLink aria-hidden="true" className="size-4" /> {t('open')}
            </a>
          </div>
        ) : null}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-2 border-t border-line bg-paper px-2 lg:px-4">
        {children}
        <StageTools
          stage={stage}
          isOff={!page}
          page={Math.min(wantedPage, Math.max(0, pages.length - 1))}
          pages={pages.length}
          onPage={setPage}
        />
      </div>
    </>
  )
}

type PictureStageProps = { name: string; page: DocumentPage; stage: ReturnType<typeof useStage> }

function PictureStage({ name, page, stage }: PictureStageProps) {
  const t = useTranslations('Review.documents')
  const { outer, inner } = placeOf(page, stage)
  return (
    <section
      ref={stage.measure}
      aria-label={t('scroll', { name })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
      tabIndex={0}
      {...stage.drag}
      className="absolute inset-0 flex overflow-auto bg-sunken outline-offset-[-3px] select-none"
      style={{ cursor: stage.zoom > 1 ? 'grab' : undefined }}
    >
      <div className="relative m-auto shrink-0" style={outer}>
        {/** biome-ignore lint/performance/noImgElement: decoded in this browser */}
        <img
          src={page.url}
          alt={name}
          draggable={false}
          className="absolute top-1/2 left-1/2 max-w-none"
          style={{ ...inner, transform: `translate(-50%, -50%) rotate(${stage.turn}deg)` }}
        />
      </div>
    </section>
  )
}
