import { LoaderCircle, Undo2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { cn } from '#components/ui/cn.ts'
import { Keycap } from './keycap.tsx'
import { useDeskKeys } from './use-desk-keys.ts'
import { type Undoable, useUndo } from './use-undo.ts'
import { verbOf } from './verbs.ts'

type UndoBarProps = {
  within: 'dialog' | null
  className?: string
}

/** The last decision and the seconds left to undo it, by button or Z. Takes no space without one. */
export function UndoBar({ within, className }: UndoBarProps) {
  const t = useTranslations('Review.undo')
  const { undoable, isSending, undo } = useUndo()
  const words = useWords(undoable)
  useDeskKeys({ z: undoable ? undo : undefined }, within)
  return (
    <>
      <p role="status" className="sr-only">
        {words ? t('said', { what: words }) : ''}
      </p>
      {undoable ? (
        <div
          className={cn(
            'flex items-center gap-3 rounded-2xl bg-ink py-1.5 ps-4 pe-1.5 text-paper',
            className,
          )}
        >
          <p className="min-w-0 flex-1 leading-tight" aria-hidden="true">
            <span className="line-clamp-2 font-semibold wrap-anywhere">{words}</span>
            <span className="figures block text-sm">{t('left', { seconds: undoable.secondsLeft })}</span>
          </p>
          <button
            type="button"
            aria-keyshortcuts="z"
            aria-busy={isSending}
            onClick={undo}
            className="tap inline-flex shrink-0 items-center gap-2 rounded-full bg-paper px-4 font-semibold text-ink"
          >
            {isSending ? (
              <LoaderCircle aria-hidden="true" className="size-4 animate-spin" />
            ) : (
              <Undo2 aria-hidden="true" className="size-4" />
            )}
            <span>{t('undo')}</span> <Keycap>Z</Keycap>
          </button>
        </div>
      ) : null}
    </>
  )
}

function useWords(undoable: Undoable | null): string | null {
  const t = useTranslations('Review.done')
  if (!undoable) return null
  const [{ subject_type, action, owner, title }, ...others] = undoable.decisions
  const verb = verbOf(subject_type, action)
  return others.length > 0
    ? t('several', { verb, count: others.length + 1 })
    : t(verb, { owner, title: title ?? '', named: title ? 'yes' : 'no' })
}
