import { getTranslations } from 'next-intl/server'
import { PageLink } from '#components/ui/page-link.tsx'
import { AccountMenu } from './account-menu.tsx'
import { BrandMark } from './brand-mark.tsx'

/** Links of the menu; rendered on the server, so that no script contains them. */
const menuLinks = [
  { word: 'leaderboard', path: '/?tab=leaderboard' },
  { word: 'results', path: '/results' },
  { word: 'rules', path: '/rules' },
  { word: 'claim', path: '/claim' },
  { word: 'status', path: '/status' },
] as const

/**
 * The header. One line if the phone has room: the wider fallback font would wrap it and make the page jump.
 */
export async function SiteHeader() {
  const t = await getTranslations('Site')
  return (
    <header data-site-header="" className="sticky low:static top-0 z-30 border-b border-line bg-paper">
      <div className="mx-auto flex min-h-[calc(var(--header-height)-1px)] max-w-(--header-width) flex-wrap min-[22rem]:flex-nowrap items-center justify-between gap-x-3 px-3 sm:px-6">
        <PageLink
          href="/"
          // If there is no room, the name wraps below the hidden edge and only the drum remains.
          className="tap flex h-11 min-w-0 flex-wrap content-start items-center gap-x-2 overflow-hidden"
          aria-label={t('logoHome')}
        >
          <BrandMark className="my-1 size-9 shrink-0" />
          <span className="font-display text-2xl font-extrabold max-[24rem]:text-xl max-[21rem]:hidden tracking-tight">
            {t('wordmark')}
          </span>
        </PageLink>
        <AccountMenu>
          {menuLinks.map(({ word, path }) => (
            <PageLink
              key={path}
              href={path}
              className="tap flex items-center rounded-xl px-3 font-semibold hover:bg-sunken"
            >
              {t(`menu.${word}`)}
            </PageLink>
          ))}
        </AccountMenu>
      </div>
    </header>
  )
}
