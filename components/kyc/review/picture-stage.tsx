'use client'

import { useTranslations } from 'next-intl'
import type { DocumentPage } from '#lib/client/kyc/document-pages.ts'
import { placeOf, type useStage } from './use-stage.ts'

type PictureStageProps = { name: string; page: DocumentPage; stage: ReturnType<typeof useStage> }

/** A picture in its frame: scrolled by keys, wheel and finger, dragged by the mouse. */
export function PictureStage({ name, page, stage }: PictureStageProps) {
  const t = useTranslations('Review.documents')
  const { outer, inner } = placeOf(page, stage)
  return (
    <section
      ref={stage.measure}
      aria-label={t('scroll', { name })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must be able to
      tabIndex={0}
      {...stage.drag}
      className="absolute inset-0 flex overflow-auto bg-sunken outline-offset-[-3px] select-none"
      style={{ cursor: stage.zoom > 1 ? 'grab' : undefined }}
    >
      <div className="relative m-auto shrink-0" style={outer}>
        {/** biome-ignore lint/performance/noImgElement: a document that was decoded here, of no address of ours */}
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
