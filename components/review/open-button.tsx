import { useTranslations } from 'next-intl'
import { buttonStyle } from '#components/ui/button.tsx'

type OpenButtonProps = {
  what: string
  onOpen: () => void
  /** The row is decided, so the button does not say "review". */
  isDecided?: boolean
}

/** Opens a row; it covers the row, so a click anywhere works. */
export function OpenButton({ what, onOpen, isDecided = false }: OpenButtonProps) {
  const t = useTranslations('Officer')
  return (
    <button
      type="button"
      data-open=""
      aria-label={t(isDecided ? 'openWhat' : 'reviewWhat', { what })}
      aria-keyshortcuts="Enter"
      onClick={onOpen}
      className={buttonStyle({ className: 'px-4! after:absolute after:inset-0' })}
    >
      {t(isDecided ? 'open' : 'review')}
    </button>
  )
}
