import { Menu, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { SearchButton } from '#components/superadmin/search-button.tsx'
import { TabPanel } from '#components/ui/address-tabs.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Loading } from '#components/ui/loading.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { railChoice } from '#lib/client/browser/stored-choice.ts'
import { readUser, subscribeSession } from '#lib/client/session/session.ts'
import type { DeskEntry } from './desk-entries.ts'
import { DeskKeys, DeskKeysButton } from './desk-keys.tsx'
import { DownloadsBar } from './downloads-bar.tsx'
import { Rail, type RailItem, useRail } from './rail.tsx'
import { useFrameKeys } from './use-frame-keys.ts'

type DeskFrameProps = {
  page: DeskEntry['page']
  title: string
  selected: DeskEntry['id']
  keys?: ReactNode
  /** Content outside the tab's panel, such as a bar above it. */
  aside?: ReactNode
  children: ReactNode
}

export function DeskFrame({ page, title, selected, keys, aside, children }: DeskFrameProps) {
  const t = useTranslations('Desk')
  const user = useSyncExternalStore(subscribeSession, readUser, () => null)
  const isSuperAdmin = user?.backendRole === 'super_admin'
  // The prerendered page of officers does not know the role: super admins' further tabs would move those below.
  const isRailKnown = user !== null || page === 'superadmin'
  const { items, go } = useRail(page, isSuperAdmin)
  const tab = items.find(({ entry }) => entry.page === page && entry.id === selected)?.word ?? ''
  const site = useTranslations('Site')('name')
  // The page's metadata cannot name the tab: one cached page serves all tabs.
  useEffect(() => {
    document.title = [tab, title, site].join(' · ')
  }, [tab, title, site])
  const [opened, setOpened] = useState<'tabs' | 'keys' | null>(null)
  const close = () => setOpened(null)
  useFrameKeys({
    paths: Object.fromEntries(items.map(({ entry, href }) => [entry.key, href])),
    go,
    onHelp: () => setOpened('keys'),
  })
  return (
    <div data-desk="" className="lg:grid lg:grid-cols-[auto_minmax(0,1fr)]">
      <div className="z-20 flex min-w-0 flex-col lg:sticky lg:top-(--header-height) lg:h-[calc(100dvh-var(--header-height))] lg:w-56 lg:self-start lg:border-e lg:border-line lg:in-data-[rail=icons]:w-15">
        <div className="flex flex-wrap items-center gap-x-1 px-3 pt-2 lg:in-data-[rail=icons]:flex-col lg:in-data-[rail=icons]:px-2">
          <MenuButton items={items} selected={selected} onOpen={() => setOpened('tabs')} />
          <h1 className="min-w-0 flex-1 py-1 text-lg leading-7 max-lg:truncate lg:px-1.5 lg:py-0 lg:text-sm lg:leading-4.5 lg:in-data-[rail=icons]:sr-only">
            {title}
            <span className="sr-only">: {tab}</span>
          </h1>
          <DeskKeysButton onOpen={() => setOpened('keys')} />
          <RailButton />
          <SearchButton isSuperAdmin={isSuperAdmin} items={items} />
        </div>
        <div className="flex min-h-0 flex-1 flex-col max-lg:hidden">
          {isRailKnown ? <Rail items={items} selected={selected} go={go} /> : null}
        </div>
      </div>
      <div className="min-w-0 px-3 pt-1 pb-16 sm:px-5 sm:pt-3 lg:pt-4">
        <TabPanel param="tab" selected={selected} className="mx-auto max-w-[92rem]">
          <Suspense fallback={<Loading words={t('loading')} skeleton="h-96" />}>{children}</Suspense>
        </TabPanel>
        {aside}
        <DownloadsBar />
      </div>
      {opened === 'tabs' ? (
        <Dialog open onClose={close} title={title} size="list">
          <Rail items={items} selected={selected} go={go} onVisit={close} isDrawer />
        </Dialog>
      ) : null}
      {opened === 'keys' ? (
        <DeskKeys items={items} onClose={close}>
          {keys}
        </DeskKeys>
      ) : null}
    </div>
  )
}

type MenuButtonProps = { items: readonly RailItem[]; selected: string; onOpen: () => void }

/** Shown on phones, with the sum of the other tabs' counts. */
function MenuButton({ items, selected, onOpen }: MenuButtonProps) {
  const t = useTranslations('Desk')
  const formats = useFormats()
  const count = items.reduce((sum, item) => sum + (item.entry.id === selected ? 0 : item.count), 0)
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="tap relative -ms-2 grid place-items-center rounded-full hover:bg-sunken lg:hidden"
    >
      <Menu aria-hidden="true" className="size-5" />
      <span className="sr-only">{t('sections')}</span>
      {count > 0 ? (
        <span className="figures absolute end-0 top-0.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-marigold px-1 text-xs font-semibold text-on-marigold">
          <span aria-hidden="true">{count > 99 ? '99+' : formats.count(count)}</span>
          <span className="sr-only">{t('attention', { count })}</span>
        </span>
      ) : null}
    </button>
  )
}

/** The device stores whether the rail is collapsed. */
function RailButton() {
  const t = useTranslations('Desk')
  const choice = useSyncExternalStore(railChoice.subscribe, railChoice.read, () => 'words' as const)
  const isCollapsed = choice === 'icons'
  const Icon = isCollapsed ? PanelLeftOpen : PanelLeftClose
  const words = t(isCollapsed ? 'expand' : 'collapse')
  const turn = () => {
    if (isCollapsed) delete document.documentElement.dataset.rail
    else document.documentElement.dataset.rail = 'icons'
    railChoice.write(isCollapsed ? 'words' : 'icons')
  }
  return (
    <button
      type="button"
      aria-expanded={!isCollapsed}
      aria-label={words}
      title={words}
      onClick={turn}
      className="grid size-9 place-items-center rounded-lg text-soft hover:bg-sunken hover:text-ink max-lg:hidden in-data-[rail=icons]:mx-auto pointer-coarse:size-11"
    >
      <Icon aria-hidden="true" className="size-4.5" />
    </button>
  )
}
