import { Search } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import type { RailItem } from '#components/desk/rail.tsx'
import { WithAllMessages } from '#components/ui/with-all-messages.tsx'
import { lazyPart } from '#lib/client/browser/lazy-parts.ts'
import { openDialogs } from '#lib/client/browser/open-dialogs.ts'

const SearchPalette = lazyPart(() => import('./search-palette.tsx'))

const neverChanges = () => () => {}
const isApple = () => /Mac|iP(?:hone|ad|od)/.test(navigator.userAgent)

type SearchButtonProps = {
  /** Otherwise the search finds only tabs. */
  isSuperAdmin: boolean
  items: readonly RailItem[]
}

/** Opens by button, Ctrl K or ⌘K; loads the search on first use. */
export function SearchButton({ isSuperAdmin, items }: SearchButtonProps) {
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
      // Does not open above another dialog.
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
        title={t(isSuperAdmin ? 'open' : 'openTabs')}
        className="flex h-11 min-w-11 items-center justify-center gap-2.5 rounded-full text-start text-soft hover:bg-sunken sm:border sm:border-edge sm:bg-surface sm:px-3 sm:text-sm lg:mt-1 lg:h-9 lg:w-full lg:rounded-lg lg:in-data-[rail=icons]:border-0 lg:in-data-[rail=icons]:bg-transparent lg:in-data-[rail=icons]:px-0 pointer-coarse:h-11"
      >
        <Search aria-hidden="true" className="size-4.5 shrink-0" />
        <span className="min-w-0 flex-1 truncate max-sm:sr-only lg:in-data-[rail=icons]:sr-only">
          {t('title')}
        </span>
        <kbd className="hidden rounded border border-line px-1.5 font-sans text-xs sm:block lg:in-data-[rail=icons]:hidden">
          {t(isMac ? 'keyMac' : 'key')}
        </kbd>
      </button>
      {isOpen ? (
        <Suspense>
          <WithAllMessages>
            <SearchPalette isSuperAdmin={isSuperAdmin} items={items} onClose={() => setOpen(false)} />
          </WithAllMessages>
        </Suspense>
      ) : null}
    </>
  )
}
