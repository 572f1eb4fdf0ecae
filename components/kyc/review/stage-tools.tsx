import { ChevronLeft, ChevronRight, Maximize, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { useDeskKeys } from '#components/review/use-desk-keys.ts'
import type { useStage } from './use-stage.ts'

type StageToolsProps = {
  stage: ReturnType<typeof useStage>
  isOff: boolean
  /** Index of the page, from 0. */
  page: number
  pages: number
  onPage: (page: number) => void
}

export function StageTools({ stage, isOff, page, pages, onPage }: StageToolsProps) {
  const t = useTranslations('Review.documents')
  const { larger, smaller, fit, turnOnce, zoom } = stage
  // On many keyboards + needs Shift and = does not.
  useDeskKeys({ '+': larger, '=': larger, '-': smaller, '0': fit, t: turnOnce }, 'dialog')
  return (
    <div className="flex items-center">
      {pages > 1 ? (
        <>
          <Tool word={t('previousPage')} isOff={page === 0} onClick={() => onPage(page - 1)}>
            <ChevronLeft />
          </Tool>
          <span className="figures text-sm whitespace-nowrap">{t('page', { page: page + 1, pages })}</span>
          <Tool word={t('nextPage')} isOff={page === pages - 1} onClick={() => onPage(page + 1)}>
            <ChevronRight />
          </Tool>
        </>
      ) : null}
      <Tool word={t('zoomOut')} hotkey="-" isOff={isOff || zoom <= 1} onClick={smaller}>
        <ZoomOut />
      </Tool>
      <Tool word={t('zoomIn')} hotkey="+" isOff={isOff} onClick={larger}>
        <ZoomIn />
      </Tool>
      <Tool word={t('fit')} hotkey="0" isOff={isOff || zoom <= 1} onClick={fit}>
        <Maximize />
      </Tool>
      <Tool word={t('turn')} hotkey="t" isOff={isOff} onClick={turnOnce}>
        <RotateCw />
      </Tool>
    </div>
  )
}

type ToolProps = { word: string; hotkey?: string; isOff: boolean; onClick: () => void; children: ReactNode }

function Tool({ word, hotkey, isOff, onClick, children }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={word}
      // Not `disabled`, because a disabled button loses the focus.
      aria-disabled={isOff}
      aria-keyshortcuts={hotkey}
      title={hotkey ? `${word} (${hotkey.toUpperCase()})` : word}
      onClick={() => (isOff ? undefined : onClick())}
      className="tap grid place-items-center rounded-full hover:bg-sunken aria-disabled:opacity-40 [&_svg]:size-5"
    >
      {children}
    </button>
  )
}
