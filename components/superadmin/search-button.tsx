import { Search } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { WithAllMessages } from '#components/ui/with-all-messages.tsx'
import { latePart } from '#lib/client/browser/late-parts.ts'
import { openDialogs } from '#lib/client/browser/open-dialogs.ts'

const SearchPalette = latePart(() => import('./search-palette.tsx'))

const neverChanges = () => () => {}
const isApple = () => /Mac|iP(?:hone|ad|od)/.test(navigator.userAgent)

/** Opens the search over people, payments and receipts, also by Ctrl K or ⌘K; what it needs is loaded then. */
export function SearchButton() {
  const t = useTranslations('Admin.search')
  const [isOpen, setOpen] = useState(false)
  const isMac = useSyncExternalStore(neverChanges, isApple, () => false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return
      event.preventDefault()
      // Nothing lies over a dialog that somebody fills in.
      setOpen((is) => !is && openDialogs().length === 0)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
        className="mb-3 flex h-11 w-full items-center gap-3 rounded-full border border-edge bg-surface px-4 text-start text-soft hover:bg-sunken sm:w-md"
      >
        <Search aria-hidden="true" className="size-5 shrink-0" />
        <span className="min-w-0 flex-1 truncate">{t('open')}</span>
        <kbd className="hidden rounded-md border border-line px-1.5 font-sans text-sm sm:block">
          {t(isMac ? 'keyMac' : 'key')}
        </kbd>
      </button>
      {isOpen ? (
        <Suspense>
          <WithAllMessages>
            <SearchPalette onClose={() => setOpen(false)} />
          </WithAllMessages>
        </Suspense>
      ) : null}
    </>
  )
}
