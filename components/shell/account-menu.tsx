'use client'

import { Menu } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, Suspense, useState, useSyncExternalStore } from 'react'
import { buttonStyle } from '#components/ui/button.tsx'
import { cn } from '#components/ui/cn.ts'
import { PageLink } from '#components/ui/page-link.tsx'
import { lazyPart } from '#lib/client/browser/lazy-parts.ts'
import { readUser, type SignedInUser, subscribeSession } from '#lib/client/session/session.ts'
import { LanguageLink } from './language-link.tsx'
import { navigationFor } from './navigation.ts'

const Switches = lazyPart(() => import('./switches.tsx'))
const LogoutButton = lazyPart(() => import('./logout-button.tsx'))
const Bell = lazyPart(() => import('#components/notifications/bell.tsx'), true)

/**
 * Links of the header. Reads the user in the browser, never on the server, so that pages can be cached.
 * @param children links for everybody
 */
export function AccountMenu({ children }: { children: ReactNode }) {
  const t = useTranslations('Nav')
  const user = useSyncExternalStore(subscribeSession, readUser, () => null)
  const items = navigationFor(user)
  const [opened, setOpened] = useState(false)
  return (
    <div className="ms-auto flex flex-wrap min-[22rem]:flex-nowrap items-center justify-end gap-1">
      <nav aria-label={t('label')} className="hidden items-center gap-1 md:flex">
        {items.map((item) => (
          <NavLink key={item.path} path={item.path} loud={item.word === 'login'}>
            {t(item.word)}
          </NavLink>
        ))}
      </nav>
      {user ? <Welcome user={user} className="hidden px-2 text-end lg:block" /> : null}
      <LanguageLink />
      {user && user.userType !== 'officer' ? (
        <span className="size-11">
          <Suspense>
            <Bell userId={user.id} />
          </Suspense>
        </span>
      ) : null}
      {user ? null : (
        <span className="md:hidden">
          <NavLink path="/login" loud>
            {t('login')}
          </NavLink>
        </span>
      )}
      <button
        type="button"
        popoverTarget="site-menu"
        aria-label={t('menu')}
        className="tap grid place-items-center rounded-full hover:bg-sunken"
      >
        <Menu aria-hidden="true" className="size-6" />
      </button>
      <div id="site-menu" popover="auto" onBeforeToggle={() => setOpened(true)} className="site-menu p-3">
        {user ? <Welcome user={user} className="px-3 pt-2 pb-3 lg:hidden" /> : null}
        <nav aria-label={t('menu')} className="grid border-b border-line pb-2 md:hidden">
          {items.map((item) => (
            <PageLink
              key={item.path}
              href={item.path}
              className="tap flex items-center rounded-xl px-3 font-semibold hover:bg-sunken"
            >
              {t(item.word)}
            </PageLink>
          ))}
        </nav>
        <nav aria-label={t('more')} className="grid border-b border-line py-2">
          {children}
        </nav>
        <div className="min-h-44">
          {opened ? (
            <Suspense>
              <Switches />
            </Suspense>
          ) : null}
        </div>
        {user && opened ? (
          <Suspense>
            <LogoutButton />
          </Suspense>
        ) : null}
      </div>
    </div>
  )
}

function NavLink({ path, loud = false, children }: { path: string; loud?: boolean; children: ReactNode }) {
  return (
    <PageLink href={path} className={buttonStyle({ tone: loud ? 'outlined' : 'bare', size: 'snug' })}>
      {children}
    </PageLink>
  )
}

export function Welcome({
  user,
  className = '',
}: {
  user: Pick<SignedInUser, 'displayName' | 'userType' | 'backendRole'>
  className?: string
}) {
  const t = useTranslations('Nav')
  return (
    <p className={cn(className, 'leading-tight')}>
      <span className="block text-sm font-semibold">{t('welcome', { name: user.displayName })}</span>
      <span className="block text-xs text-soft">
        {t(`userTypes.${user.backendRole === 'super_admin' ? 'superAdmin' : user.userType}`)}
      </span>
    </p>
  )
}
