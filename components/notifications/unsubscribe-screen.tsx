'use client'

import { BellOff, MailX } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { MailedLinkScreen } from '#components/accounts/mailed-link-screen.tsx'
import { Button, buttonStyle } from '#components/ui/button.tsx'
import { api } from '#lib/client/http/api.ts'

export function UnsubscribeScreen() {
  const t = useTranslations('Unsubscribe')
  const kinds = useTranslations('Notifications.kinds')
  const choices = (
    <Link
      href="/notifications?tab=choices"
      prefetch={false}
      className={buttonStyle({ tone: 'quiet', wide: true })}
    >
      {t('choices')}
    </Link>
  )
  return (
    <MailedLinkScreen
      kind="unsubscribe"
      icon={MailX}
      words={{
        title: t('title'),
        loading: t('loading'),
        detail: t('detail'),
        yes: t('stop'),
        sending: t('sending'),
        no: t('keep'),
        refused: t('refused'),
        noLink: t('noLink'),
        noConnection: t('noConnection'),
      }}
      choice={false}
      send={(token, everything: boolean) =>
        api('POST /notifications/unsubscribe/', { body: { token, everything } })
      }
      beside={(token, act, isSending) =>
        // Only a member's link can stop all mails (lib/domain/notifications/links.ts).
        token.startsWith('m') ? (
          <>
            <Button wide onClick={() => act(true)} disabled={isSending}>
              {t('stopAll')}
            </Button>
            <p className="text-base">{t('stopAllDetail')}</p>
          </>
        ) : null
      }
      done={({ stopped }) => ({
        icon: BellOff,
        title: t('stopped'),
        content:
          stopped.length > 0 ? (
            <>
              <p>{t('stoppedDetail')}</p>
              <ul className="list-disc ps-6">
                {stopped.map((kind) => (
                  <li key={kind}>{kinds(kind)}</li>
                ))}
              </ul>
              {choices}
            </>
          ) : (
            <p>{t('stoppedFollower')}</p>
          ),
      })}
      onward={choices}
    />
  )
}
