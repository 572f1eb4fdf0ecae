'use client'

import { LoaderCircle } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { OpenGift } from '#lib/client/gifts/open-gift.ts'

/** A payment under way whose dialog is closed: the way back to it. */
export function OpenGiftPill({ gift, onShow }: { gift: OpenGift; onShow: () => void }) {
  const t = useTranslations('Gift')
  return (
    <button
      type="button"
      onClick={onShow}
      className="fixed inset-x-3 bottom-3 z-20 mx-auto flex min-h-13 max-w-md animate-rise items-center gap-3 rounded-full bg-leaf px-5 text-start text-on-leaf shadow-lift"
    >
      <LoaderCircle aria-hidden="true" className="size-5 shrink-0 animate-spin" />
      <span className="min-w-0 flex-1 truncate font-semibold">{t('pill', { count: gift.quantity })}</span>
      <span className="shrink-0 underline underline-offset-4">{t('pillShow')}</span>
    </button>
  )
}
