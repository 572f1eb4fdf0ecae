import { Bell as BellIcon } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { WithAllMessages } from '#components/ui/with-all-messages.tsx'
import { keepPush } from '#lib/client/notifications/push-device.ts'
import { defaultLocale, isLocale } from '#messages/locales.ts'
import { BellList } from './bell-list.tsx'
import { useUnread } from './use-unread.ts'

/** Loaded after the page. */
export default function Bell({ userId }: { userId: string }) {
  return (
    <WithAllMessages>
      <BellButton userId={userId} />
    </WithAllMessages>
  )
}

const MOST_SHOWN = 9

function BellButton({ userId }: { userId: string }) {
  const t = useTranslations('Notifications')
  const locale = useLocale()
  const unread = useUnread()
  const [isOpen, setOpen] = useState(false)
  const shown = unread > MOST_SHOWN ? `${MOST_SHOWN}+` : `${unread}`
  // The name contains the visible text, so that speech input finds the button.
  const name = unread > MOST_SHOWN ? t('bellMany', { shown }) : t('bellUnread', { count: unread })
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => void keepPush(userId, isLocale(locale) ? locale : defaultLocale), [userId, locale])
  return (
    <>
      <button
        type="button"
        popoverTarget="bell-list"
        aria-label={unread > 0 ? name : t('bell')}
        className="tap relative grid place-items-center rounded-full hover:bg-sunken"
      >
        <BellIcon aria-hidden="true" className="size-6" />
        {unread > 0 ? (
          <span
            aria-hidden="true"
            className="figures absolute top-0.5 right-0.5 grid min-w-5 place-items-center rounded-full bg-drum px-1 text-xs leading-5 font-bold text-paper"
          >
            {shown}
          </span>
        ) : null}
      </button>
      <div
        ref={list}
        id="bell-list"
        popover="auto"
        role="dialog"
        aria-label={t('title')}
        onToggle={(event) => setOpen(event.newState === 'open')}
        className="site-menu bell-list"
      >
        {isOpen ? <BellList unread={unread} onLeave={() => list.current?.hidePopover()} /> : null}
      </div>
    </>
  )
}
