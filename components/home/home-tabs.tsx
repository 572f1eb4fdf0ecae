import { Medal, Play } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { KeyboardEvent, MouseEvent } from 'react'
import { visit } from '#lib/client/browser/navigation-events.ts'
import { addressOf, type FeedSort, type HomeView } from '#lib/client/videos/home-view.ts'

/** Tabs as links, so that they work without scripts and in new tabs. */
export function HomeTabs({ view, lastSort }: { view: HomeView; lastSort: FeedSort }) {
  const t = useTranslations('Home')
  const onBoard = view === 'leaderboard'
  return (
    <div
      role="tablist"
      aria-label={t('tabs')}
      onKeyDown={moveFocus}
      className="inline-flex flex-wrap gap-1 rounded-3xl bg-sunken p-1"
    >
      <HomeTab id="tab-dancers" selected={!onBoard} address={addressOf(lastSort)}>
        <Play aria-hidden="true" className="hidden size-4 sm:block" /> {t('dancers')}
      </HomeTab>
      <HomeTab id="tab-leaderboard" selected={onBoard} address={addressOf('leaderboard')}>
        <Medal aria-hidden="true" className="hidden size-4 sm:block" /> {t('leaderboard')}
      </HomeTab>
    </div>
  )
}

type HomeTabProps = { id: string; selected: boolean; address: string; children: React.ReactNode }

function HomeTab({ id, selected, address, children }: HomeTabProps) {
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    if (!selected) visit(address)
  }
  return (
    <a
      id={id}
      role="tab"
      href={address}
      aria-selected={selected}
      aria-controls="home-panel"
      tabIndex={selected ? 0 : -1}
      onClick={onClick}
      className="home-tab"
    >
      {children}
    </a>
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')]
  const other = tabs.find((tab) => tab !== document.activeElement)
  event.preventDefault()
  other?.focus()
  other?.click()
}
